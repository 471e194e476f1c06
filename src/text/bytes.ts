/** Text in UTF-8, as files have it and HTTP hands it on. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const toBytes = (text: string): Bytes => encoder.encode(text);

export function joinBytes(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

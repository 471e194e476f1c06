/** Text in UTF-8, as files have it and HTTP hands it on. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const toBytes = (text: string): Bytes => encoder.encode(text);

/** Bytes of a SHA-256. */
const LENGTH = 32;
/** The two figures of each byte, and what each figure stands for by its code. */
const FIGURES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const VALUES = new Uint8Array(128);
for (const [value, figure] of [...'0123456789abcdef'].entries()) VALUES[figure.charCodeAt(0)] = value;

/** SHA-256 digests by number, set and got as lower-case hex. They are held as bytes, a third of what the texts take. */
export interface DigestColumn {
  set(number: number, digest: string): void;
  /** Undefined when none was set. */
  get(number: number): string | undefined;
}

export function createDigestColumn(count: number): DigestColumn {
  const bytes = new Uint8Array(count * LENGTH);
  const isSet = new Uint8Array(count);
  return {
    set(number, digest) {
      isSet[number] = 1;
      for (let at = 0; at < LENGTH; at++)
        bytes[number * LENGTH + at] = (valueAt(digest, 2 * at) << 4) | valueAt(digest, 2 * at + 1);
    },
    get(number) {
      if (isSet[number] !== 1) return undefined;
      let text = '';
      for (let at = 0; at < LENGTH; at++) text += FIGURES[bytes[number * LENGTH + at] as number];
      return text;
    },
  };
}

const valueAt = (hex: string, at: number): number => VALUES[hex.charCodeAt(at)] as number;

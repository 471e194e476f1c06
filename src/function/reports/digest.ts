/** SHA-256 as lower-case hex by Web Crypto, which Node and workerd both have. */
export const sha256 = async (body: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytes(body)));

const encoder = new TextEncoder();
const bytes = (body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  typeof body === 'string' ? encoder.encode(body) : body;

const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

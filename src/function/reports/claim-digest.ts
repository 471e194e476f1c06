import { type Bytes, toBytes } from '../../text/bytes.ts';

/** SHA-256 as lower-case hex by Web Crypto, which Node and workerd both have. */
export const sha256 = async (body: string | Bytes): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', typeof body === 'string' ? toBytes(body) : body));

const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

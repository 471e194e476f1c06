/** Characters of a name or a question. */
export const MAX_NAME = 200;
export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 25;
/** Bytes of a body on the address of reports, and of a message on /mcp. */
export const LARGEST_REPORT = 16 * 1024;
export const LARGEST_MESSAGE = 64 * 1024;
/** Bytes of an address and its headers together. */
export const LARGEST_HEAD = 16 * 1024;
/** Milliseconds for the head of a request, and for all of it. */
export const HEAD_MS = 10_000;
export const REQUEST_MS = 30_000;

/** "16 KiB" of 16384. */
export const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`;

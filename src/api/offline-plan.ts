/** What a device keeps to work without a network: written by each build, read by the service worker. */
export interface OfflinePlan {
  /** Digest of everything below: the name of what is kept. Two builds are never mixed. */
  readonly build: string;
  /** Newest date of the data (YYYY-MM-DD). */
  readonly date: string;
  /** Address of the API's files, such as `/v1`; with an origin where it is another. */
  readonly api: string;
  /** Files that every list needs, with the beginning of their SHA-256. */
  readonly files: Readonly<Record<string, string>>;
  /** Records by ref, with the digest of the digests of their files. */
  readonly records: Readonly<Record<string, string>>;
}

export const PLAN_PATH = '/offline.json';
export const WORKER_PATH = '/sw.js';

/** Characters of a digest: enough to tell two builds of a file apart. */
export const DIGEST_LENGTH = 16;

/** The addresses of a record's files, in the order in which they are digested. */
export const filesOfRecord = (ref: string, api: string): string[] => [
  `/${ref}`,
  `${api}/interactions/${ref}.json`,
  `${api}/${ref}.json`,
];

/** Caches of this program begin so; others of the origin are left alone. */
export const CACHE_PREFIX = 'materia-';

/** What a page asks of the worker, and what it answers. */
export type OfflineQuestion = { readonly keep: readonly string[] } | { readonly ask: 'state' };
export interface OfflineState {
  /** This page came from what is kept, not from the network. */
  readonly isOffline: boolean;
  /** What is kept; undefined where nothing is. */
  readonly kept?: { readonly date: string; readonly on: string; readonly refs: readonly string[] };
}

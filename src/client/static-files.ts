import type { DataFiles } from '../api/catalog-data.ts';
import { buildVocabulary, type VocabularyIndex } from '../interactions/vocabulary.ts';
import type { Envelope } from '../schema/types.ts';

/** The precomputed tree under `/v1`, read as static files; each is fetched once and only when asked for. */
const files = new Map<string, () => Promise<unknown>>();

export function dataOf<T>(path: string): Promise<T> {
  const file = files.get(path) ?? once(() => load(path));
  files.set(path, file);
  return file() as Promise<T>;
}

/** A worker is named by where its page says that the API lives. */
export const apiBase = (): string => ('document' in globalThis ? (document.body.dataset.api ?? '') : self.name);

async function load(path: string): Promise<unknown> {
  const response = await fetch(`${apiBase()}/v1/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return ((await response.json()) as Envelope).data;
}

/** Builds a thing once, when it is first wanted, and again when that failed. */
export function once<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined;
  return () => {
    built ??= build().catch((error) => {
      built = undefined;
      throw error;
    });
    return built;
  };
}

export const vocabulary: () => Promise<VocabularyIndex> = once(async () =>
  buildVocabulary(await dataOf<DataFiles['vocabulary.json']>('vocabulary.json')),
);

import type { DataFiles } from '../api/data.ts';
import { buildSearch, type SearchIndex } from '../api/search.ts';
import { buildNameIndex, type NameIndex } from '../names/resolve.ts';
import type { RecordInteractions } from '../profile/interactions.ts';
import { buildVocabulary, type VocabularyIndex } from '../profile/vocabulary.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Envelope, MedicationProfile } from '../schema/types.ts';

/** The precomputed tree under `/v1`, read as static files; each is fetched once and only when asked for. */
const files = new Map<string, Promise<unknown>>();

function dataOf<T>(path: string): Promise<T> {
  const file = files.get(path) ?? load(path);
  files.set(path, file);
  return file as Promise<T>;
}

async function load(path: string): Promise<unknown> {
  const response = await fetch(`${document.body.dataset.api ?? ''}/v1/${path}`);
  if (!response.ok) {
    files.delete(path);
    throw new Error(`${path}: ${response.status}`);
  }
  return ((await response.json()) as Envelope).data;
}

/** Builds a thing once, when it is first wanted. */
function once<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined;
  return () => {
    built ??= build().catch((error) => {
      built = undefined;
      throw error;
    });
    return built;
  };
}

export const nameData = (): Promise<DataFiles['names.json']> => dataOf('names.json');
export const nameIndex: () => Promise<NameIndex> = once(async () => buildNameIndex(await nameData()));
export const searchIndex: () => Promise<SearchIndex> = once(async () =>
  buildSearch((await dataOf<DataFiles['search.json']>('search.json')).documents),
);
export const vocabulary: () => Promise<VocabularyIndex> = once(async () =>
  buildVocabulary(await dataOf<DataFiles['vocabulary.json']>('vocabulary.json')),
);
/** Fetches what a search needs before the first key, the small before the large. */
export const warmUp = (): Promise<unknown> => searchIndex().then(nameIndex);
export const interactionsOf = (kind: Kind, slug: string): Promise<RecordInteractions> =>
  dataOf(`interactions/${kind}/${slug}.json`);
export const medicationOf = async (slug: string): Promise<MedicationProfile> =>
  (await dataOf<{ profile: MedicationProfile }>(`medication/${slug}.json`)).profile;

import type { RecordInteractions } from '../interactions/findings.ts';
import { buildVocabulary, type VocabularyData, type VocabularyIndex } from '../interactions/vocabulary.ts';
import { buildNameIndex, type NameIndex, type NameIndexData } from '../names/name-index.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Envelope } from '../schema/types.ts';
import { buildSearch, type SearchDocument, type SearchIndex } from '../search/search-index.ts';

/** Reads a file of `dist/v1` as JSON by its path below `v1/`; undefined when there is none. */
export type ReadFile = (path: string) => Promise<unknown>;

/** `data` of v1/service.json: what the function must know of the catalog as a whole. */
export interface ServiceData {
  name: string;
  version: string;
  site_url: string;
  base_url: string;
  attribution: string;
  disclaimer: string;
  last_updated: string;
  counts: Record<Kind | 'total', number>;
  renamed: readonly { kind: Kind; from: string; to: string }[];
  withdrawn: readonly { kind: Kind; slug: string; date: string; reason: string; successor?: string }[];
}

/** The precomputed tree as the operations see it; built once for each build of the site. */
export interface Data {
  readonly service: ServiceData;
  readonly names: NameIndex;
  readonly vocabulary: VocabularyIndex;
  readonly search: SearchIndex;
  /** The envelope of v1/<kind>/<slug>.json. */
  profile(kind: Kind, slug: string): Promise<Envelope | undefined>;
  /** `data` of v1/interactions/<kind>/<slug>.json. */
  interactions(kind: Kind, slug: string): Promise<RecordInteractions | undefined>;
}

/** Files of `v1/` that the function reads at start; each is an envelope whose `data` is of the type named. */
export interface DataFiles {
  'service.json': ServiceData;
  'names.json': NameIndexData;
  'vocabulary.json': VocabularyData;
  'search.json': { documents: readonly SearchDocument[] };
}

/** @throws {Error} when a file that every build writes is missing. */
export async function openData(readFile: ReadFile): Promise<Data> {
  const dataOf = async <P extends keyof DataFiles>(path: P): Promise<DataFiles[P]> => {
    const file = (await readFile(path)) as Envelope | undefined;
    if (!file) throw new Error(`v1/${path} is missing: build the site again.`);
    return file.data as DataFiles[P];
  };
  const [service, names, vocabulary, search] = await Promise.all([
    dataOf('service.json'),
    dataOf('names.json'),
    dataOf('vocabulary.json'),
    dataOf('search.json'),
  ]);
  return {
    service,
    names: buildNameIndex(names),
    vocabulary: buildVocabulary(vocabulary),
    search: buildSearch(search.documents),
    profile: async (kind, slug) => (await readFile(`${kind}/${slug}.json`)) as Envelope | undefined,
    interactions: async (kind, slug) =>
      ((await readFile(`interactions/${kind}/${slug}.json`)) as Envelope | undefined)?.data as
        | RecordInteractions
        | undefined,
  };
}

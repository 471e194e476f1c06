import type { Effect } from '../interactions/effects.ts';
import { buildVocabulary, type VocabularyData, type VocabularyIndex } from '../interactions/vocabulary.ts';
import { type NameIndex, openNames } from '../names/name-index.ts';
import { shardedTables } from '../names/name-shards.ts';
import type { CheckedRecord } from '../profile/safety.ts';
import type { Kind } from '../schema/kinds.ts';
import { answerOf, findRecords, type SearchAnswer, type SearchOptions } from '../search/search-index.ts';
import { openSearch, type SearchShardMap } from '../search/search-shards.ts';
import { fetchShards, loadedShards, type ShardPlace } from '../text/shards.ts';
import { type BrowserIndex, shardPath } from './browser-index.ts';
import type { EnvelopeOf, ProfileData } from './envelope.ts';

export interface DataReader {
  json(path: string): Promise<unknown>;
}

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

export interface ClassData {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Path of its page; absent where no record belongs to it and none names it. */
  readonly path?: string;
  readonly records: readonly { readonly kind: Kind; readonly slug: string; readonly name: string }[];
}

/** The precomputed tree as the operations see it; built once for each build of the site. */
export interface CatalogData {
  readonly service: ServiceData;
  /** What `make` makes of the names: made again once more of them has been read. @throws as `openData` does */
  named<T>(make: (names: NameIndex) => T): Promise<T>;
  readonly vocabulary: VocabularyIndex<Effect>;
  readonly classes: ReadonlyMap<string, ClassData>;
  /** What a question finds. Of the index as much is read as the answer asks for. @throws as `openData` does */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** v1/<kind>/<slug>.json of a record that a name has led to. @throws when the build does not contain it */
  profile(kind: Kind, slug: string): Promise<EnvelopeOf<ProfileData>>;
  /** v1/interactions/<kind>/<slug>.json, likewise. */
  interactions(kind: Kind, slug: string): Promise<EnvelopeOf<CheckedRecord>>;
}

export interface DataFiles {
  'service.json': ServiceData;
  'vocabulary.json': VocabularyData<Effect>;
  'classes.json': { classes: readonly ClassData[] };
  'browser.json': BrowserIndex;
}

/** @throws {Error} when a file that every build writes is missing. */
export async function openData(reader: DataReader): Promise<CatalogData> {
  const there = <T>(file: T | undefined, path: string): T => {
    if (file === undefined) throw new Error(`v1/${path} is missing: build the site again.`);
    return file;
  };
  const read = async <T>(path: string): Promise<EnvelopeOf<T>> =>
    there((await reader.json(path)) as EnvelopeOf<T> | undefined, path);
  const dataOf = async (path: string): Promise<unknown> => (await read<unknown>(path)).data;
  const fileOf = async <P extends keyof DataFiles>(path: P) => (await dataOf(path)) as DataFiles[P];
  const [service, vocabulary, { classes }] = await Promise.all([
    fileOf('service.json'),
    fileOf('vocabulary.json'),
    fileOf('classes.json'),
  ]);
  return {
    service,
    ...openIndex(() => fileOf('browser.json'), dataOf),
    vocabulary: buildVocabulary(vocabulary),
    classes: new Map(classes.map((one) => [one.id, one])),
    profile: (kind, slug) => read(`${kind}/${slug}.json`),
    interactions: (kind, slug) => read(`interactions/${kind}/${slug}.json`),
  };
}

/** Names and search over shards, whose map is kept as a value: on Workers no request may wait for another's fetch. */
function openIndex(
  browserIndex: () => Promise<BrowserIndex>,
  dataOf: (path: string) => Promise<unknown>,
): Pick<CatalogData, 'named' | 'search'> {
  let browser: BrowserIndex | undefined;
  let opened: ReturnType<typeof openSearch> | undefined;
  const gathered = async () => {
    browser ??= await browserIndex();
    const { edition, names: shardMap } = browser;
    const shards = loadedShards();
    const contentOf = (...place: ShardPlace): Promise<unknown> => dataOf(shardPath(edition, ...place));
    /** What `make` makes once every shard is there that it asks for. */
    const answered = async <T>(make: () => T): Promise<T> => {
      for (;;) {
        const attempt = shards.attempt(make);
        if ('value' in attempt) return attempt.value;
        await fetchShards(shards, attempt.wanted, contentOf);
      }
    };
    return { shards, contentOf, answered, names: openNames(shardedTables(shardMap, shards)) };
  };
  return {
    async named(make) {
      const { answered, names } = await gathered();
      return answered(() => make(names));
    },
    async search(query, options) {
      const { shards, contentOf, answered, names } = await gathered();
      if (opened === undefined) {
        const shardMap = (await contentOf('search', 0)) as SearchShardMap;
        // Whoever asked meanwhile may have opened it.
        opened ??= openSearch(shardMap);
      }
      const index = opened(shards, names.placeOf);
      const found = await answered(() => findRecords(index, names, query, options));
      return answered(() => answerOf(index, found, options));
    },
  };
}

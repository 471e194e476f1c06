import { type BrowserIndex, shardPath } from '../api/browser-index.ts';
import type { Cache, CacheEntry } from '../catalog/cache.ts';
import { nameData, namesDigest } from '../catalog/named-records.ts';
import { type VocabularyShardMap, vocabularyShards } from '../interactions/vocabulary-shards.ts';
import { type NameShardMap, nameShards } from '../names/name-shards.ts';
import { buildNameIndex } from '../names/name-tables.ts';
import { searchShards } from '../search/search-shards.ts';
import { once } from '../text/once.ts';
import type { ShardFile } from '../text/shards.ts';
import { sha256 } from './companion/companion.ts';
import type { Edition } from './edition.ts';
import { type PublishedFile, withMade } from './file.ts';
import { searchData, searchDigest } from './search-files.ts';
import { type MadeFrom, serviceData, wrappedBy } from './v1.ts';

/**
 * v1/browser.json and the shards that it leads to, none of them large whatever the size of the catalog: browsers look
 * names up in them, and the function does. What addresses they have follows from what is in them.
 */
export function browserFiles(edition: Edition, from: MadeFrom): PublishedFile[] {
  const service = serviceData(edition);
  const wrapped = wrappedBy(service);
  const { index, files } = browserIndex(edition, from);
  const told = 'Data that names and questions are answered by, on pages of this site and by the function.';
  const sameForAll = JSON.stringify(service);
  return [
    wrapped('browser.json', told, () => index),
    ...files.map((shard) => {
      const path = shardPath(index.edition, shard.family, shard.number);
      return withMade(
        wrapped(path, told, () => shard.content),
        { stage: 'answer', inputs: [path, sameForAll] },
      );
    }),
  ];
}

function browserIndex(edition: Edition, { cache, data }: MadeFrom): { index: BrowserIndex; files: ShardFile[] } {
  const { catalog } = edition;
  const names = namesDigest(catalog);
  const words = data['vocabulary.json']();
  const parts = {
    names: cachedPart(cache, ['names', names], () => nameShards(nameData(catalog))),
    search: cachedPart(cache, ['search', names, searchDigest(edition)], () =>
      searchShards(searchData(edition), buildNameIndex(nameData(catalog))),
    ),
    vocabulary: cachedPart(cache, ['vocabulary', JSON.stringify(words)], () => vocabularyShards(words)),
  };
  const pages = Object.fromEntries(
    data['classes.json']().classes.flatMap(({ id, path }) => (path === undefined ? [] : [[id, path]])),
  );
  const vocabulary = { ...(parts.vocabulary.shardMap as VocabularyShardMap), pages };
  const digests = Object.values(parts).map(({ digest }) => digest);
  return {
    index: {
      edition: sha256(JSON.stringify([...digests, pages])).slice(0, 16),
      names: parts.names.shardMap as NameShardMap,
    },
    files: [
      ...parts.names.files,
      { family: 'search', number: 0, content: parts.search.shardMap },
      ...parts.search.files,
      { family: 'vocabulary', number: 0, content: vocabulary },
      ...parts.vocabulary.files,
    ],
  };
}

/** Shards of one kind, with what finds them. */
interface IndexPart {
  readonly shardMap: unknown;
  readonly files: readonly ShardFile[];
}

/** The same with a digest of all of it; what is in a shard may be read when it is asked for. */
interface KnownPart extends IndexPart {
  readonly digest: string;
}

/** The shard map and a digest: all that is read of a part while its shards are unchanged. */
type PartHead = Omit<KnownPart, 'files'> & { readonly files: readonly Omit<ShardFile, 'content'>[] };

/** A part with its shards as JSON, one a line: as objects they take ten times as much until they are written. */
interface MadePart {
  readonly head: PartHead;
  readonly texts: readonly string[];
}

/** The part that was made of these inputs before, or is made now; what is in its shards is read when it is asked for. */
function cachedPart(cache: Cache, inputs: readonly string[], make: () => IndexPart): KnownPart {
  const places = { head: cache.at('shards', [...inputs, 'what finds them']), texts: cache.at('shards', inputs) };
  const { value } = places.head;
  const made = value === undefined ? makePart(make, places) : undefined;
  const head = made?.head ?? (JSON.parse(Buffer.from(value as Uint8Array).toString()) as PartHead);
  const texts = once(() => made?.texts ?? textsAt(places.texts) ?? makePart(make, places).texts);
  const files = head.files.map((file, at) => ({
    ...file,
    get content() {
      return JSON.parse(texts()[at] as string) as unknown;
    },
  }));
  return { ...head, files };
}

function makePart(make: () => IndexPart, places: { head: CacheEntry; texts: CacheEntry }): MadePart {
  const { shardMap, files: made } = make();
  const texts = made.map(({ content }) => JSON.stringify(content));
  const files = made.map(({ family, number }) => ({ family, number }));
  const all = texts.join('\n');
  const head = { digest: sha256(JSON.stringify([shardMap, files, sha256(all)])), shardMap, files };
  places.texts.put(Buffer.from(all));
  places.head.put(Buffer.from(JSON.stringify(head)));
  return { head, texts };
}

const textsAt = ({ value }: CacheEntry): string[] | undefined => value && Buffer.from(value).toString().split('\n');

import { type BrowserIndex, shardPath } from '../api/browser-index.ts';
import { type Cache, cachedJson } from '../catalog/cache.ts';
import { nameData, namesDigest } from '../catalog/named-records.ts';
import { type VocabularyShardMap, vocabularyShards } from '../interactions/vocabulary-shards.ts';
import { type NameShardMap, nameShards } from '../names/name-shards.ts';
import { buildNameIndex } from '../names/name-tables.ts';
import { searchShards } from '../search/search-shards.ts';
import type { ShardFile } from '../text/shards.ts';
import { sha256 } from './companion/companion.ts';
import type { Edition } from './edition.ts';
import { type PublishedFile, withMade } from './file.ts';
import { searchData, searchDigest } from './search-files.ts';
import { type MadeFrom, serviceData, wrappedBy } from './v1.ts';

/** v1/browser.json and the shards that it leads to, in which browsers and the function look up; none is large. */
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

interface IndexPart {
  readonly shardMap: unknown;
  readonly files: readonly ShardFile[];
}

function cachedPart(cache: Cache, inputs: readonly string[], make: () => IndexPart): IndexPart & { digest: string } {
  const { files, ...part } = cachedJson(cache, { stage: 'shards', inputs }, () => {
    const { shardMap, files: made } = make();
    // As texts: objects take ten times as much until they are written.
    const texts = made.map(({ content }) => JSON.stringify(content));
    const places = made.map(({ family, number }) => ({ family, number }));
    const digest = sha256(JSON.stringify([shardMap, places, sha256(texts.join('\n'))]));
    return { digest, shardMap, files: places.map((place, at) => ({ ...place, text: texts[at] as string })) };
  });
  const shards = files.map(({ text, ...place }) => ({
    ...place,
    get content() {
      return JSON.parse(text) as unknown;
    },
  }));
  return { ...part, files: shards };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserIndex } from '../../src/api/browser-index.ts';
import type { NameIndex } from '../../src/names/name-index.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { openSearch, type SearchShardMap } from '../../src/search/search-shards.ts';
import { loadedShards, type ShardFile, shardsInMemory } from '../../src/text/shards.ts';

/** The shards of the indexes of a built dist, and what is in browser.json. */
export function shardsOf(dist: string): { browser: BrowserIndex; files: ShardFile[] } {
  const data = <T>(path: string): T => JSON.parse(readFileSync(join(dist, 'v1', path), 'utf8')).data;
  const browser = data<BrowserIndex>('browser.json');
  const files = readdirSync(join(dist, 'v1/browser', browser.edition)).flatMap((name) => {
    const [, family, number] = /^(\w+)-(\d+)\.json$/.exec(name) ?? [];
    if (family === undefined) return [];
    return [{ family, number: Number(number), content: data<unknown>(`browser/${browser.edition}/${name}`) }];
  });
  return { browser, files: files.toSorted((a, b) => a.number - b.number) };
}

/** The one shard by which the others of its kind are found. */
export const shardMapIn = <T>(files: readonly ShardFile[], family: string): T =>
  files.find((file) => file.family === family)?.content as T;

/** The search of a built dist, with all its shards in memory. */
export function searchOf(dist: string, names: NameIndex): SearchIndex {
  const { files } = shardsOf(dist);
  return openSearch(shardMapIn<SearchShardMap>(files, 'search'))(shardsInMemory(files), names.placeOf);
}

/** Reads files as a browser does: an answer that lacks one is made again once it is there. */
export function readerOf(all: readonly ShardFile[]) {
  const shards = loadedShards();
  const fetched: ShardFile[] = [];
  const byName = new Map(all.map((file) => [`${file.family}-${file.number}`, file]));
  let rounds = 0;
  return {
    shards,
    fetched,
    get rounds(): number {
      return rounds;
    },
    answer<T>(make: () => T): T {
      for (;;) {
        const attempt = shards.attempt(make);
        if ('value' in attempt) return attempt.value;
        rounds += 1;
        for (const place of attempt.wanted) {
          const file = byName.get(place.join('-'));
          if (file === undefined) throw new Error(`There is no ${place.join('-')}.`);
          shards.put(place, structuredClone(file.content));
          fetched.push(file);
        }
      }
    },
  };
}

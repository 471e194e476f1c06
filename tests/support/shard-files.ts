import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserIndex } from '../../src/api/browser-index.ts';
import type { SearchClass } from '../../src/search/question-vocabulary.ts';
import type { SearchDocument } from '../../src/search/search-document.ts';
import type { SearchData } from '../../src/search/search-index.ts';
import type { SearchShardMap } from '../../src/search/search-shards.ts';
import { loadedShards, type ShardFile } from '../../src/text/shards.ts';

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

/** What the shards of search were made of. */
export function searchDataOf(dist: string): SearchData {
  const { files } = shardsOf(dist);
  const all = <T>(family: string): T[] => files.filter((file) => file.family === family).map((one) => one.content as T);
  const { words, classes } = shardMapIn<SearchShardMap>(files, 'search');
  const groups: Record<string, [number[], number[]]> = Object.assign({}, ...all('groups'));
  return {
    documents: all<SearchDocument[]>('documents').flat(),
    words,
    classes: classes.map((one): SearchClass => {
      const [members, documented] = groups[one.id] as [number[], number[]];
      return { ...one, members, documented };
    }),
  };
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

import type { PieceFile, Pieces } from '../../src/text/index-pieces.ts';

/** Reads files as a browser does: an answer that lacks one is made again once it is there. */
export function readerOf(all: readonly PieceFile[]) {
  const there = new Map<string, unknown>();
  const fetched: PieceFile[] = [];
  const byName = new Map(all.map((file) => [`${file.family}-${file.number}`, file]));
  let wanted = new Set<string>();
  let rounds = 0;
  const pieces: Pieces = {
    at<T>(family: string, number: number): T | undefined {
      const name = `${family}-${number}`;
      if (!there.has(name)) wanted.add(name);
      return there.get(name) as T | undefined;
    },
    settle() {
      if (wanted.size > 0) throw new Error('to be fetched');
    },
  };
  return {
    pieces,
    fetched,
    get rounds(): number {
      return rounds;
    },
    answer<T>(make: () => T): T {
      for (;;) {
        wanted = new Set();
        let made: { value: T } | undefined;
        try {
          made = { value: make() };
        } catch (error) {
          if (wanted.size === 0) throw error;
        }
        if (made && wanted.size === 0) return made.value;
        rounds += 1;
        for (const name of wanted) {
          const file = byName.get(name);
          if (file === undefined) throw new Error(`There is no ${name}.`);
          there.set(name, JSON.parse(JSON.stringify(file.content)));
          fetched.push(file);
        }
      }
    },
  };
}

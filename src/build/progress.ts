import type { Cache, CacheStage } from '../catalog/cache.ts';

/** Stages whose progress is shown: each record looks once into the cache. */
const SHOWN: Readonly<Partial<Record<CacheStage, string>>> = {
  entry: 'Reading records',
  summary: 'Writing companions',
  compressed: 'Compressing files',
};

interface Terminal {
  readonly write: (text: string) => unknown;
  /** Milliseconds. */
  readonly now: () => number;
}

/** A line that is written over again: how many are done, and how long the rest takes at that pace. */
export interface ProgressLine {
  done(stage: CacheStage): void;
  /** Before anything else is printed. */
  clear(): void;
}

const EACH_MS = 200;
const CLEAR = '\r\x1b[K';

export function progressLine(
  totals: Readonly<Partial<Record<CacheStage, number>>>,
  { write, now }: Terminal,
): ProgressLine {
  let current: { stage: CacheStage; began: number; count: number } | undefined;
  let shownAt = 0;
  return {
    done(stage) {
      const what = SHOWN[stage];
      if (what === undefined) return;
      if (current?.stage !== stage) current = { stage, began: now(), count: 0 };
      current.count++;
      if (now() - shownAt < EACH_MS) return;
      shownAt = now();
      const total = totals[stage] ?? 0;
      const left = (total - current.count) * ((now() - current.began) / current.count);
      const rest = total > current.count ? ` of ${total}, ${Math.ceil(left / 1000)} s left` : '';
      write(`${CLEAR}${what}: ${current.count}${rest}`);
    },
    clear() {
      if (current !== undefined) write(CLEAR);
    },
  };
}

/** The same cache, reporting each look-up to the line. */
export const reporting = (cache: Cache, line: ProgressLine): Cache => ({
  at(stage, inputs) {
    line.done(stage);
    return cache.at(stage, inputs);
  },
});

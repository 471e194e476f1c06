import type { Kept, KeptStage } from '../catalog/kept.ts';

/** Work that is told of while it goes on: each record asks once for what was kept of it. */
const TOLD: Readonly<Partial<Record<KeptStage, string>>> = {
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
  done(stage: KeptStage): void;
  /** Before anything else is printed. */
  clear(): void;
}

const EACH_MS = 200;
const CLEAR = '\r\x1b[K';

export function progressLine(
  totals: Readonly<Partial<Record<KeptStage, number>>>,
  { write, now }: Terminal,
): ProgressLine {
  let current: { stage: KeptStage; began: number; count: number } | undefined;
  let shownAt = 0;
  return {
    done(stage) {
      const what = TOLD[stage];
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

/** The same store, telling of each question. */
export const tellingOf = (kept: Kept, line: ProgressLine): Kept => ({
  at(stage, inputs) {
    line.done(stage);
    return kept.at(stage, inputs);
  },
});

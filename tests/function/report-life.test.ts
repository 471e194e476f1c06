import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixtureDist } from '../support/build.ts';
import { type Life, liveThrough, sequence } from '../support/report-life.ts';

/** Each starts half a dozen servers. */
const SEQUENCES = 2;

it('whatever is acknowledged can be read by the editor, through kills, full disks and whatever the editor does', async () => {
  const distDir = await fixtureDist();
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`Lives of reports: SEED=${seed}`);
  const lives: Life[] = [];
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      lives.push(await liveThrough(steps, distDir));
    }),
    // A shorter sequence that fails as well would take minutes to find.
    { seed, numRuns: SEQUENCES, endOnFailure: true },
  );
  for (const { acknowledged, refused } of lives) {
    expect(acknowledged).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  }
}, 300_000);

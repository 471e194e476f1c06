import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixtureDist } from '../support/build.ts';
import { type Life, liveThrough, sequence } from '../support/report-life.ts';

it('whatever is acknowledged can be read by the editor, through kills, full disks and whatever the editor does', async () => {
  const distDir = await fixtureDist();
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`Lives of reports: SEED=${seed}`);
  const lives: Life[] = [];
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      lives.push(await liveThrough(steps, distDir));
    }),
    // It has every kind of step and starts half a dozen servers; a shorter one that fails as well would take minutes to find.
    { seed, numRuns: 1, endOnFailure: true },
  );
  for (const { acknowledged, refused } of lives) {
    expect(acknowledged).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  }
}, 300_000);

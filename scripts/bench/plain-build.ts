/** As `npm run build`, with compression and share images left out: these two are taken for made, and empty. */
import { buildForPerson } from '../../src/build/build-command.ts';
import type { Kept, KeptStage } from '../../src/catalog/kept.ts';

const EMPTY: Partial<Record<KeptStage, Uint8Array>> = {
  // The length of an encoding that is not there (src/build/compress.ts).
  compressed: new Uint8Array(4),
  image: new Uint8Array(),
};

const without = (kept: Kept): Kept => ({
  at(stage, inputs) {
    const value = EMPTY[stage];
    return value === undefined ? kept.at(stage, inputs) : { key: '', value, put: () => {} };
  },
});

if (!(await buildForPerson(without))) process.exit(1);

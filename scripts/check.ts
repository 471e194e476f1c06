/** `npm run check [files]`: validates content alone and prints every problem. Exit 1 when there is one. */
import { resolve } from 'node:path';
import { loadOptions } from '../src/build/options.ts';
import { inspectCatalog } from '../src/catalog/load.ts';
import { formatProblems } from '../src/catalog/problems.ts';

const only = process.argv.slice(2).map((file) => resolve(file));
const started = performance.now();
const { catalog, problems, files } = inspectCatalog(loadOptions());
const shown = only.length ? problems.filter(({ file }) => only.includes(resolve(file))) : problems;
if (shown.length) {
  console.error(formatProblems(shown, only.length || files));
  process.exit(1);
}
const records = only.length || catalog?.entries.length || 0;
console.log(
  `${records} ${records === 1 ? 'record is' : 'records are'} in order (${Math.round(performance.now() - started)} ms).`,
);

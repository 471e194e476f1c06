import { resolve } from 'node:path';
import { inspectCatalog, recordFiles } from '../src/catalog/load.ts';
import { formatNotices, formatProblems } from '../src/catalog/problems.ts';
import { counted } from '../src/text/sentences.ts';
import { argumentsOf, contentOptions, namedBy, orExit, Stop } from './cli.ts';

const { positionals } = argumentsOf({
  purpose: 'Checks the catalog of CONTENT_DIR and prints its problems, or only those of the files and folders named.',
  usage: 'npm run check [-- <file or folder>...]',
  example: 'npm run check -- content/medication/warfarin.yaml',
  most: Number.POSITIVE_INFINITY,
});

await orExit(() => {
  const started = performance.now();
  const options = contentOptions();
  const { problems, notices, files } = inspectCatalog(options);
  const records = new Set(recordFiles(options.contentDir).map(({ path }) => resolve(path)));
  const checked = namedBy(positionals, files, `a record or another file of the catalog ${options.contentDir}`);
  // A problem of the whole catalog concerns every file of it.
  const shown = problems.filter(({ file }) => checked.includes(file) || resolve(file) === options.contentDir);
  if (shown.length > 0) throw new Stop(formatProblems(shown, checked.length));
  if (notices.length > 0) console.log(formatNotices(notices));
  const count = checked.filter((file) => records.has(resolve(file))).length;
  const others = checked.length - count;
  const what = [count && counted(count, 'record'), others && counted(others, 'other file')]
    .filter(Boolean)
    .join(' and ');
  const took = Math.round(performance.now() - started);
  console.log(`${what} ${checked.length === 1 ? 'is' : 'are'} in order (${took} ms).`);
});

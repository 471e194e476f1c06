/** `npm run check [files or folders]`: validates content alone and prints every problem. Exit 1 when there is one. */
import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { loadOptions } from '../src/build/options.ts';
import { inspectCatalog } from '../src/catalog/load.ts';
import { formatNotices, formatProblems } from '../src/catalog/problems.ts';
import { counted } from '../src/text/sentences.ts';
import { argumentsOf, run, Stop } from './cli.ts';

const { positionals } = argumentsOf({
  purpose: 'Checks the catalog of CONTENT_DIR and prints its problems, or only those of the files and folders named.',
  usage: 'npm run check [-- <file or folder>...]',
  example: 'npm run check -- content/medication/warfarin.yaml',
  most: Number.POSITIVE_INFINITY,
});

await run(() => {
  const started = performance.now();
  const options = loadOptions();
  const chosen = positionals.map((path) => {
    const full = resolve(path);
    if (!existsSync(full)) throw new Stop(`There is no ${path} in ${process.cwd()}. Nothing was checked.`);
    return { full, isFolder: statSync(full).isDirectory() };
  });
  const { problems, notices, files } = inspectCatalog(options);
  const isChosen = (file: string): boolean => {
    const full = resolve(file);
    // What is wrong with the catalog as a whole concerns every part of it.
    if (full === options.contentDir) return true;
    return chosen.some((one) => (one.isFolder ? !relative(one.full, full).startsWith('..') : one.full === full));
  };
  const checked = chosen.length > 0 ? files.filter(isChosen) : files;
  if (checked.length === 0)
    throw new Stop(`None of these is a file of the catalog ${options.contentDir}; nothing was checked.`);
  const shown = chosen.length > 0 ? problems.filter(({ file }) => isChosen(file)) : problems;
  if (shown.length > 0) throw new Stop(formatProblems(shown, checked.length));
  if (notices.length > 0) console.log(formatNotices(notices));
  const took = Math.round(performance.now() - started);
  console.log(`${counted(checked.length, 'file is', 'files are')} in order (${took} ms).`);
});

/** `npm run ledger`: brings content/ledger.json up to date; with `--check` it only says whether it is. */
import { isCurrent, writeLedger } from '../src/catalog/ledger-file.ts';
import { loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';
import { makeEdition } from '../src/publish/edition.ts';
import { buildDate } from './build.ts';
import { loadOptions } from './options.ts';

try {
  const options = loadOptions();
  const { ledger } = makeEdition(loadCatalog(options), buildDate());
  if (!process.argv.includes('--check')) writeLedger(options.contentDir, ledger);
  else if (!isCurrent(options.contentDir, ledger))
    fail('content/ledger.json is stale: run `npm run ledger` and commit the result.');
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  fail(error.message);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

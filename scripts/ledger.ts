/** `npm run ledger`: brings content/ledger.json up to date; with `--check` it only says whether it is. */

import { buildDate, loadOptions } from '../src/build/options.ts';
import { MassDeletion, refuseMassDeletion } from '../src/catalog/ledger.ts';
import { isCurrent, writeLedger } from '../src/catalog/ledger-file.ts';
import { loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';
import { makeEdition } from '../src/publish/edition.ts';

try {
  const options = loadOptions();
  const loaded = loadCatalog(options);
  const { ledger } = makeEdition(loaded, buildDate());
  if (process.argv.includes('--check')) {
    if (!isCurrent(options.contentDir, ledger))
      fail('content/ledger.json is stale: run `npm run ledger` and commit the result.');
  } else {
    if (process.env.ALLOW_MASS_DELETION !== '1')
      refuseMassDeletion(loaded.catalog.ledger, ledger, loaded.catalog.redirects);
    writeLedger(options.contentDir, ledger);
  }
} catch (error) {
  if (!(error instanceof ContentError) && !(error instanceof MassDeletion)) throw error;
  fail(error.message);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

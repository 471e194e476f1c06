import { buildDate } from '../src/build/options.ts';
import { refuseMassDeletion } from '../src/catalog/ledger.ts';
import { isCurrent, writeLedger } from '../src/catalog/ledger-file.ts';
import { loadCatalog } from '../src/catalog/load.ts';
import { makeEdition } from '../src/publish/edition.ts';
import { argumentsOf, contentOptions, orExit, Stop } from './cli.ts';

const { values } = argumentsOf({
  purpose: 'Brings ledger.json of CONTENT_DIR up to date: the day on which each record changed last.',
  usage: 'npm run ledger [-- --check]',
  options: { check: { type: 'boolean', help: 'write nothing; exit code 1 if the ledger is stale' } },
  notes: 'ALLOW_MASS_DELETION=1 lets more than one record in twenty vanish without a line in redirects.yaml.',
  example: 'npm run ledger',
});

await orExit(() => {
  const options = contentOptions();
  const loaded = loadCatalog(options);
  const { ledger } = makeEdition(loaded, buildDate());
  if (values.check) {
    if (isCurrent(options.contentDir, ledger)) return;
    throw new Stop('content/ledger.json is stale: run `npm run ledger` and commit the result.');
  }
  if (process.env.ALLOW_MASS_DELETION !== '1')
    refuseMassDeletion(loaded.catalog.ledger, ledger, loaded.catalog.redirects);
  writeLedger(options.contentDir, ledger);
});

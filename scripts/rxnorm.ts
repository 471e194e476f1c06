/** `npm run rxnorm`: makes content/vocabulary/rxnorm.tsv again from a release of RxNorm. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rxnormRelease, rxnormRows } from '../src/names/rxnorm.ts';
import { argumentsOf, contentOptions, orExit, Stop } from './cli.ts';
import { rxnormTable } from './rxnorm/rxnorm-table.ts';

const { positionals } = argumentsOf({
  purpose: `Makes vocabulary/rxnorm.tsv of CONTENT_DIR again from a release of RxNorm's current prescribable content: codes, names and
ingredients of everything that is sold in the US. Then "npm run check" and "npm run ledger" say what follows for the records.`,
  usage: 'npm run rxnorm -- <folder>',
  notes: `<folder> is the unpacked RxNorm_full_prescribe_<MMDDYYYY>.zip of the US National Library of Medicine, or its folder rrf with
RXNCONSO.RRF, RXNREL.RRF and RXNSAT.RRF. The date is read from the name of a file or folder.`,
  example: 'npm run rxnorm -- ./RxNorm_full_prescribe_11032025',
  least: 1,
});

await orExit(() => {
  const folder = positionals[0] as string;
  const files = filesIn(folder);
  const table = rxnormTable(files);
  const path = join(contentOptions().contentDir, 'vocabulary/rxnorm.tsv');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const count = (text: string): number => [...rxnormRows(text)].length;
  if (count(table) === 0) throw new Stop(`The files in ${folder} hold no concept of RxNorm; ${path} was not changed.`);
  writeFileSync(path, table);
  console.log(
    `${path}: release ${files.release}, ${count(table)} codes; before: release ${rxnormRelease(before) ?? 'none'}, ${count(before)}.`,
  );
});

/** @throws {Stop} where a file is missing or the release has no date */
function filesIn(folder: string) {
  const rrf = [folder, join(folder, 'rrf')].find((one) => existsSync(join(one, 'RXNCONSO.RRF')));
  if (rrf === undefined) throw new Stop(`There is no RXNCONSO.RRF in ${folder} or in its folder rrf.`);
  const read = (name: string): string => {
    if (!existsSync(join(rrf, name))) throw new Stop(`There is no ${name} in ${rrf}.`);
    return readFileSync(join(rrf, name), 'utf8');
  };
  const dated = [folder, ...readdirSync(folder)]
    .map((name) => /(\d{2})(\d{2})(\d{4})(?!.*\d{8})/.exec(name))
    .find((one) => one);
  if (!dated)
    throw new Stop(`No name in ${folder} says the date of the release (MMDDYYYY); rename the folder so that it does.`);
  const [, month, day, year] = dated;
  return {
    names: read('RXNCONSO.RRF'),
    relations: read('RXNREL.RRF'),
    attributes: read('RXNSAT.RRF'),
    release: `${year}-${month}-${day}`,
  };
}

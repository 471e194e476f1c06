/** `npm run labels -- <folder>`: compares the catalog with openFDA label records (one JSON file each, or `{results: [...]}`). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinInteractions } from '../src/interactions/join.ts';
import { refOf } from '../src/records/entry.ts';
import { printable } from '../src/text/invisible.ts';
import { argumentsOf, loadOrExit } from './cli.ts';
import { compareLabels, type Label, type LabelNote } from './labels/label-comparison.ts';

const { positionals } = argumentsOf({
  purpose: `Compares the catalog of CONTENT_DIR with drug labels of openFDA: contradictions, newer labels than those cited, and
pairs of medicines that a label names and the catalog lacks. Exit code 1 where there is a contradiction.`,
  usage: 'npm run labels -- <folder>',
  notes: '<folder> holds *.json from api.fda.gov/drug/label.json: one label in each file, or {"results": [...]}.',
  example: 'npm run labels -- ./openfda-labels',
  least: 1,
});
const folder = positionals[0] as string;
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}.`);
  process.exit(1);
}
const labels = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .flatMap((name): Label[] => {
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return (file.results ?? [file]).filter((one: Partial<Label>) => one.set_id && one.effective_time);
  });

const { catalog, terms } = await loadOrExit();
const interactions = joinInteractions(catalog.entries, terms, refOf);
const { notes, compared } = compareLabels(catalog, terms, interactions, labels);
const titles: Record<LabelNote['type'], string> = {
  contradiction: 'Contradictions',
  drift: 'Newer labels than those cited',
  uncovered: 'Pairs that a label names and the catalog lacks',
  stale: 'Exceptions that no longer apply',
};
for (const [type, title] of Object.entries(titles)) {
  const of = notes.filter((note) => note.type === type);
  console.log(`${title}: ${of.length}`);
  for (const { ref, text } of of) console.log(printable(`  ${ref}: ${text}`));
}
console.log(`${compared} of ${labels.length} labels are of substances in the catalog.`);
process.exit(notes.some(({ type }) => type === 'contradiction') ? 1 : 0);

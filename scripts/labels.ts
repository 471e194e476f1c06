/** `npm run labels -- <folder>`: compares the catalog with openFDA label records (one JSON file each, or `{results: [...]}`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareLabels, type Label, type LabelNote } from '../src/catalog/labels.ts';
import { printable } from '../src/names/unseen.ts';
import { refOf } from '../src/profile/entry.ts';
import { joinInteractions } from '../src/profile/join.ts';
import { loadOrExit } from './catalog.ts';
import { loadOptions } from './options.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Say where the labels are: npm run labels -- <folder of openFDA label JSON>');
  process.exit(2);
}
const labels = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .flatMap((name): Label[] => {
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return (file.results ?? [file]).filter((one: Partial<Label>) => one.set_id && one.effective_time);
  });

const { catalog, terms } = loadOrExit(loadOptions());
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

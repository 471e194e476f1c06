import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../src/text/invisible.ts';
import { argumentsOf, loadOrExit, orExit, Stop } from './cli.ts';
import { compareLabels, type Label, type LabelNote } from './labels/label-comparison.ts';

const { positionals } = argumentsOf({
  purpose: `Compares the catalog of CONTENT_DIR with drug labels of openFDA: contradictions, newer labels than those cited, and
pairs of medicines that a label names and the catalog lacks. Exit code 1 where there is a contradiction.`,
  usage: 'npm run labels -- <folder>',
  notes: '<folder> holds *.json from api.fda.gov/drug/label.json: one label in each file, or {"results": [...]}.',
  example: 'npm run labels -- ./openfda-labels',
  least: 1,
});

const titles: Record<LabelNote['type'], string> = {
  contradiction: 'Contradictions',
  drift: 'Newer labels than those cited',
  uncovered: 'Pairs that a label names and the catalog lacks',
  stale: 'Exceptions that no longer apply',
};
const labels = await orExit(() => labelsIn(positionals[0] as string));
const { notes, compared } = compareLabels(await loadOrExit(), labels);
for (const [type, title] of Object.entries(titles)) {
  const of = notes.filter((note) => note.type === type);
  console.log(`${title}: ${of.length}`);
  for (const { ref, text } of of) console.log(printable(`  ${ref}: ${text}`));
}
console.log(`${compared} of ${labels.length} labels are of substances in the catalog.`);
process.exit(notes.some(({ type }) => type === 'contradiction') ? 1 : 0);

function labelsIn(folder: string): Label[] {
  if (!existsSync(folder)) throw new Stop(`There is no folder ${folder}.`);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().flatMap((name): Label[] => {
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return (file.results ?? [file]).filter((one: Partial<Label>) => one.set_id && one.effective_time);
  });
}

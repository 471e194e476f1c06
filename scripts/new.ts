import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildDate, loadOptions } from '../src/build/options.ts';
import { type DraftLabel, labelOf } from '../src/catalog/draft-label.ts';
import { draftRecord } from '../src/catalog/draft-record.ts';
import { isKind, kinds } from '../src/schema/kinds.ts';
import { argumentsOf, orExit, Stop } from './cli.ts';

const { positionals, values, refuse } = argumentsOf({
  purpose: 'Writes a new record below CONTENT_DIR that passes its schema and says in comments what each field wants.',
  usage: 'npm run new <kind> <slug> [-- --label <file>]',
  options: {
    label: {
      type: 'string',
      takes: 'file',
      help: 'JSON of api.fda.gov/drug/label.json with one label; fills in its own fields and says where to read what',
    },
  },
  notes: `  <kind>  ${kinds.join(', ')}
  <slug>  the address: lower-case letters, digits, single hyphens`,
  example: 'npm run new medication warfarin',
  least: 2,
});

await orExit(() => {
  const [kind, slug = ''] = positionals;
  if (!isKind(kind)) return refuse(`"${kind}" is no kind; the kinds are ${kinds.join(', ')}.`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new Stop(`"${slug}" is no slug; use lower-case letters, digits and single hyphens.`);
  const { contentDir, schemaDir } = loadOptions();
  const file = join(contentDir, kind, `${slug}.yaml`);
  if (existsSync(file)) throw new Stop(`${relative(process.cwd(), file)} is there already; nothing was written.`);
  if (values.label !== undefined && kind !== 'medication') return refuse(`--label is for a medication, not a ${kind}.`);
  const label = values.label === undefined ? undefined : labelIn(values.label);
  const schema = JSON.parse(readFileSync(join(schemaDir, `profile/${kind}.json`), 'utf8'));
  const schemaPath = relative(dirname(file), join(schemaDir, `content/${kind}.json`)).replaceAll('\\', '/');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, draftRecord({ kind, slug, schema, schemaPath, today: buildDate(), ...(label && { label }) }));
  console.log(
    `Wrote ${relative(process.cwd(), file)}. Fill it in; \`npm run check -- ${relative(process.cwd(), file)}\` says what is wrong.`,
  );
});

function labelIn(path: string): DraftLabel {
  if (!existsSync(path)) throw new Stop(`There is no ${path} in ${process.cwd()}; nothing was written.`);
  try {
    return labelOf(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Stop(`${path} ${(error as Error).message}; nothing was written.`);
  }
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildDate, loadOptions } from '../src/build/options.ts';
import { draftRecord } from '../src/catalog/draft-record.ts';
import { isKind, kinds } from '../src/schema/kinds.ts';
import { argumentsOf, orExit, Stop } from './cli.ts';

const { positionals, refuse } = argumentsOf({
  purpose: 'Writes a new record below CONTENT_DIR that passes its schema and says in comments what each field wants.',
  usage: 'npm run new <kind> <slug>',
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
  const schema = JSON.parse(readFileSync(join(schemaDir, `profile/${kind}.json`), 'utf8'));
  const schemaPath = relative(dirname(file), join(schemaDir, `content/${kind}.json`)).replaceAll('\\', '/');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, draftRecord({ kind, slug, schema, schemaPath, today: buildDate() }));
  console.log(
    `Wrote ${relative(process.cwd(), file)}. Fill it in; \`npm run check -- ${relative(process.cwd(), file)}\` says what is wrong.`,
  );
});

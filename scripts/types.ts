/** Writes src/schema/types.ts from the JSON Schemas; `--check` fails when it is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';

const schemas = [
  'profile/medication.json',
  'profile/supplement.json',
  'profile/peptide.json',
  'content/record.json',
  'envelope.json',
  'problem.json',
  'report.json',
  'manifest.json',
];
const root = join(import.meta.dirname, '../src/schema');
const target = join(root, 'types.ts');

const parts: string[] = ['// Generated from the JSON Schemas beside this file by `npm run types`. Do not edit.\n'];
for (const path of schemas) {
  const schema = JSON.parse(readFileSync(join(root, path), 'utf8'));
  // minItems and minProperties are for the validator; as tuple types they only get in the way.
  const text = JSON.stringify(schema, (key, value) => (key === 'minItems' || key === 'maxItems' ? undefined : value));
  parts.push(
    await compile(JSON.parse(text), schema.title, { bannerComment: '', additionalProperties: false, cwd: root }),
  );
}
const text = parts.join('\n');
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('src/schema/types.ts is stale: run `npm run types` and commit the result.');
  process.exit(1);
}

/** `npm run types`: what follows from the JSON Schemas: types, and the authoring form of each profile. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { authoringSchema } from '../src/schema/authoring.ts';
import { kinds } from '../src/schema/kinds.ts';
import { argumentsOf } from './cli.ts';
import schemas from './typed-schemas.json' with { type: 'json' };

const { values } = argumentsOf({
  purpose: 'Writes src/schema/types.ts and the schemas for authors from the JSON Schemas in src/schema.',
  usage: 'npm run types [-- --check]',
  options: { check: { type: 'boolean', help: 'write nothing; exit code 1 if a generated file is stale' } },
  example: 'npm run types',
});

const root = join(import.meta.dirname, '../src/schema');
const target = join(root, 'types.ts');

const parts: string[] = ['// Generated from the JSON Schemas beside this file by `npm run types`. Do not edit.\n'];
for (const path of schemas) {
  const schema = JSON.parse(readFileSync(join(root, path), 'utf8'));
  // minItems and minProperties are for the validator; as tuple types they only get in the way.
  // A description beside a reference would make another type of what is referred to.
  const text = JSON.stringify(schema, (key, value) =>
    key === 'minItems' || key === 'maxItems' ? undefined : value?.$ref ? { $ref: value.$ref } : value,
  );
  parts.push(
    await compile(JSON.parse(text), schema.title, { bannerComment: '', additionalProperties: false, cwd: root }),
  );
}
const files = new Map([[target, parts.join('\n')]]);
for (const kind of kinds) {
  const schema = JSON.parse(readFileSync(join(root, `profile/${kind}.json`), 'utf8'));
  files.set(join(root, `content/authoring/${kind}.json`), `${JSON.stringify(authoringSchema(schema), null, 2)}\n`);
}
for (const [file, text] of files) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (values.check) {
    console.error(`${file} is stale: run \`npm run types\` and commit the result.`);
    process.exit(1);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { keyOrders, recordFiles } from '../src/catalog/load.ts';
import { fixForm, formFaults } from '../src/catalog/rules/form.ts';
import { counted } from '../src/text/sentences.ts';
import { argumentsOf, contentOptions, namedBy, orExit, Stop } from './cli.ts';

const { positionals, values } = argumentsOf({
  purpose: 'Fixes the form of the records of CONTENT_DIR, or of those named: order of keys, quotes, sorted lists.',
  usage: 'npm run fix [-- [--check] <file or folder>...]',
  options: { check: { type: 'boolean', help: 'write nothing; exit code 1 if a record needs fixing' } },
  example: 'npm run fix -- content/medication/warfarin.yaml',
  most: Number.POSITIVE_INFINITY,
});

await orExit(() => {
  const options = contentOptions();
  const orders = keyOrders(options.schemaDir);
  const records = recordFiles(options.contentDir);
  const paths = records.map(({ path }) => path);
  const named = namedBy(positionals, paths, `a record of the catalog ${options.contentDir}`);
  const chosen = records.filter(({ path }) => named.includes(path));
  if (values.check) {
    const faults = chosen.flatMap(({ path, kind }) =>
      formFaults(readFileSync(path, 'utf8'), orders[kind]).map(
        ({ line, reason }) => `${relative(process.cwd(), path)}:${line}  ${reason}`,
      ),
    );
    if (faults.length > 0) throw new Stop(`${faults.join('\n')}\n\`npm run fix\` fixes this.`);
    return;
  }
  const changed = chosen.filter(({ path, kind }) => {
    const text = readFileSync(path, 'utf8');
    const fixed = fixForm(text, orders[kind]);
    if (fixed !== text) writeFileSync(path, fixed);
    return fixed !== text;
  });
  for (const { path } of changed) console.log(relative(process.cwd(), path));
  console.log(`${counted(changed.length, 'record')} of ${chosen.length} fixed.`);
});

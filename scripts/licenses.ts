import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyList, dependencyProblems, productionDependencies } from '../src/build/dependencies.ts';
import { root } from '../src/build/options.ts';
import { argumentsOf, orExit, Stop } from './cli.ts';

const { values } = argumentsOf({
  purpose:
    'Writes docs/dependencies.txt: the packages that building and serving need, by licence. Refuses unknown licences.',
  usage: 'npm run licenses [-- --check]',
  options: { check: { type: 'boolean', help: 'write nothing; exit code 1 if the file is stale' } },
  notes: 'The same list as an SBOM: npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx',
  example: 'npm run licenses -- --check',
});

await orExit(() => {
  const dependencies = productionDependencies(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const problems = dependencyProblems(dependencies);
  if (problems.length > 0) throw new Stop(problems.join('\n'));
  const file = join(root, 'docs/dependencies.txt');
  const text = dependencyList(dependencies);
  if (values.check && readFileSync(file, 'utf8') !== text)
    throw new Stop('docs/dependencies.txt is stale: run `npm run licenses` and commit the result.');
  if (!values.check) writeFileSync(file, text);
});

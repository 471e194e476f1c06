/** `npm run licenses`: writes docs/dependencies.txt, what building and serving need and under which licences. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyList, dependencyProblems, productionDependencies } from '../src/build/dependencies.ts';
import { root } from '../src/build/options.ts';
import { argumentsOf, run, Stop } from './cli.ts';

const usage = `Usage: npm run licenses [-- --check]
Writes docs/dependencies.txt from package-lock.json; --check writes nothing and fails when it is stale. Either fails on a
licence that nobody has accepted. A list in a standard form: npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx`;
const { values } = argumentsOf({ usage, options: { check: { type: 'boolean' } } });

await run(() => {
  const dependencies = productionDependencies(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const problems = dependencyProblems(dependencies);
  if (problems.length > 0) throw new Stop(problems.join('\n'));
  const file = join(root, 'docs/dependencies.txt');
  const text = dependencyList(dependencies);
  if (values.check && readFileSync(file, 'utf8') !== text)
    throw new Stop('docs/dependencies.txt is stale: run `npm run licenses` and commit the result.');
  if (!values.check) writeFileSync(file, text);
});

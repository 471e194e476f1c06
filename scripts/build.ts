/** `npm run build`: writes dist/ from the catalog; a build that fails leaves the last good dist/ as it was. */
import { buildForPerson } from '../src/build/build-command.ts';
import { argumentsOf } from './arguments.ts';

const { values } = argumentsOf({
  usage: `Builds the site into dist/; what has not changed since the last build is reused.

Usage: npm run build [-- --explain <path>]
  --explain <path>   says why that file of dist/ was rebuilt or reused
Where content is read and the site is written follows from the environment: docs/settings.md.

Example: npm run build -- --explain medication/warfarin.html`,
  options: { explain: { type: 'string' } },
});
const explain = values.explain?.replace(/^\/*(?:dist\/+)?/, '');
if (!(await buildForPerson({ explain }))) process.exit(1);

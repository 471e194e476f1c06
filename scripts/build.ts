/** `npm run build`: writes dist/ from the catalog; a build that fails leaves the last good dist/ as it was. */
import { buildForPerson } from '../src/build/build-command.ts';
import { argumentsOf } from './arguments.ts';

argumentsOf({ usage: 'Usage: npm run build\nWhat is built and where follows from the environment: see the README.' });
if (!(await buildForPerson())) process.exit(1);

/** `npm run build`: writes dist/ from the catalog; a build that fails leaves the last good dist/ as it was. */
import { buildForPerson } from '../src/build/build-site.ts';

if (!(await buildForPerson())) process.exit(1);

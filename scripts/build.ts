/** `npm run build`: writes dist/ from the catalog; a build that fails leaves the last good dist/ as it was. */
import { buildForPerson } from '../src/build/build-command.ts';
import { argumentsOf } from './arguments.ts';

argumentsOf({
  purpose: 'Writes the site to OUT_DIR from the catalog in CONTENT_DIR. A build that fails leaves the last good one.',
  usage: 'npm run build',
  notes: `Settings (environment):
  CONTENT_DIR  folder of the catalog (default: content)
  OUT_DIR      folder that the build replaces (default: dist)
  SITE_URL     public address of the site, without a path (default: siteUrl of site.yaml)
  CACHE_DIR    folder of the cache (default: .cache), or none
The README lists the others.`,
  example: 'SITE_URL=https://example.org npm run build',
});
if (!(await buildForPerson())) process.exit(1);

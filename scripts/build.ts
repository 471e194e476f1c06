import { buildForPerson } from '../src/build/build-command.ts';
import { argumentsOf } from './arguments.ts';

const { values } = argumentsOf({
  purpose: 'Writes the site to OUT_DIR from the catalog in CONTENT_DIR. A build that fails leaves the last good one.',
  usage: 'npm run build [-- --explain <path>]',
  notes: `Settings (environment):
  CONTENT_DIR  folder of the catalog (default: content)
  OUT_DIR      folder that the build replaces (default: dist)
  SITE_URL     public address of the site, without a path (default: siteUrl of site.yaml)
  CACHE_DIR    folder of the cache (default: .cache), or none
docs/settings.md lists the others.`,
  example: 'npm run build -- --explain medication/warfarin.html',
  options: { explain: { type: 'string', takes: 'path', help: 'say why that file of OUT_DIR was rebuilt or reused' } },
});
const explain = values.explain?.replace(/^\/*(?:dist\/+)?/, '');
if (!(await buildForPerson(explain))) process.exit(1);

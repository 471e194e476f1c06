import { serverJson } from '../src/publish/well-known.ts';
import { argumentsOf, loadOrExit } from './cli.ts';

argumentsOf({
  purpose: 'Prints server.json, by which an MCP registry lists this service.',
  usage: 'npm run --silent server-json',
  notes: `Settings (environment):
  SITE_URL     public address of the site, which must begin with https://
  BASE_URL     address of the API (default: SITE_URL)`,
  example: 'SITE_URL=https://example.org npm run --silent server-json > server.json',
});
const { catalog } = await loadOrExit();
if (!catalog.site.siteUrl.startsWith('https://'))
  console.error(`${catalog.site.siteUrl} is no address that a registry takes: set SITE_URL to the public one.`);
console.log(JSON.stringify(serverJson(catalog.site), null, 2));

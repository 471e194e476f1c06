/** `npm run server-json`: prints `server.json` for the MCP registry; SITE_URL and BASE_URL say where the service runs. */

import { serverJson } from '../src/publish/mcp-server.ts';
import { argumentsOf, loadOrExit } from './cli.ts';

argumentsOf({ usage: 'Usage: SITE_URL=https://… [BASE_URL=https://…] npm run --silent server-json > server.json' });
const { catalog } = await loadOrExit();
if (!catalog.site.siteUrl.startsWith('https://'))
  console.error(`${catalog.site.siteUrl} is no address that a registry takes: set SITE_URL to the public one.`);
console.log(JSON.stringify(serverJson(catalog.site), null, 2));

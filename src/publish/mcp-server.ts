import packageJson from '../../package.json' with { type: 'json' };
import type { CatalogSite } from '../catalog/catalog.ts';
import { truncate } from '../text/truncate.ts';

/** Version of the service: that of package.json (docs/contract.md, Small print). */
export const SERVICE_VERSION: string = packageJson.version;

/** Protocol versions of `/mcp`, newest first (docs/contract.md, MCP). */
const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** Its name is the host of SITE_URL read backwards, which an operator proves to a registry by DNS or HTTP. */
const identity = ({ name, siteUrl }: CatalogSite) => ({
  name: `${new URL(siteUrl).hostname.split('.').toReversed().join('.')}/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  version: SERVICE_VERSION,
  title: name,
  websiteUrl: siteUrl,
});

const remote = ({ baseUrl }: CatalogSite) => ({ type: 'streamable-http', url: `${baseUrl}/mcp` });

/** SEP-2127 (draft): identity and address only; what the server can do is asked of the server. */
export const serverCard = (site: CatalogSite): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  ...identity(site),
  description: site.summary,
  remotes: [{ ...remote(site), supportedProtocolVersions: MCP_VERSIONS }],
});

/** `server.json` for the MCP registry, schema 2025-12-11. */
export const serverJson = (site: CatalogSite): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ...identity(site),
  description: truncate(site.summary, LONGEST),
  remotes: [remote(site)],
});

/** Characters that the registry's schema allows in a description. */
const LONGEST = 100;

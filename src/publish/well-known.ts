import packageJson from '../../package.json' with { type: 'json' };
import { useTerms } from '../api/headers.ts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { basePath } from '../records/address.ts';
import { truncate } from '../text/truncate.ts';
import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile, textFile } from './file.ts';
import { escapeXml, xmlFile } from './xml.ts';

/** Machine-readable files on publisher and terms of use, all from content/site.yaml. */
export const wellKnownFiles = ({ catalog: { site } }: Edition): PublishedFile[] => [
  textFile('robots.txt', () => robots(site)),
  textFile('.well-known/security.txt', () => securityTxt(site)),
  xmlFile('license.xml', license(site)),
  jsonFile('.well-known/api-catalog', () => apiCatalog(site)),
  jsonFile('mcp/server-card', () => serverCard(site)),
];

/** One group, because groups do not inherit from each other. */
function robots({ siteUrl, baseUrl, crawlDelay }: CatalogSite): string {
  const group = [
    'User-agent: *',
    ...Object.entries(useTerms).map(([name, value]) => `${name}: ${value}`),
    `Crawl-delay: ${crawlDelay}`,
    // The first rule that fits holds for parsers older than RFC 9309, Python's among them.
    `Disallow: ${basePath(baseUrl)}/v1/report-hallucination`,
    'Allow: /',
  ];
  return `${group.join('\n')}\n\nLicense: ${siteUrl}/license.xml\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** RSL 1.0. It cannot express "no bulk export", which is stated on /terms. */
function license({ siteUrl }: CatalogSite): string {
  return [
    '<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>',
    '<permits type="usage">search ai-input</permits><prohibits type="usage">ai-train</prohibits>',
    `<payment type="attribution"/></license><terms>${escapeXml(siteUrl)}/terms</terms></content></rsl>`,
  ].join('\n');
}

/** RFC 9116. */
function securityTxt({ siteUrl, securityContact }: CatalogSite): string {
  const lines = [
    `Contact: mailto:${encodeURI(securityContact.email)}`,
    `Expires: ${securityContact.expires}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}

/** RFC 9727: a linkset (RFC 9264) that leads from the service to what describes it. */
function apiCatalog({ siteUrl, baseUrl }: CatalogSite): object {
  const common = {
    'service-doc': [{ href: `${siteUrl}/developers`, type: 'text/html' }],
    'terms-of-service': [{ href: `${siteUrl}/terms`, type: 'text/html' }],
    license: [{ href: `${siteUrl}/license.xml`, type: 'application/rsl+xml' }],
  };
  return {
    linkset: [
      { anchor: `${siteUrl}/.well-known/api-catalog`, item: [{ href: `${baseUrl}/v1` }, { href: `${baseUrl}/mcp` }] },
      {
        anchor: `${baseUrl}/v1`,
        'service-desc': [{ href: `${baseUrl}/v1/openapi.json`, type: 'application/json' }],
        ...common,
      },
      {
        anchor: `${baseUrl}/mcp`,
        'service-desc': [{ href: `${baseUrl}/mcp/server-card`, type: 'application/mcp-server-card+json' }],
        ...common,
      },
    ],
  };
}

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

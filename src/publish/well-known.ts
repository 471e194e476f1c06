import { useTerms } from '../api/headers.ts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { basePath } from '../records/address.ts';
import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile } from './file.ts';
import { SERVICE_VERSION } from './v1.ts';
import { escapeXml, xmlFile } from './xml.ts';

/** Files that say who we are and on which terms, for programs; all from content/site.yaml. */
export const wellKnownFiles = ({ catalog: { site } }: Edition): PublishedFile[] => [
  textFile('robots.txt', robots(site)),
  textFile('.well-known/security.txt', securityTxt(site)),
  xmlFile('license.xml', license(site)),
  jsonFile('.well-known/api-catalog', apiCatalog(site)),
  jsonFile('mcp/server-card', serverCard(site)),
];

const textFile = (path: string, body: string): PublishedFile => ({ path, body });

/** One group, for groups inherit nothing from each other. */
function robots({ siteUrl, baseUrl, crawlDelay }: CatalogSite): string {
  const group = [
    'User-agent: *',
    ...Object.entries(useTerms).map(([name, value]) => `${name}: ${value}`),
    `Crawl-delay: ${crawlDelay}`,
    'Allow: /',
    `Disallow: ${basePath(baseUrl)}/v1/report-hallucination`,
  ];
  return `${group.join('\n')}\n\nLicense: ${siteUrl}/license.xml\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** RSL 1.0. What it cannot express, no bulk export, stands on /terms. */
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

/** Protocol versions of `/mcp`, newest first (docs/contract.md, MCP). */
const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** SEP-2127 (draft): identity and address only; what the server can do is asked of the server. */
function serverCard({ name, summary, siteUrl, baseUrl }: CatalogSite): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reverseDns(siteUrl)}/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    version: SERVICE_VERSION,
    title: name,
    description: summary,
    websiteUrl: siteUrl,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp`, supportedProtocolVersions: MCP_VERSIONS }],
  };
}

const reverseDns = (url: string): string => new URL(url).hostname.split('.').toReversed().join('.');

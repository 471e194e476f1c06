import { useTerms } from '../api/headers.ts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { basePath } from '../records/address.ts';
import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile, textFile } from './file.ts';
import { serverCard } from './mcp-server.ts';
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

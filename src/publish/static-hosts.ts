import {
  type Addresses,
  cacheControl,
  commonHeaders,
  HASHED_ASSETS,
  linkHeader,
  mediaType,
  typedPaths,
} from '../api/headers.ts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { basePath } from '../records/address.ts';
import { kinds } from '../schema/kinds.ts';
import type { Redirects } from '../schema/types.ts';
import type { Edition } from './edition.ts';
import { type PublishedFile, textFile } from './file.ts';

/** Rules for static hosts (Cloudflare, Netlify), without 410 and `Accept`: withdrawn is 404, companions `.md`. */
export const hostFiles = ({ catalog }: Edition): PublishedFile[] => [
  textFile('_redirects', () => redirectRules(catalog.redirects, catalog.site)),
  textFile('_headers', () => headerRules(catalog.site)),
  { path: '.assetsignore', body: UNREACHABLE },
];

/** Not uploaded to Workers: the platform compresses responses itself, except Markdown. */
const UNREACHABLE = '**/*.br\n**/*.gz\n!**/*.md.gz\n';

function redirectRules(redirects: Redirects, { baseUrl }: CatalogSite): string {
  const v1 = `${basePath(baseUrl)}/v1`;
  const moved = redirects.renamed.flatMap(({ kind, from, to }) =>
    [
      [`/${kind}`, '.md'],
      [`${v1}/${kind}`, '.json'],
    ].flatMap(([folder, ending]) => ['', ending].map((end) => `${folder}/${from}${end} ${folder}/${to}${end} 301`)),
  );
  // The rule with .json comes first; otherwise the rule without it would match .json as part of the slug.
  const records = kinds.flatMap((kind) =>
    ['.json', ''].map((end) => `${v1}/${kind}/:slug${end} /v1/${kind}/:slug.json 200`),
  );
  return `${[...moved, `${v1} /v1/index.json 200`, `${v1}/tools /v1/tools.json 200`, ...records].join('\n')}\n`;
}

/** Later rules add to earlier ones; `!` removes a header set by an earlier rule. */
function headerRules(addresses: Addresses): string {
  const everywhere = {
    ...commonHeaders(addresses),
    'Cache-Control': cacheControl('/'),
    Link: linkHeader('', addresses.siteUrl),
  };
  const rules: [pattern: string, headers: Record<string, string>, dropped?: string][] = [
    ['/*', everywhere],
    [`${HASHED_ASSETS}*`, { 'Cache-Control': cacheControl(HASHED_ASSETS) }, 'Cache-Control'],
    ...[...kinds, 'class'].map((folder): [string, Record<string, string>] => [
      `/${folder}/:slug.md`,
      { Link: `<${addresses.siteUrl}/${folder}/:slug>; rel="canonical"` },
    ]),
    ...typedPaths.map((path): [string, Record<string, string>, string] => [
      `/${path}`,
      { 'Content-Type': mediaType(path) },
      'Content-Type',
    ]),
  ];
  return rules
    .map(([pattern, headers, dropped]) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
      return `${[pattern, ...(dropped ? [`  ! ${dropped}`] : []), ...lines].join('\n')}\n`;
    })
    .join('\n');
}

import type { ServiceData } from '../../api/catalog-data.ts';
import { basePath } from '../../records/address.ts';
import { isKind, type Kind, kindPattern } from '../../schema/kinds.ts';
import type { Assets } from './assets.ts';

export type Destination =
  /** `companion` is the Markdown of a page that has one. */
  | { readonly type: 'file'; readonly file: string; readonly address: string; readonly companion?: string }
  | { readonly type: 'moved'; readonly to: string }
  | { readonly type: 'withdrawn'; readonly record: ServiceData['withdrawn'][number] }
  | { readonly type: 'unknown'; readonly record?: RecordAddress };

export interface RecordAddress {
  readonly kind: Kind;
  readonly slug: string;
}

/** Finds what a path leads to, by the list of files: no path can leave it. A renamed record moves in one hop. */
export function createResolver(assets: Assets, service: ServiceData): (path: string) => Destination {
  const base = basePath(assets.addresses.baseUrl);
  const renamed = new Map(service.renamed.map(({ kind, from, to }) => [`${kind}/${from}`, to]));
  const withdrawn = new Map(service.withdrawn.map((record) => [`${record.kind}/${record.slug}`, record]));

  return (path) => {
    const address = readable(path);
    const plain = withoutEnding(address);
    const found = fileAt(plain);
    if (found !== undefined) return plain === address ? found : { type: 'moved', to: encodeURI(plain) };
    const [prefix = '', kind, slug = '', form = ''] = recordPattern.exec(plain)?.slice(1) ?? [];
    // Slugs have no capitals: whoever types one is led to the record.
    const small = plain.toLowerCase();
    if (small !== plain && RECORD_IN_CAPITALS.test(small) && fileAt(small) !== undefined)
      return { type: 'moved', to: encodeURI(small) };
    if (!isKind(kind) || !(prefix === '' || prefix === `${base}/v1`)) return { type: 'unknown' };
    const current = renamed.get(`${kind}/${slug}`) ?? slug;
    const gone = withdrawn.get(`${kind}/${current}`);
    if (gone !== undefined) return { type: 'withdrawn', record: gone };
    if (current !== slug) return { type: 'moved', to: encodeURI(`${prefix}/${kind}/${current}${form}`) };
    return { type: 'unknown', record: { kind, slug } };
  };

  function fileAt(address: string): Destination | undefined {
    const inner = belowBase(address, base);
    if (inner !== undefined && isApiAddress(inner)) return precomputed(inner);
    return isApiAddress(address) ? undefined : siteFile(address);
  }

  /** `/v1` answers that were written at build; the same address with `.json` is accepted. */
  function precomputed(address: string): Destination | undefined {
    const bare = address.replace(/\.json$/, '');
    const named = precomputedPattern.test(bare) ? `${bare.slice(1)}.json` : address.slice(1);
    const file = bare === '/v1' ? 'v1/index.json' : named;
    return assets.paths.has(file) ? { type: 'file', file, address: `/${file}` } : undefined;
  }

  function siteFile(address: string): Destination | undefined {
    const name = address.slice(1);
    const page = `${name || 'index'}.html`;
    if (assets.paths.has(name) && !name.endsWith('.html')) return { type: 'file', file: name, address };
    if (!assets.paths.has(page) || page === NOT_FOUND_PAGE) return undefined;
    const companion = `${name}.md`;
    return { type: 'file', file: page, address, ...(assets.paths.has(companion) && { companion }) };
  }
}

export const NOT_FOUND_PAGE = '404.html';

/** `path` below the path of BASE_URL; undefined when it is not. */
export const belowBase = (path: string, base: string): string | undefined =>
  path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;

/** `/v1...` and `/mcp...`, which live below BASE_URL and never answer with HTML. */
export const isApiAddress = (path: string): boolean => /^\/(?:v1|mcp)(?:[/.]|$)/.test(path);

const precomputedPattern = new RegExp(`^/v1/(?:tools|${kindPattern}|(?:interactions/)?${kindPattern}/[^/]+)$`);
const recordPattern = new RegExp(`^(.*)/(${kindPattern})/([^/]+?)(\\.md|\\.json)?$`);

const RECORD_IN_CAPITALS = new RegExp(`/${kindPattern}/[^/]+$`);

/** Percent-encoded letters read as letters; an encoded slash stays what it is, a broken encoding too. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The address without closing slashes, `.html` and `index`: the one form that is served. */
function withoutEnding(address: string): string {
  let end = address.length;
  // No regular expression: on a path of slashes alone it would take quadratic time.
  while (end > 1 && address[end - 1] === '/') end -= 1;
  return address.slice(0, end).replace(/(?:\/index)?\.html$|(?<=^\/)index$/, '') || '/';
}

/** Whether a query asks for parts of a record (`section`, in any place), however many parameters it has. */
export const asksForParts = (search: string): boolean =>
  search
    .slice(1)
    .split('&')
    .some((parameter) => isSection(parameter.split('=', 1)[0] as string));

const isSection = (name: string): boolean =>
  name === 'section' || (/^(?:[a-z]|%[67][0-9a-f]){7}$/i.test(name) && decodeURIComponent(name) === 'section');

export function recordOfFile(file: string): RecordAddress | undefined {
  const [, kind, slug] = RECORD_FILE.exec(file) ?? [];
  return kind !== undefined && slug !== undefined && isKind(kind) ? { kind, slug } : undefined;
}
const RECORD_FILE = new RegExp(`^v1/(${kindPattern})/([^/]+)\\.json$`);

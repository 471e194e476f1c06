import type { Kind } from '../schema/kinds.ts';

/** Path of a record's page below the site's address; its companion's is this and `.md`. */
export const recordPath = ({ kind, slug }: { kind: Kind; slug: string }): string => `/${kind}/${slug}`;

export const recordUrl = (record: { kind: Kind; slug: string }, siteUrl: string): string =>
  siteUrl + recordPath(record);

export const listPath = (kind: Kind): string => `/${kind}`;

/** The path of an address without closing slash: empty, or such as `/api` of `https://example.org/api`. */
export const basePath = (url: string): string => new URL(url).pathname.replace(/\/$/, '');

/**
 * Where scripts of the site find `/v1`: a path if the API shares the site's origin, so that a build works on any host;
 * otherwise the whole address.
 */
export function apiAddress({ siteUrl, baseUrl }: { siteUrl: string; baseUrl: string }): string {
  return new URL(baseUrl).origin === new URL(siteUrl).origin ? basePath(baseUrl) : baseUrl;
}

import type { Addresses } from '../api/headers.ts';

export interface CallerRule {
  isHost(host: string): boolean;
  /** Of what only pages of our own or of other public sites may call: `/mcp`, and whatever is written. */
  isOrigin(host: string, origin: string | undefined): boolean;
}

/**
 * One rule for all addresses. A name that others control may be made to point here, and then any site a person visits
 * reads what only their network reaches (DNS rebinding): so a Host is the site's own, an address in figures, a name
 * without a dot, or one of `others` (comma-separated, `*` for any). Clients that are no browsers send no Origin; of
 * browsers, pages on loopback may call loopback, and pages of https sites everything else.
 */
export function createCallerRule({ siteUrl, baseUrl }: Addresses, others: string): CallerRule {
  const own = [siteUrl, baseUrl].map((url) => new URL(url));
  const named = new Set([...own.map(({ hostname }) => hostname), ...others.split(',').map((name) => name.trim())]);
  return {
    isHost(host) {
      const name = hostname(host);
      return named.has('*') || named.has(name) || isFigures(name) || !name.includes('.') || name.endsWith('.localhost');
    },
    isOrigin(host, origin) {
      if (origin === undefined || own.some((url) => url.origin === origin)) return true;
      if (isLoopback(hostname(host))) return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
      return origin.startsWith('https://') || origin === `http://${host}`;
    },
  };
}

/** A host as RFC 9110 7.2 has it: a name or an address, and perhaps a port. */
export const isHostText = (host: string): boolean => /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host);

const hostname = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

const isFigures = (name: string): boolean => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(name);

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(name) || name === '[::1]';

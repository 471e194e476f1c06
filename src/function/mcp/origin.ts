/**
 * Whether a request to `/mcp` may be answered. On a loopback address only loopback pages may call, or any site a
 * person visits could use the service behind their firewall (DNS rebinding, MCP transport security); elsewhere pages of
 * https sites may. Clients that are no browsers send no Origin.
 * `ownHosts` are the hosts of SITE_URL and BASE_URL; `onLoopback` says that the server listens on loopback only.
 */
export function isAllowedCaller(
  { host, origin }: { host: string; origin: string | undefined },
  { ownHosts, onLoopback }: { ownHosts: readonly string[]; onLoopback: boolean },
): boolean {
  const called = hostname(`http://${host}`);
  if (onLoopback && !isLoopback(called) && !ownHosts.includes(host)) return false;
  if (origin === undefined) return true;
  if (isLoopback(called)) return isLoopback(hostname(origin));
  return origin.startsWith('https://') || origin === `http://${host}`;
}

const isLoopback = (name: string | undefined): boolean =>
  name !== undefined &&
  (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name));

const hostname = (url: string): string | undefined => URL.parse(url)?.hostname;

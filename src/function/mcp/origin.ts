import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/**
 * Whether a request to `/mcp` may be answered. On a loopback address only loopback pages may call, or any site a
 * person visits could use the service behind their firewall (DNS rebinding, MCP transport security); elsewhere pages of
 * https sites may. Clients that are no browsers send no Origin. The SDK judges what is loopback.
 * `ownHosts` are the hosts of SITE_URL and BASE_URL; `onLoopback` says that the server listens on loopback only.
 */
export function isAllowedCaller(
  { host, origin }: { host: string; origin: string | undefined },
  { ownHosts, onLoopback }: { ownHosts: readonly string[]; onLoopback: boolean },
): boolean {
  const isLoopback = validateHostHeader(host, localhostAllowedHostnames()).ok;
  if (onLoopback && !isLoopback && !ownHosts.includes(host)) return false;
  if (origin === undefined) return true;
  if (isLoopback) return validateOriginHeader(origin, localhostAllowedOrigins()).ok;
  return origin.startsWith('https://') || origin === `http://${host}`;
}

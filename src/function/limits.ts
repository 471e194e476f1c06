/** Which allowance a request draws on: dynamic answers, or reports. */
export type Policy = 'default' | 'reports';

export interface Allowance {
  readonly allowed: boolean;
  /** `RateLimit-Policy`, `RateLimit` and, when refused, `Retry-After` (draft-ietf-httpapi-ratelimit-headers). */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Limits {
  take(policy: Policy, client: string): Allowance | Promise<Allowance>;
}

export interface Rates {
  /** Requests a minute for each client; 0 is off. */
  readonly default: number;
  readonly reports: number;
}
export const defaultRates: Rates = { default: 1200, reports: 30 };

/** Refuses nobody. */
export const unlimited: Limits = { take: () => ({ allowed: true, headers: {} }) };

const WINDOW_SECONDS = 60;
/** A /48 is what one subscriber of many providers gets, and a tunnel broker gives away: it is worth this many clients. */
const CLIENTS_OF_A_NETWORK = 8;
/** Bounds the memory: beyond it the client seen first is forgotten, which only ever lets somebody through. */
const MAX_CLIENTS = 50_000;

/** Limits of one process. `clock` gives milliseconds that never go back, as `performance.now` does. */
export function createLimits(rates: Rates, clock: () => number = () => performance.now()): Limits {
  const windows: Readonly<Record<Policy, Map<string, Window>>> = { default: new Map(), reports: new Map() };
  return {
    take(policy, client) {
      if (rates[policy] === 0) return { allowed: true, headers: {} };
      // Whole milliseconds, so that a minute is never rounded up to 61 seconds.
      const now = Math.floor(clock());
      const seconds = (window: Window): number => Math.ceil((window.ends - now) / 1000);
      // The network first: what it is refused makes no window of its own, so that it cannot push out those of others.
      const network = networkOf(client);
      if (network !== undefined) {
        const shared = currentWindow(windows[policy], network, now);
        shared.used += 1;
        if (shared.used > CLIENTS_OF_A_NETWORK * rates[policy])
          return allowance(policy, rates[policy], -1, seconds(shared));
      }
      const window = currentWindow(windows[policy], client, now);
      window.used += 1;
      return allowance(policy, rates[policy], rates[policy] - window.used, seconds(window));
    },
  };
}

interface Window {
  used: number;
  /** Milliseconds of the clock. */
  readonly ends: number;
}

function currentWindow(windows: Map<string, Window>, client: string, now: number): Window {
  const known = windows.get(client);
  if (known !== undefined && known.ends > now) return known;
  windows.delete(client);
  const oldest = windows.keys().next();
  if (windows.size >= MAX_CLIENTS && !oldest.done) windows.delete(oldest.value);
  const fresh = { used: 0, ends: now + WINDOW_SECONDS * 1000 };
  windows.set(client, fresh);
  return fresh;
}

/** `left` below zero is a refusal; `seconds` are those until the allowance is whole again. */
export function allowance(policy: Policy, quota: number, left: number, seconds: number): Allowance {
  const headers = {
    'RateLimit-Policy': `"${policy}";q=${quota};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${Math.max(0, left)};t=${Math.max(1, seconds)}`,
  };
  const allowed = left >= 0;
  return { allowed, headers: allowed ? headers : { ...headers, 'Retry-After': String(Math.max(1, seconds)) } };
}

/** The /48 of a client's /64. */
const networkOf = (client: string): string | undefined => /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/.exec(client)?.[1];

/** What limits count by: an IPv4 address, or the /64 that one IPv6 subscriber owns. */
export function clientKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}

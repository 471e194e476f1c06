import { BlockList, isIP } from 'node:net';

/** Addresses and networks of TRUSTED_PROXIES: `127.0.0.1, 10.0.0.0/8`. @throws when an entry is neither. */
export function trustedProxies(list: string): BlockList {
  const proxies = new BlockList();
  for (const entry of list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    if (version === 0 || !/^\d{0,3}$/.test(prefix ?? '')) {
      throw new Error(`TRUSTED_PROXIES: "${entry}" is neither an address nor a network like 10.0.0.0/8`);
    }
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  return proxies;
}

/**
 * The address a request came from. `X-Forwarded-For` is believed only as far as trusted proxies wrote it: from the
 * right, up to the first address that is none of them.
 */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | undefined,
  proxies: BlockList,
): string {
  let client = plain(socket ?? 'unknown');
  const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()));
  while (hops.length > 0 && isTrusted(client, proxies)) {
    const hop = hops.pop() as string;
    if (isIP(hop) === 0) break;
    client = hop;
  }
  return client;
}

const isTrusted = (address: string, proxies: BlockList): boolean =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** An IPv4 address that came through an IPv6 socket is the same client. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

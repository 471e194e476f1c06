import { BlockList, isIP } from 'node:net';

/** Addresses and networks of a setting: `127.0.0.1, 10.0.0.0/8`. @throws with the setting's name when an entry is neither. */
export function networks(list: string, setting = 'TRUSTED_PROXIES'): BlockList {
  const all = new BlockList();
  for (const entry of list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(prefix ?? 0) > (version === 4 ? 32 : 128)) {
      throw new Error(`${setting}: "${entry}" is neither an address nor a network like 10.0.0.0/8`);
    }
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) all.addAddress(address, family);
    else all.addSubnet(address, Number(prefix), family);
  }
  return all;
}

/** Where a request came from: of `X-Forwarded-For` the last address that is no trusted proxy. */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | undefined,
  proxies: BlockList,
): string {
  let client = plain(socket ?? 'unknown');
  const hops = (forwardedFor ?? '').split(',').map((hop) => plain(withoutPort(hop.trim())));
  while (hops.length > 0 && isAmong(client, proxies)) {
    const hop = hops.pop() as string;
    if (isIP(hop) === 0) break;
    client = hop;
  }
  return client;
}

export const isAmong = (address: string, list: BlockList): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** An IPv4 address that came through an IPv6 socket is the same client. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Some proxies write `192.0.2.1:5555` or `[2001:db8::1]:443`. */
const withoutPort = (hop: string): string =>
  hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1').replace(/^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i, '$1');

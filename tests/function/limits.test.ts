import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientKey, createLimits } from '../../src/function/limits.ts';
import { clientAddress, networks } from '../../src/function/node/client-address.ts';
import { settingsOf } from '../../src/function/node/settings.ts';
import { openSqlite } from '../../src/function/node/sqlite.ts';
import { createReports } from '../../src/function/reports/report-store.ts';
import { fixtureDist } from '../support/build.ts';
import { all, postJson } from '../support/function-app.ts';
import { startServer } from '../support/function-process.ts';
import { pairs, phrases } from '../support/lists.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('limits', () => {
  it('give the whole allowance again after a minute', () => {
    let now = 0;
    const limits = createLimits({ default: 2, reports: 0 }, () => now);
    const take = (client = 'a') =>
      limits.take('default', client) as { allowed: boolean; headers: Record<string, string> };
    expect([take(), take(), take()].map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(take('b').allowed).toBe(true);
    now = 45_500;
    expect(take()).toEqual({
      allowed: false,
      headers: { 'RateLimit-Policy': '"default";q=2;w=60', RateLimit: '"default";r=0;t=15', 'Retry-After': '15' },
    });
    now = 60_001;
    expect(take()).toMatchObject({ allowed: true, headers: { RateLimit: '"default";r=1;t=60' } });
  });

  it('of 0 are off', () => {
    const limits = createLimits({ default: 0, reports: 0 });
    expect(limits.take('reports', 'a')).toEqual({ allowed: true, headers: {} });
  });

  it('forget the oldest client beyond fifty thousand, so that strangers cannot fill the memory', () => {
    const limits = createLimits({ default: 1, reports: 1 }, () => 0);
    const allowed = (client: string) => (limits.take('default', client) as { allowed: boolean }).allowed;
    allowed('first');
    expect(allowed('first')).toBe(false);
    for (let at = 0; at < 49_999; at += 1) allowed(`client ${at}`);
    expect(allowed('client 49998')).toBe(false);
    allowed('one more');
    expect(allowed('first')).toBe(true);
  });

  it('count a /48 together, and what it is refused pushes nobody out', () => {
    const limits = createLimits({ default: 10, reports: 1 }, () => 0);
    const allowed = (client: string) => (limits.take('default', client) as { allowed: boolean }).allowed;
    const clients = Array.from({ length: 65_536 }, (_, at) => clientKey(`2001:db8:1:${at.toString(16)}::1`));
    allowed('first');
    for (let at = 0; at < 9; at += 1) allowed('first');
    expect(allowed('first')).toBe(false);
    expect(clients.filter(allowed)).toHaveLength(80);
    expect(allowed('first')).toBe(false);
    expect(allowed(clientKey('2001:db8:2::1'))).toBe(true);
  });

  it('never say less than nothing is left, whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 40 }),
        (quota, steps) => {
          let now = 0;
          const limits = createLimits({ default: quota, reports: 1 }, () => now);
          for (const step of steps) {
            now += step;
            const { headers } = limits.take('default', 'a') as { headers: Record<string, string> };
            const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(headers.RateLimit ?? '') ?? [];
            expect(Number(left)).toBeLessThan(quota);
            expect(Number(seconds)).toBeGreaterThan(0);
            expect(Number(seconds)).toBeLessThanOrEqual(60);
          }
        },
      ),
    );
  });
});

it('two processes on one DATA_DIR each count a minute for themselves, and a day together, as SECURITY.md and DEPLOY.md say', async () => {
  const dataDir = temporaryFolder();
  const env = { DATA_DIR: dataDir, RATE_LIMIT: '40', REPORT_RATE_LIMIT: '10', REPORT_DAY_LIMIT: '15' };
  const distDir = await fixtureDist();
  const servers = await Promise.all([startServer(distDir, env), startServer(distDir, env)]);
  const [first, second] = servers.map(({ address }) => address) as [string, string];
  const report = async (address: string, claim: string): Promise<string> => {
    const response = await fetch(`${address}/v1/report-hallucination`, postJson({ claim }));
    const { detail } = (await response.json()) as { detail?: string };
    return response.status === 200 ? 'stored' : `${response.status}: ${detail}`;
  };
  const together = (address: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => report(address, `claim ${at} to ${address}`)));
  const lookups = (address: string) =>
    Promise.all(Array.from({ length: 45 }, async () => (await fetch(`${address}/v1/lookup?name=testamine`)).status));
  try {
    const ofFirst = await together(first, 12);
    expect(ofFirst.filter((one) => one === 'stored')).toHaveLength(10);
    // The minute of this client is used up there and not here; the day has five left.
    const ofSecond = await together(second, 8);
    expect(ofSecond.filter((one) => one === 'stored')).toHaveLength(5);
    expect(ofFirst.find((one) => one !== 'stored')).not.toContain('today');
    for (const one of ofSecond.filter((answer) => answer !== 'stored')) expect(one).toMatch(/^429: .* today/);
    expect(await all(createReports(openSqlite({ dataDir }).query))).toHaveLength(15);
    for (const address of [first, second])
      expect((await lookups(address)).filter((status) => status === 200)).toHaveLength(40);
  } finally {
    expect(await Promise.all(servers.map((server) => server.end('SIGTERM')))).toEqual([0, 0]);
  }
});

describe('the address of a client', () => {
  const proxies = networks('127.0.0.1, 10.0.0.0/8, ::1, fd00::/8');

  it.each<[string | undefined, string | undefined, string, string]>([
    ['203.0.113.9', '198.51.100.1', '203.0.113.9', 'from a socket of no proxy, whatever it claims'],
    ['127.0.0.1', undefined, '127.0.0.1', 'of the proxy itself'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1', 'as the proxy says'],
    ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1', 'as the proxy says, over an IPv6 socket'],
    ['127.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1', 'not what the client told the proxy'],
    ['127.0.0.1', '6.6.6.6, 198.51.100.1, 10.1.2.3', '198.51.100.1', 'through two proxies'],
    ['127.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1', 'inside the network'],
    ['127.0.0.1', 'nonsense', '127.0.0.1', 'not from nonsense'],
    ['127.0.0.1', '198.51.100.1, nonsense', '127.0.0.1', 'not from beyond nonsense'],
    ['fd00::1', '2001:db8::7', '2001:db8::7', 'over IPv6'],
    ['127.0.0.1', '198.51.100.1:5555', '198.51.100.1', 'as a proxy says that names the port'],
    ['127.0.0.1', '[2001:db8::7]:443', '2001:db8::7', 'as such a proxy says over IPv6'],
    ['127.0.0.1', '', '127.0.0.1', 'not from an empty header'],
    [undefined, undefined, 'unknown', 'unknown without a socket'],
  ])('%s with X-Forwarded-For %s is %s: %s', (socket, header, expected) => {
    expect(clientAddress(socket, header, proxies)).toBe(expected);
  });

  it('is the socket where no proxy is configured', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.1', networks(''))).toBe('127.0.0.1');
  });

  it.each(phrases`
    example.org, 10.0.0.0/x, 10.0.0, 10.0.0.0/99, 10.0.0.0/33, 10.0.0.0/, ::1/, ::1/129, 10.0.0.0/8/8, 10.0.0.0/ 8, /8`)(
    '%s is refused as a proxy, by the name of the setting',
    (entry) => {
      expect(() => networks(entry)).toThrow(`TRUSTED_PROXIES: "${entry}" is neither`);
    },
  );

  it.each(pairs`
    198.51.100.1 = 198.51.100.1, 2001:db8:1:2:3:4:5:6 = 2001:db8:1:2::/64, 2001:DB8:1:2::9 = 2001:db8:1:2::/64,
    2001:db8::1 = 2001:db8:0:0::/64, ::1 = 0:0:0:0::/64, fe80::1%eth0 = fe80:0:0:0::/64, unknown = unknown`)(
    '%s counts as %s',
    (address, key) => {
      expect(clientKey(address)).toBe(key);
    },
  );

  it('counts every address of one IPv6 subscriber together', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 }), (tail) => {
        const address = `2001:db8:1:2:${tail.map((group) => group.toString(16)).join(':')}`;
        expect(clientKey(address)).toBe('2001:db8:1:2::/64');
      }),
    );
  });
});

describe('settings', () => {
  it('have defaults', () => {
    expect(settingsOf({})).toMatchObject({
      port: 4321,
      host: '127.0.0.1',
      rates: { default: 1200, reports: 30 },
      proxies: '',
    });
  });

  it('come from the environment', () => {
    const env = {
      PORT: '80',
      HOST: '0.0.0.0',
      RATE_LIMIT: '0',
      REPORT_RATE_LIMIT: '5',
      TRUSTED_PROXIES: '10.0.0.1',
      ALLOWED_HOSTS: 'materia.internal',
      REPORT_DAY_LIMIT: '7',
      TRUSTED_REPORTERS: '10.0.0.0/8',
      DATA_DIR: '/srv/data',
    };
    expect(settingsOf(env)).toEqual({
      port: 80,
      host: '0.0.0.0',
      dataDir: '/srv/data',
      rates: { default: 0, reports: 5 },
      proxies: '10.0.0.1',
      hosts: 'materia.internal',
      dailyReports: 7,
      trustedReporters: '10.0.0.0/8',
    });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['RATE_LIMIT', '-1'],
    ['REPORT_RATE_LIMIT', '1.5'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => settingsOf({ [name]: value })).toThrow(`${name} is "${value}"`);
  });
});

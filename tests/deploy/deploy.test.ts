import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../src/build/options.ts';
import { settingsOf } from '../../src/function/node/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const file = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');
const withoutComments = (text: string): string => text.replace(/^\s*#.*$/gm, '');
const documented = [...readFileSync(join(root, 'docs/settings.md'), 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
  ([, name]) => name as string,
);
/** What Node and the C library read, and what Compose hands to the proxy. */
const foreign = ['NODE_ENV', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'SITE_HOST', 'UPSTREAM'];

/** Instructions of a Dockerfile, continued lines joined. */
const instructions = withoutComments(file('Dockerfile'))
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return name && rest ? [{ name, rest }] : [];
  });
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const restOf = (name: string): string[] => last.flatMap((one) => (one.name === name ? [one.rest] : []));

describe('deploy/Dockerfile', () => {
  it('builds in one stage and runs in another, both of a named version', () => {
    const froms = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest);
    expect(froms).toHaveLength(2);
    expect(instructions[0]).toEqual({ name: 'ARG', rest: expect.stringMatching(/^NODE_IMAGE=node:\d+-[a-z]+-slim$/) });
    for (const from of froms) expect(from).toMatch(/^\$\{NODE_IMAGE\} AS \w+$/);
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node).toMatch(/>=2[0-4]/);
  });

  it('runs as nobody special, in exec form, so that SIGTERM reaches the server', () => {
    expect(restOf('USER')).toEqual(['node']);
    const order = last.map(({ name }) => name);
    expect(order.indexOf('USER')).toBeLessThan(order.indexOf('CMD'));
    expect(order.slice(order.indexOf('USER'))).not.toContain('RUN');
    expect(JSON.parse(restOf('CMD')[0] as string)).toEqual(['node', 'scripts/start.ts']);
  });

  it('asks /readyz for its health, on the port that it listens on, in a form that runs', () => {
    const [options, command = ''] = (restOf('HEALTHCHECK')[0] as string).split(' CMD ');
    expect(options).toMatch(/--interval=\d+s --timeout=\d+s --start-period=\d+s --retries=\d/);
    const [program, flag, code] = JSON.parse(command) as string[];
    expect([program, flag]).toEqual(['node', '-e']);
    const { status } = spawnSync(process.execPath, ['-e', code as string], { env: { PORT: '1' }, encoding: 'utf8' });
    expect(code).toContain('/readyz');
    expect(status).toBe(1);
  });

  it('installs what the lock file says without what only tests need, and takes in nothing from elsewhere', () => {
    const runs = instructions.filter(({ name }) => name === 'RUN').map(({ rest }) => rest);
    expect(runs[0]).toBe('npm ci --omit=dev');
    for (const run of runs) expect(run).not.toMatch(/curl|wget|apt-get|sudo|npm install/);
    for (const { name } of instructions) expect(name).not.toBe('ADD');
    expect(instructions.filter(({ name }) => name === 'COPY')[0]?.rest).toContain('package-lock.json');
  });

  it('holds no secret, and keeps what may hold one out of the context', () => {
    expect(file('Dockerfile')).not.toMatch(/secret|token|password|_KEY/i);
    const ignored = withoutComments(file('Dockerfile.dockerignore')).split('\n').filter(Boolean);
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'node_modules', '.env*', '*.pem', '*.key']));
  });

  it('does not leave out of the context what a build or a start reads', () => {
    const ignored = withoutComments(file('Dockerfile.dockerignore')).split('\n').filter(Boolean);
    for (const needed of ['src', 'scripts', 'content', 'public', 'package-lock.json', 'astro.config.mjs', '.npmrc'])
      expect(ignored).not.toContain(needed);
  });
});

describe('settings', () => {
  const service = withoutComments(file('materia.service'));
  const ofService = Object.fromEntries(
    [...service.matchAll(/^Environment=(?:")?([A-Z_]+)=([^"\n]*)/gm)].map(([, name, value]) => [name, value]),
  );
  const ofImage = Object.fromEntries(
    restOf('ENV').flatMap((rest) => [...rest.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, name, value]) => [name, value])),
  );

  it.each([
    ['the unit', ofService],
    ['the image', ofImage],
    ['compose', parse(file('compose.yaml')).services.materia.environment],
    ['the proxy of compose', parse(file('compose.yaml')).services.caddy.environment],
  ])('of %s are those of docs/settings.md', (_, settings) => {
    const known = [...documented, ...foreign];
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.keys(settings).length).toBeGreaterThan(0);
  });

  it('are understood by the server', () => {
    expect(settingsOf(ofService as Record<string, string>)).toMatchObject({ port: 4321, host: '127.0.0.1' });
    expect(settingsOf(ofImage as Record<string, string>)).toMatchObject({ host: '0.0.0.0', dataDir: '/data' });
  });
});

describe('deploy/compose.yaml', () => {
  const { services, networks, volumes } = parse(file('compose.yaml'));
  const { materia, caddy } = services;

  it('builds the image for an address that must be given, and shows the server to its proxy alone', () => {
    expect(materia.build).toMatchObject({ context: '..', dockerfile: 'deploy/Dockerfile' });
    expect(materia.build.args.SITE_URL).toContain('${SITE_URL:?');
    expect(materia.ports).toBeUndefined();
    expect(caddy.environment.UPSTREAM).toBe('materia:4321');
  });

  it('takes every right away that is not needed', () => {
    expect(materia).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(materia.privileged).toBeUndefined();
  });

  it('keeps reports, and believes addresses of its own network only', () => {
    expect(materia.volumes).toContain('reports:/data');
    expect(Object.keys(volumes)).toContain('reports');
    expect(materia.environment.TRUSTED_PROXIES).toBe(networks.inside.ipam.config[0].subnet);
    expect(() => settingsOf(materia.environment)).not.toThrow();
  });
});

describe('deploy/materia.service', () => {
  const lines = withoutComments(file('materia.service')).split('\n').filter(Boolean);

  it('runs as a user of its own, with little room, and is stopped by SIGTERM', () => {
    expect(lines).toEqual(
      expect.arrayContaining(['User=materia', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'StateDirectory=materia']),
    );
    expect(lines.find((line) => line.startsWith('KillSignal'))).toBeUndefined();
    // Longer than the server gives to requests in flight.
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(lines.join('\n'))?.[1])).toBeGreaterThan(10);
    expect(lines).toContain('Environment=DATA_DIR=/var/lib/materia');
  });

  const place = temporaryFolder();
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.runIf(hasSystemd)('is a unit to systemd', () => {
    const unit = join(place, 'materia.service');
    // The project does not lie in /opt here.
    writeFileSync(unit, file('materia.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('materia.service'))).toEqual([]);
  });
});

describe('proxies', () => {
  it.each([
    ['nginx.conf', /proxy_set_header Host \$host;/],
    ['nginx.conf', /proxy_set_header X-Forwarded-For \$remote_addr;/],
    ['nginx.conf', /gzip_types [^;]*application\/json [^;]*;/],
    ['nginx.conf', /client_max_body_size 1m;/],
    ['Caddyfile', /encode zstd gzip/],
    ['Caddyfile', /reverse_proxy \{\$UPSTREAM:127\.0\.0\.1:4321\}/],
  ])('%s has %s', (name, line) => {
    expect(withoutComments(file(name))).toMatch(line);
  });

  it('have balanced braces', () => {
    for (const name of ['nginx.conf', 'Caddyfile']) {
      const text = withoutComments(file(name));
      expect(text.split('{').length, name).toBe(text.split('}').length);
    }
  });

  const hasNginx = spawnSync('nginx', ['-v']).status === 0;
  it.runIf(hasNginx)('nginx takes its file', () => {
    const place = temporaryFolder();
    const pair = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=example.org', '-days', '1'];
    spawnSync('openssl', [...pair, '-keyout', join(place, 'key.pem'), '-out', join(place, 'cert.pem')]);
    const site = file('nginx.conf')
      .replace('/etc/ssl/example.org/fullchain.pem', join(place, 'cert.pem'))
      .replace('/etc/ssl/example.org/privkey.pem', join(place, 'key.pem'));
    writeFileSync(join(place, 'site.conf'), site);
    // Where only root may write is no concern of the file.
    const rooms = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${place}/${one};`,
    );
    const whole = `pid ${place}/pid;\nerror_log ${place}/log;\nevents {}\nhttp { access_log off; ${rooms.join(' ')} include ${place}/site.conf; }\n`;
    writeFileSync(join(place, 'nginx.conf'), whole);
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(place, 'nginx.conf')], { encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });

  const hasCaddy = spawnSync('caddy', ['version']).status === 0;
  it.runIf(hasCaddy)('Caddy takes its file', () => {
    const home = temporaryFolder();
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')];
    const { PATH } = process.env;
    const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8', env: { PATH, HOME: home } });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });
});

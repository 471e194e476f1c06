import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import { buildContent, OTHER_SITE, SITE, smallCopyOf } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Address it listens on, once it does; rejects with the output when it ends before. */
  readonly address: Promise<string>;
  readonly ended: Promise<unknown[]>;
}

const place = temporaryFolder();
const running: Started[] = [];
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM');
    await ended;
  }
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };

/** `npm start` as a person runs it, on any free port. */
function start(env: Record<string, string>): Started {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, scripts.start.split(' ').slice(1), {
    cwd: root,
    env: { PATH, HOME, PORT: '0', DATA_DIR: mkdtempSync(join(place, 'data-')), ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += data));
  const ended = once(child, 'exit');
  const address = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /Listening on (http:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(text)));
  });
  address.catch(() => {});
  const started = { child, output: () => text, address, ended };
  running.push(started);
  return started;
}

const namedBy = async (address: string): Promise<string> =>
  ((await (await fetch(`${address}/v1`)).json()) as { source_url: string }).source_url;
const descendants = (pid: number | undefined): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();

describe('npm start', () => {
  const content = smallCopyOf('full');
  const dist = join(place, 'dist');
  let first: Started;
  beforeAll(async () => {
    first = start({ CONTENT_DIR: content, OUT_DIR: dist, SITE_URL: SITE });
    await first.address;
  });

  it('builds into OUT_DIR and serves it, without the builder', async () => {
    expect(first.output()).toContain('Built 5 records');
    expect(existsSync(join(dist, '.assets.json'))).toBe(true);
    expect(await namedBy(await first.address)).toBe(`${SITE}/developers`);
    expect(descendants(first.child.pid)).toBe('');
    const loaded = readFileSync(`/proc/${first.child.pid}/maps`, 'utf8');
    expect(loaded).not.toContain('sharp');
  });

  it('keeps what Node makes of the sources, where builds keep what they make', async () => {
    const kept = mkdtempSync(join(place, 'cache-'));
    const own = start({ CONTENT_DIR: content, OUT_DIR: dist, SITE_URL: SITE, CACHE_DIR: kept });
    await own.address;
    const filesOf = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    // While it runs: one that is killed later leaves them, too.
    await expect.poll(() => filesOf(kept).length, { timeout: 5000 }).toBeGreaterThan(20);
    const without = start({ CONTENT_DIR: content, OUT_DIR: dist, SITE_URL: SITE, CACHE_DIR: 'none' });
    await without.address;
    expect(existsSync(join(root, 'none'))).toBe(false);
  });

  it('gives a second site a folder of its own, and both go on', async () => {
    const second = start({ CONTENT_DIR: content, OUT_DIR: dist, SITE_URL: OTHER_SITE });
    const address = await second.address;
    expect(second.output()).toContain(`${dist} is served for another site by process ${first.child.pid}`);
    const own = / is built into (\S+)\./.exec(second.output())?.[1] as string;
    try {
      expect(await namedBy(address)).toBe(`${OTHER_SITE}/developers`);
      expect(await namedBy(await first.address)).toBe(`${SITE}/developers`);
      second.child.kill('SIGTERM');
      await second.ended;
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });

  it('does not take up a build for other addresses', async () => {
    expect(buildContent(content, { OUT_DIR: dist, SITE_URL: OTHER_SITE }).status).toBe(0);
    while (!first.output().includes(`The new build is for ${OTHER_SITE}`))
      await once(first.child.stdout as never, 'data');
    expect(await namedBy(await first.address)).toBe(`${SITE}/developers`);
    expect((await fetch(`${await first.address}/medication/testamine.md`)).status).toBe(200);
    expect(buildContent(content, { OUT_DIR: dist, SITE_URL: SITE }).status).toBe(0);
  });

  it('is not emptied by the build of another, smaller catalog', async () => {
    const small = smallCopyOf('minimal');
    const { status, output } = buildContent(small, { OUT_DIR: dist, SITE_URL: SITE });
    expect(status).toBe(1);
    expect(output).toContain('would drop 5 of 5 records');
    expect((await fetch(`${await first.address}/v1/medication/testamine`)).status).toBe(200);
  });

  it.each([
    ['a content folder that is not there', { CONTENT_DIR: join(place, 'contnet') }, 'contnet:1:1  is not there'],
    ['an address that is none', { CONTENT_DIR: content, SITE_URL: 'example.org' }, 'SITE_URL is "example.org"'],
  ])('refuses %s and leaves the folder as it was', async (_, env, message) => {
    const before = readFileSync(join(dist, '.assets.json'), 'utf8');
    const wrong = start({ OUT_DIR: join(place, 'elsewhere'), ...env });
    expect((await wrong.ended)[0]).toBe(1);
    expect(wrong.output()).toContain(message);
    expect(wrong.output()).not.toContain('    at ');
    expect(existsSync(join(place, 'elsewhere'))).toBe(false);
    expect(readFileSync(join(dist, '.assets.json'), 'utf8')).toBe(before);
  });
});

describe('a build', () => {
  it.each([
    ['an empty folder', () => mkdtempSync(join(place, 'empty-')), 'holds no record'],
    ['a folder that is not there', () => join(place, 'contnet'), 'is not there; CONTENT_DIR'],
  ])('of %s leaves the last good one as it was', (_, folder, message) => {
    const dist = join(mkdtempSync(join(place, 'kept-')), 'dist');
    mkdirSync(dist);
    writeFileSync(join(dist, 'index.html'), 'the last good one');
    const { status, output } = buildContent(folder(), { OUT_DIR: dist });
    expect(status).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toContain('    at ');
    expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe('the last good one');
  });

  it('knows the records of the folder that it replaces when the ledger has gone with the records', () => {
    const content = smallCopyOf('full');
    const { dist } = buildContent(content);
    for (const path of ['ledger.json', 'medication/testamine-plainol.yaml', 'supplement/testroot.yaml'])
      rmSync(join(content, path));
    const before = readFileSync(join(dist, '.assets.json'), 'utf8');
    const { status, output } = buildContent(content);
    expect(status).toBe(1);
    expect(output).toContain('would drop 2 of 5 records');
    expect(readFileSync(join(dist, '.assets.json'), 'utf8')).toBe(before);
  });

  it('writes the ledger before the site changes hands', () => {
    const content = smallCopyOf('minimal');
    rmSync(join(content, 'ledger.json'), { force: true });
    // What cannot be replaced: a folder below a file.
    writeFileSync(join(place, 'no-folder'), '');
    const { status } = buildContent(content, { OUT_DIR: join(place, 'no-folder/dist') });
    expect(status).not.toBe(0);
    expect(Object.keys(JSON.parse(readFileSync(join(content, 'ledger.json'), 'utf8')).files)).toHaveLength(3);
  });
});

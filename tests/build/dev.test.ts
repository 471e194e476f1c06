import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import { launchBrowser } from '../support/browser.ts';
import { smallCopyOf } from '../support/build.ts';
import { freePort } from '../support/free-port.ts';
import { programEnv, runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();
const content = smallCopyOf('full');
const record = join(content, 'medication/plainol.yaml');
const watched = join(place, 'watched');
let address = '';
let child: ChildProcess;
let output = '';
let browser: Browser;
let page: Page;

beforeEach(async () => {
  page = await browser.newPage();
});

beforeAll(async () => {
  writeFileSync(
    join(content, 'redirects.yaml'),
    'renamed:\n  - { kind: medication, from: oldol, to: plainol, date: "2026-11-20" }\nwithdrawn:\n  - { kind: peptide, slug: gonide, date: "2026-11-20", reason: It was invented }\n',
  );
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const watch = join(root, 'tests/support/watch-process.ts');
  child = spawn(process.execPath, ['--import', watch, join(root, 'scripts/dev.ts')], {
    cwd: root,
    env: environment(String(port)),
  });
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        output += data;
        if (output.includes('Editing ')) resolve();
      });
    child.once('exit', () => reject(new Error(output)));
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  child.kill();
});

function environment(port: string): Record<string, string> {
  return { ...programEnv(), PORT: port, CONTENT_DIR: content, DATA_DIR: place, WATCH_FILE: watched };
}

/** Asks again until it is so. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await isSo()); round++) {
    if (round > 1000) throw new Error('It never was.');
    await sleep(10);
  }
}

const overlay = (of = page) => of.locator('vite-error-overlay');
const good = readFileSync(record, 'utf8');

describe('npm run dev', () => {
  it('says so where its port is taken', () => {
    const port = new URL(address).port;
    const { status, stderr } = runScript('dev', [], { env: environment(port) });
    expect([status, stderr]).toEqual([
      1,
      `Port ${port} is already in use. Set PORT to another: PORT=${Number(port) + 1} npm run dev\n`,
    ]);
  });

  it.each([
    ['/medication/oldol', 301, '/medication/plainol'],
    ['/medication/oldol.md', 301, '/medication/plainol.md'],
    ['/v1/medication/oldol', 301, '/v1/medication/plainol'],
    ['/peptide/gonide', 410, null],
    ['/v1/peptide/gonide', 410, null],
    ['/medication/nothing', 404, null],
    ['/favicon.ico', 200, null],
    ['/v1/medication/plainol', 200, null],
    ['/class/nsaids.md', 200, null],
    ['/llms.txt', 200, null],
    ['/medication/llms.txt', 200, null],
    ['/medication/llms-9.txt', 404, null],
    ['/_redirects', 404, null],
  ])('answers %s with %i, as in production', async (path, status, location) => {
    const response = await fetch(address + path, { redirect: 'manual' });
    expect(response.status).toBe(status);
    const to = response.headers.get('location');
    expect(to && new URL(to, address).pathname).toBe(location);
  });

  it('lays a content error over the page, with its place, and over pages that are opened meanwhile', async () => {
    await page.goto(`${address}/medication/plainol`);
    writeFileSync(record, `${good}unknownField: 1\n`);
    await overlay().waitFor();
    const message = await page.evaluate(() => document.querySelector('vite-error-overlay')?.shadowRoot?.textContent);
    expect(message).toMatch(/plainol\.yaml:\d+:\d+ {2}unknownField {2}is not a field here/);
    // A page of its own: the first may be reloading itself.
    const other = await browser.newPage();
    await other.goto(`${address}/supplement/testroot`);
    await overlay(other).waitFor();
    await other.close();
    expect((await fetch(`${address}/v1/medication/plainol`)).status).toBe(200);
  });

  it('takes it away when it is mended, and shows what was saved', async () => {
    await page.goto(`${address}/medication/plainol`);
    await overlay().waitFor();
    writeFileSync(record, good.replaceAll('genericName: Plainol', 'genericName: Plainolissimo'));
    await page.getByRole('heading', { level: 1, name: /Plainolissimo/ }).waitFor();
    expect(await overlay().count()).toBe(0);
    const body = (await (await fetch(`${address}/v1/medication/plainol`)).json()) as {
      data: { profile: { genericName: string } };
    };
    expect(body.data.profile.genericName).toBe('Plainolissimo');
  });

  it('misses no save that comes right after another', async () => {
    const seen: string[] = [];
    for (const letter of 'abcd') {
      const { length } = output;
      writeFileSync(record, `${good}unknownField: 1\n`);
      await until(() => output.slice(length).includes('unknownField'));
      writeFileSync(record, good.replaceAll('genericName: Plainol', `genericName: Plainol${letter}issimo`));
      await until(async () =>
        (await (await fetch(`${address}/medication/plainol`)).text()).includes(`ol${letter}issimo`),
      );
      seen.push(letter);
    }
    expect(seen.join('')).toBe('abcd');
  });

  it('sees a save in a folder that took the place of another', async () => {
    const folder = join(content, 'peptide');
    renameSync(folder, join(place, 'aside'));
    cpSync(join(place, 'aside'), folder, { recursive: true });
    const page = async (): Promise<string> => (await fetch(`${address}/peptide/testide`)).text();
    await until(async () => (await page()).includes('Testide'));
    const file = join(folder, 'testide.yaml');
    for (const name of ['Testidara', 'Testidora']) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(/( {2}name: )Testid\w+/, `$1${name}`));
      await until(async () => (await page()).includes(name));
    }
  });

  it('has called nobody', async () => {
    child.kill();
    await once(child, 'exit');
    const seen = readFileSync(watched, 'utf8').trim().split('\n').filter(Boolean);
    // Vite asks whether the port is free on every address of this machine.
    expect(seen.filter((line) => !/"(?:127\.0\.0\.1|localhost|0\.0\.0\.0|[0:]+)"/.test(line))).toEqual([]);
  });
});

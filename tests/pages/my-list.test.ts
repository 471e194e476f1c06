import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import decodeQR from 'qr/decode.js';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { mediaType } from '../../src/api/headers.ts';
import { root } from '../../src/build/options.ts';
import { LISTS_KEY } from '../../src/client/my-list/list-key.ts';
import { type Served, serve } from '../../src/function/node/serve.ts';
import { launchBrowser } from '../support/browser.ts';
import { buildContent, smallCopyOf, TODAY } from '../support/build.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LINES = ['Testabrand 5 mg at night', 'plainol', 'examiner herb', 'warfarin 5 mg'];
const REFS = ['medication/testamine', 'medication/plainol', 'supplement/testroot'];

let browser: Browser;
let site: Served;
/** The site as it was, as it is after a change, and one that offers nothing for use without a network. */
let dists: Record<'first' | 'second' | 'dropped', string>;
let port = 0;
let isFirst = false;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  dists = buildSites();
  browser = await launchBrowser();
  await open('first');
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  if (!isFirst) await open('first');
});

/** Serves one of the sites at the address of the one before. */
async function open(which: keyof typeof dists): Promise<void> {
  await leave();
  const dataDir = join(inject('runDir'), 'my-list-data');
  site = await serve({ distDir: dists[which], dataDir, port, write: () => {} });
  port = Number(new URL(site.address).port);
  isFirst = which === 'first';
}

/** Nobody answers at the address until a site is opened. */
async function leave(): Promise<void> {
  await site?.close();
  isFirst = false;
}

/** As a cache in front may for a while: the newer plan of what to keep beside older files. */
async function openMixed(): Promise<void> {
  await leave();
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, site.address);
    const folder = pathname === '/offline.json' ? dists.second : dists.first;
    const path = [pathname, `${pathname}.html`]
      .map((name) => join(folder, name))
      .find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
    if (path === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': mediaType(path) }).end(readFileSync(path));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const close = async (): Promise<boolean> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    return true;
  };
  site = { ...site, close };
}

function buildSites(): typeof dists {
  const content = smallCopyOf('full');
  const folder = join(content, '..');
  const build = (name: string, day = TODAY): string => {
    const env = { OUT_DIR: join(folder, name), SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) };
    const { status, output, dist } = buildContent(content, env);
    if (status !== 0) throw new Error(output);
    return dist;
  };
  const first = build('first', '2026-11-03');
  const testamine = join(content, 'medication/testamine.yaml');
  const text = readFileSync(testamine, 'utf8');
  writeFileSync(
    testamine,
    text
      .replace('warning: Risk of invented bleeding', 'warning: Risk of invented bleeding and of invented falls')
      .replace('changes:\n', 'changes:\n  - { date: "2026-11-21", text: "The boxed warning names falls." }\n'),
  );
  renameSync(join(content, 'medication/plainol.yaml'), join(content, 'medication/plainol-new.yaml'));
  writeFileSync(
    join(content, 'redirects.yaml'),
    'renamed:\n  - { kind: medication, from: plainol, to: plainol-new, date: "2026-11-21" }\nwithdrawn: []\n',
  );
  const second = build('second');
  writeFileSync(join(content, 'site.yaml'), `${readFileSync(join(root, 'content/site.yaml'), 'utf8')}offline: false\n`);
  return { first, second, dropped: build('dropped') };
}

/** A browser of its own, with a page at an address. */
async function visit(path: string, options: BrowserContextOptions & { before?: string } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  contexts.push(context);
  if (options.before) await context.addInitScript({ content: options.before });
  const page = await context.newPage();
  await page.goto(site.address + path);
  return page;
}

async function add(page: Page, lines: readonly string[] = LINES): Promise<void> {
  await page.fill('#add', lines.join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .locator('[data-items] > li')
    .nth(lines.length - 1)
    .waitFor();
}

/** Types the lines, keeps them, and waits until all of it is there without a network, too. */
async function keep(page: Page, lines: readonly string[] = LINES): Promise<void> {
  await add(page, lines);
  await page.getByText('Together', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Keep this list on this device' }).click();
  await page.getByText(/for use without a network: \d/).waitFor();
}

const rows = (page: Page): Promise<string[]> => page.locator('[data-items] > li b').allInnerTexts();
const stored = (page: Page): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), LISTS_KEY);

describe('a list', () => {
  it('stays on the page until its reader keeps it, and comes back then as she wrote it', async () => {
    const page = await visit('/my-list');
    await add(page);
    expect(await stored(page)).toBeNull();
    await page.reload();
    expect(await rows(page)).toEqual([]);
    await keep(page);
    await page.reload();
    expect(await rows(page)).toEqual(LINES);
    expect(await page.locator('[data-items] li').first().innerText()).toContain('Record: Testamine');
    await page.getByText(/\d to ask about now/).waitFor();
    expect(JSON.parse((await stored(page)) ?? '').lists[0].items.map(({ ref }: { ref?: string }) => ref)).toEqual([
      ...REFS,
      undefined,
    ]);
  });

  it('is kept from the checker with the words of the reader, once', async () => {
    const page = await visit('/interactions');
    await page.fill('#item', LINES.join('\n'));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('#checked').waitFor();
    await page.getByRole('button', { name: 'Keep this list on this device' }).click();
    await page.getByText('Kept on this device.').waitFor();
    await page.goto(`${site.address}/my-list`);
    expect(await rows(page)).toEqual(LINES);
    await page.goto(`${site.address}/interactions#${REFS.join(',')}`);
    await page.getByRole('button', { name: 'Add to my kept list' }).click();
    await page.goto(`${site.address}/my-list`);
    expect(await rows(page)).toEqual(LINES);
  });

  it('is edited, reordered and deleted with the keyboard, and named; one for somebody else is kept apart', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await page.getByRole('button', { name: 'Down: plainol' }).focus();
    await page.keyboard.press('Enter');
    expect(await rows(page)).toEqual([LINES[0], LINES[2], LINES[1], LINES[3]]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Down: plainol');
    await page.getByRole('button', { name: 'Edit: plainol' }).press('Enter');
    await page.keyboard.type('Plainbrand 20 mg');
    await page.keyboard.press('Enter');
    await page.getByText('Plainbrand 20 mg').waitFor();
    await page.getByRole('button', { name: 'Delete: warfarin 5 mg' }).click();
    await page.getByText('warfarin 5 mg was deleted.').waitFor();
    await page.getByRole('button', { name: 'Delete: examiner herb' }).click();
    await page.getByRole('button', { name: 'Put it back' }).press('Enter');
    await page.getByText('examiner herb is back.').waitFor();
    expect(await rows(page)).toEqual([LINES[0], LINES[2], 'Plainbrand 20 mg']);
    await page.getByRole('button', { name: 'New list for somebody else' }).click();
    await page.keyboard.type('My mother');
    await page.keyboard.press('Enter');
    await page.getByText('This list is called My mother.').waitFor();
    await page.getByRole('button', { name: 'Delete this list' }).click();
    await page.getByText('The list My mother was deleted.').waitFor();
    await page.getByRole('button', { name: 'Put it back' }).click();
    expect(await page.locator('[data-lists] [aria-pressed="true"]').innerText()).toBe('My mother');
    await add(page, ['testroot']);
    await page.reload();
    expect(await rows(page)).toEqual(['testroot']);
    await page.getByRole('button', { name: 'My list', exact: true }).click();
    expect(await rows(page)).toEqual([LINES[0], LINES[2], 'Plainbrand 20 mg']);
    for (const _ of [3, 4, 5]) await page.getByRole('button', { name: 'New list for somebody else' }).click();
    expect(await page.getByRole('button', { name: 'New list for somebody else' }).isVisible()).toBe(false);
  });

  it('says after a return what it said of a name: read from a near spelling, or not read', async () => {
    const page = await visit('/my-list');
    await keep(page, ['testamin 5 mg', 'nothing that anybody knows']);
    const said = () => page.locator('[data-items] > li > div:first-child').allInnerTexts();
    const before = await said();
    expect(before[0]).toContain('Read as Testamine. Check it against the package.');
    expect(before[1]).toContain('We don’t recognize this name. It is kept, and not checked.');
    await page.reload();
    await page.getByText('We don’t recognize this name.').waitFor();
    expect(await said()).toEqual(before);
  });

  it('takes the record that its reader picks where a name may mean several', async () => {
    const page = await visit('/my-list');
    await add(page, ['plainol forte ER']);
    await page.getByText('Did you mean').waitFor();
    await page.getByRole('button', { name: 'Plainol', exact: true }).click();
    await page.getByText('plainol forte ER is now Plainol.').waitFor();
    expect(await page.locator('[data-items] > li').innerText()).toContain('Record: Plainol');
    expect(await rows(page)).toEqual(['plainol forte ER']);
  });

  it('is named before anything is in it', async () => {
    const page = await visit('/my-list');
    await add(page, ['plainol']);
    await page.getByRole('button', { name: 'New list for somebody else' }).click();
    await page.keyboard.type('My mother');
    await page.keyboard.press('Enter');
    expect(await page.locator('[data-list-name]').innerText()).toBe('My mother');
  });

  it('is what the checker and "Check with my list" of a record lead to', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await page.goto(`${site.address}/interactions`);
    await page.getByRole('link', { name: 'Check my kept list' }).click();
    await page.locator('#checked').waitFor();
    expect(await page.locator('[data-items] > li').count()).toBe(4);
    await page.goto(`${site.address}/medication/testamine-plainol`);
    await page.locator('.list-note').waitFor();
    await page.getByRole('link', { name: 'Check with my list', exact: true }).first().click();
    await page.locator('#checked').waitFor();
    expect(await page.locator('[data-items] > li').count()).toBe(5);
  });

  it('goes away wholly when its reader says so', async () => {
    const page = await visit('/my-list');
    await keep(page);
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Delete everything kept here' }).click();
    await page.getByText('Everything that was kept on this device is deleted.').waitFor();
    expect(await stored(page)).toBeNull();
    await expect.poll(() => keptThings(page)).toEqual({ caches: [], workers: 0 });
  });
});

/** What a browser has of this site beside the list. */
const keptThings = (page: Page): Promise<{ caches: string[]; workers: number }> =>
  page.evaluate(async () => ({
    caches: (await caches.keys()).toSorted(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

describe('files', () => {
  it('of both kinds are saved, and opened by another browser', async () => {
    const page = await visit('/my-list');
    await add(page);
    for (const [button, ending] of [
      ['Save as a file', /\.json$/],
      ['Save as FHIR List', /\.fhir\.json$/],
    ] as const) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(ending);
      const other = await visit('/my-list');
      expect(await other.getByLabel('Open a file of either kind').isVisible()).toBe(true);
      await other.setInputFiles('#open', {
        name: 'list.json',
        mimeType: 'application/json',
        buffer: readFileSync(await saved.path()),
      });
      await other.getByText('4 lines taken from the file.').waitFor();
      await expect.poll(() => rows(other)).toEqual(LINES);
      await other.getByText('Record: Testamine').waitFor();
    }
  });

  it('that are hostile are text or refused, and a record is what its line names, not what the file says', async () => {
    const page = await visit('/my-list');
    const give = (value: unknown) =>
      page.setInputFiles('#open', {
        name: 'list.json',
        mimeType: 'application/json',
        buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
      });
    await give({ format: 'materia-list', items: Array(10_000).fill('x') });
    await page.getByText('The file has 10,000 lines; a list has at most 20. Nothing was taken from it.').waitFor();
    await give('x'.repeat(300_000));
    await page.getByText('This file is too large to be a list.').waitFor();
    await give('<html>');
    await page.getByText('it is no JSON file').waitFor();
    expect(await rows(page)).toEqual([]);
    const markup = '<img src=x onerror="hacked=1">';
    await give({
      format: 'materia-list',
      items: [markup, { text: 'examiner herb', ref: 'medication/testamine', name: 'Vitamin C' }],
    });
    await page.getByText('Record: Testroot').waitFor();
    expect(await rows(page)).toEqual([markup, 'examiner herb']);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.getByText('Vitamin C').count()).toBe(0);
  });

  it('for the calendar name the day and not the list', async () => {
    const page = await visit('/my-list');
    await add(page);
    await page.fill('#again', '2027-01-15');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save for my calendar' }).click();
    const text = readFileSync(await (await saving).path(), 'utf8');
    expect(text).toContain('DTSTART;VALUE=DATE:20270115');
    expect(text).not.toMatch(/plainol|Testabrand/);
  });
});

describe('a page', () => {
  it('asks for nothing more where no list is kept', async () => {
    const page = await visit('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.address}/medication/testamine`, { waitUntil: 'networkidle' });
    expect(asked.filter((path) => /list|offline|sw\.js|webmanifest|\/v1\//.test(path))).toEqual([]);
    expect(await keptThings(page)).toEqual({ caches: [], workers: 0 });
  });

  it.each([
    ['/medication/testamine', /In your list\. With the rest of it: .*to (?:ask about now|mention)/],
    ['/medication/testamine-plainol', /With your list: \d to ask about now \(/],
    ['/class/nsaids', /In your list: Testamine/],
  ])('%s says what it has to do with the list, and nothing moves', async (path, said) => {
    const page = await visit('/my-list');
    await keep(page);
    await page.addInitScript(`
      globalThis.shift = 0;
      new PerformanceObserver((list) => { for (const one of list.getEntries()) globalThis.shift += one.value; })
        .observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(site.address + path);
    const note = page.locator('.list-note');
    await note.waitFor();
    expect(await note.innerText()).toMatch(said);
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.01);
  });

  it('of results says it of each, in a line that is there from the start', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await page.goto(`${site.address}/search?q=soreness`);
    await page
      .getByText(/With your list: \d to ask about now/)
      .first()
      .waitFor();
    expect(await page.locator('.results > li:has(.list-line)').count()).toBe(
      await page.locator('.results > li').count(),
    );
  });

  it('goes to its search with a slash, and Escape leaves it; a reader can turn that off', async () => {
    const page = await visit('/my-list');
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
    await page.keyboard.press('/');
    expect(await focused()).toBe('find');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('');
    await page.locator('#add').focus();
    await page.keyboard.press('/');
    expect(await page.inputValue('#add')).toBe('/');
    await page.getByLabel(/Press \/ on any page/).uncheck();
    await page.goto(`${site.address}/medication/testamine`);
    await page.keyboard.press('/');
    expect(await focused()).toBe('');
  });
});

describe('when she comes back', () => {
  it('is told what changed, warnings and renamed records before the rest, until she has read it', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await open('second');
    await page.goto(`${site.address}/supplement/testroot`);
    await page.getByRole('link', { name: /^\d of your 4 changed since / }).click();
    const news = page.locator('#changes');
    await news.waitFor();
    const names = await news.locator('h3').allInnerTexts();
    expect(names.slice(0, 2)).toEqual(['Plainol', 'Testamine']);
    const text = await news.innerText();
    expect(text).toContain('The record has a new name: plainol-new');
    expect(text).toContain('New or changed warning. Boxed warning: Risk of invented bleeding and of invented falls');
    expect(text).toContain('21 November 2026: The boxed warning names falls.');
    await page.getByRole('button', { name: 'I have read this' }).click();
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.locator('#changes').count()).toBe(0);
    expect(JSON.parse((await stored(page)) ?? '').lists[0].items[1]).toMatchObject({
      text: 'plainol',
      ref: 'medication/plainol-new',
    });
  });

  it('is told of changes in a list that is not the one she looks at', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await page.getByRole('button', { name: 'New list for somebody else' }).click();
    await page.keyboard.type('My mother');
    await page.keyboard.press('Enter');
    await open('second');
    await page.goto(`${site.address}/supplement/testroot`);
    await page.getByRole('link', { name: 'Records of the list “My list” changed' }).click();
    await page.getByRole('button', { name: /^My list \(\d changed\)$/ }).click();
    await page.locator('#changes').waitFor();
    await page.getByRole('button', { name: 'I have read this' }).click();
    await page.getByRole('button', { name: 'My list', exact: true }).waitFor();
  });
});

describe('without a network', () => {
  it('opens, checks and says of which day that is; what is not kept leads to what is', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await page.context().setOffline(true);
    await leave();
    await page.goto(`${site.address}/my-list`);
    await page.getByText(/Without a network\. This page and the checker show the state of \d+ \w+ \d{4}/).waitFor();
    expect(await rows(page)).toEqual(LINES);
    expect(await page.locator('.help-lines').innerText()).toMatch(/911[\s\S]*1.800.222.1222[\s\S]*988/);
    await page.getByRole('link', { name: 'See every pair in the checker' }).click();
    await page.locator('#checked').waitFor();
    expect(await page.locator('#checked').innerText()).toBe('4 items, 6 pairs');
    await page.getByText(/Without a network: this is the state of/).waitFor();
    await page.goto(`${site.address}/medication/testamine`);
    expect(await page.locator('h1').innerText()).toBe('Testamine');
    await page.goto(`${site.address}/peptide/testide`);
    await page.getByText('There is no network, and /peptide/testide is not kept on this device.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/my-list');
    await page.context().setOffline(false);
    await open('first');
    await page.goto(`${site.address}/peptide/testide`);
    expect(await page.locator('h1').innerText()).toBe('Testide-7');
  });

  it('keeps one build: the old one whole while the new one is served in part, then the new one whole', async () => {
    const page = await visit('/my-list');
    await keep(page);
    const builds = async () => (await keptThings(page)).caches.filter((name) => name.includes('build'));
    const before = await builds();
    expect(before).toHaveLength(1);
    const warningOffline = async (): Promise<string> => {
      await page.context().setOffline(true);
      await leave();
      await page.goto(`${site.address}/medication/testamine`);
      const text = await page.locator('.boxed').innerText();
      await page.context().setOffline(false);
      return text;
    };
    await openMixed();
    await page.goto(`${site.address}/my-list`);
    await lookAgain(page);
    expect(await builds()).toEqual(before);
    expect(await warningOffline()).not.toContain('falls');
    await open('second');
    // Another worker than the one that has just looked: it looks again.
    await endWorkers(page);
    await page.goto(`${site.address}/my-list`);
    await lookAgain(page);
    const after = await builds();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(await warningOffline()).toContain('falls');
  });

  it('is offered no more where the site drops it: the worker and all it kept go away', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await open('dropped');
    await endWorkers(page);
    await page.goto(`${site.address}/about`);
    await expect.poll(() => keptThings(page), { timeout: 20_000 }).toEqual({ caches: [], workers: 0 });
    await page.goto(`${site.address}/my-list`);
    expect(await rows(page)).toEqual(LINES);
  });
});

/** Asks the service worker for the newest build, and waits until it has it or has given up. */
const lookAgain = (page: Page): Promise<unknown> =>
  page.evaluate(async (refs) => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    active?.postMessage({ keep: refs }, [port2]);
    await answer;
  }, REFS);

/** Ends the running service workers, as a browser does after half a minute without work. */
async function endWorkers(page: Page): Promise<void> {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

describe('on paper', () => {
  it('is a card of the size of a bank card when folded, with a code that leads to the list', async () => {
    const page = await visit('/my-list', { before: 'globalThis.print = () => { globalThis.printed = true; };' });
    await add(page);
    await page.getByText('Together', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Print a card' }).click();
    await page.waitForFunction(() => 'printed' in window);
    await page.emulateMedia({ media: 'print' });
    const box = await page.locator('.card').boundingBox();
    const mm = (pixels = 0): number => Math.round((pixels * 25.4) / 96);
    expect([mm(box?.width), mm(box?.height)]).toEqual([86, 108]);
    const overflow = await page
      .locator('.card .face')
      .evaluateAll((faces) => faces.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight));
    expect(Math.max(...overflow)).toBeLessThanOrEqual(1);
    const text = await page.locator('.card').innerText();
    for (const part of [...LINES, 'Allergies', 'Emergency contact', 'Testamine + Warfarin'])
      expect(text).toContain(part);
    expect(await page.locator('.masthead').isVisible()).toBe(false);
    expect(await decoded(page)).toBe(`${site.address}/interactions#${[...REFS, 'warfarin%205%20mg'].join(',')}`);
  });

  it('is a card on which nothing is cut, however much there is to say; what does not fit is counted', async () => {
    const page = await visit('/my-list', { before: 'globalThis.print = () => { globalThis.printed = true; };' });
    const long = 'a preparation with a long name, 500 mg, two tablets with food in the morning';
    await add(page, [...LINES, ...Array.from({ length: 14 }, (_, at) => `${long} ${at}`)]);
    await page.getByText('Together', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Print a card' }).click();
    await page.waitForFunction(() => 'printed' in window);
    await page.emulateMedia({ media: 'print' });
    const overflow = await page
      .locator('.card .face')
      .evaluateAll((faces) => faces.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight));
    expect(Math.max(...overflow)).toBeLessThanOrEqual(1);
    const text = await page.locator('.card').innerText();
    expect(text).toContain('Emergency contact');
    const shown = await page.locator('.card .face:first-child li').count();
    expect(text).toContain(`And ${18 - shown} more: see the link.`);
  });

  it('is one page for the clinician, grouped by effect', async () => {
    const page = await visit('/my-list', { before: 'globalThis.print = () => { globalThis.printed = true; };' });
    await add(page);
    await page.getByText('Together', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Print a page for the clinician' }).click();
    await page.waitForFunction(() => 'printed' in window);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.clinician').innerText()).toContain('Testabrand 5 mg at night (Testamine)');
    expect(await page.locator('.clinician').innerText()).not.toContain('Could not be looked at');
    expect(await page.locator('.clinician h3').count()).toBeGreaterThan(0);
  });
});

/** What a camera reads from the code on the card. */
async function decoded(page: Page): Promise<string> {
  const image = await page.evaluate(async () => {
    const code = document.querySelector('.qr') as SVGElement;
    const box = code.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
    const side = (box[2] ?? 0) * 8;
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.scale(8, 8);
    const [ground, squares] = [...code.querySelectorAll('path')].map(
      (path) => new Path2D(path.getAttribute('d') ?? ''),
    );
    context.fillStyle = '#fff';
    context.fill(ground as Path2D);
    context.fillStyle = '#000';
    context.fill(squares as Path2D);
    return { side, data: [...context.getImageData(0, 0, side, side).data] };
  });
  return decodeQR({ width: image.side, height: image.side, data: Uint8ClampedArray.from(image.data) });
}

describe('storage', () => {
  it('that is refused leaves the list on the page, and says so', async () => {
    const page = await visit('/my-list', {
      before: `Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });`,
    });
    await add(page);
    await page.getByText('This browser does not let pages keep anything').waitFor();
    expect(await rows(page)).toEqual(LINES);
    expect(await page.getByRole('button', { name: 'Keep this list on this device' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Delete: plainol' }).click();
    expect(await rows(page)).toHaveLength(3);
    await page.goto(`${site.address}/medication/testamine`);
    expect(await page.locator('h1').innerText()).toBe('Testamine');
  });

  it('that is full leaves the last change on the page, and says so', async () => {
    const page = await visit('/my-list');
    await keep(page);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.fill('#add', 'one more');
    await page.keyboard.press('Enter');
    await page.getByText('There is no room left in this browser’s storage.').waitFor();
    expect(await rows(page)).toEqual([...LINES, 'one more']);
  });

  it.each([
    ['damaged', '{"lists":', 'Something is kept here that cannot be read as a list.'],
    ['of a newer release', '{"version":9,"lists":[{"items":["x"]}]}', 'Your list was kept by a newer version'],
  ])('that is %s is left as it is, and said to be so', async (_, text, said) => {
    const page = await visit('/about');
    await page.evaluate(([key, value]) => localStorage.setItem(key as string, value as string), [LISTS_KEY, text]);
    await page.goto(`${site.address}/my-list`);
    await page.getByText(said).waitFor();
    await add(page, ['plainol']);
    expect(await stored(page)).toBe(text);
    await page.goto(`${site.address}/medication/testamine`, { waitUntil: 'networkidle' });
    expect(await page.locator('.list-note').count()).toBe(0);
  });

  it('that another tab began meanwhile takes both lists', async () => {
    const page = await visit('/my-list');
    await add(page, ['plainol']);
    const other = await page.context().newPage();
    await other.goto(`${site.address}/my-list`);
    await keep(other, ['examiner herb']);
    expect(await rows(page)).toEqual(['plainol']);
    await page.getByRole('button', { name: 'Keep this list on this device' }).click();
    await page.getByText('The list is kept on this device.').waitFor();
    const { lists } = JSON.parse((await stored(page)) ?? '');
    expect(lists.map(({ items }: { items: { text: string }[] }) => items.map(({ text }) => text))).toEqual([
      ['examiner herb'],
      ['plainol'],
    ]);
    expect(await rows(other)).toEqual(['examiner herb']);
  });

  it('that another tab changes or clears is followed, and what is typed stays', async () => {
    const page = await visit('/my-list');
    await keep(page);
    const other = await page.context().newPage();
    await other.goto(`${site.address}/my-list`);
    await page.getByRole('button', { name: 'Edit: plainol' }).click();
    await page.locator('[data-edit] input').fill('plainol 20 mg, half');
    await other.getByRole('button', { name: 'Delete: examiner herb' }).click();
    await expect.poll(() => rows(page)).toEqual([LINES[0], LINES[3]]);
    expect(await page.locator('[data-edit] input').inputValue()).toBe('plainol 20 mg, half');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => rows(other)).toEqual([LINES[0], 'plainol 20 mg, half', LINES[3]]);
    await page.getByRole('button', { name: 'Edit: plainol 20 mg, half' }).click();
    await other.getByRole('button', { name: 'Delete: plainol 20 mg, half' }).click();
    await page.getByText('The line that you were editing was deleted in another tab.').waitFor();
    expect(await page.inputValue('#add')).toBe('plainol 20 mg, half');
    await other.evaluate(() => localStorage.clear());
    await page.getByText('The kept list was deleted from this browser').waitFor();
    expect(await rows(page)).toEqual([LINES[0], LINES[3]]);
    await page.getByRole('button', { name: 'Delete: warfarin 5 mg' }).click();
    expect(await stored(page)).toBeNull();
    await page.getByRole('button', { name: 'Keep this list on this device' }).click();
    await expect.poll(() => rows(other)).toEqual([LINES[0]]);
  });
});

describe('for everybody', () => {
  it.each([320, 390])('is no wider than a screen of %i pixels with letters of twice the size', async (width) => {
    const page = await visit('/my-list', { viewport: { width, height: 844 } });
    await keep(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it.each([390, 1280])('has no complaint of axe at %i pixels, empty and kept', async (width) => {
    const page = await visit('/my-list', { viewport: { width, height: 844 } });
    const faults = async (): Promise<string[]> => {
      await page.evaluate(axe);
      return page.evaluate(async () => {
        const { violations } = await (
          globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          }
        ).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
    };
    expect(await faults()).toEqual([]);
    await keep(page);
    expect(await faults()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.goto(`${site.address}/medication/testamine-plainol`);
    await page.locator('.list-note').waitFor();
    expect(await faults()).toEqual([]);
  });
});

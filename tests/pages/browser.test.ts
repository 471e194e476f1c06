import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import type { Served } from '../../src/function/node/serve.ts';
import { fixtureDist } from '../support/build.ts';
import { openSite } from '../support/open-site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CHECKED = '/interactions#medication/testamine,medication/plainol,supplement/testroot,Grapefruit';
const COMPARED = '/compare#testamine,testamine-plainol';
const pages = [
  '/',
  '/medication',
  '/medication/testamine',
  '/supplement/testroot',
  '/peptide/testide',
  '/search?q=soreness',
  CHECKED,
  '/my-list',
  COMPARED,
  '/funding',
  '/developers',
  '/about',
  '/changes',
  '/no-such-page',
];

let browser: Browser;
let site: Served;
beforeAll(async () => {
  const opened = await openSite(fixtureDist());
  ({ browser, site } = opened);
  return opened.close;
});

/** Opens a page for as long as `use` takes; whatever the page complains about fails the test. */
async function visit(
  path: string,
  use: (page: Page) => Promise<void>,
  { ignored, ...options }: BrowserContextOptions & { ignored?: RegExp } = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text()) && !ignored?.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.address)) complaints.push(`asked another host: ${request.url()}`);
  });
  try {
    await page.goto(site.address + path);
    await use(page);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** A request that is cut off is a complaint in the console, and no other is. */
const visitCutOff = (path: string, use: (page: Page) => Promise<void>): Promise<void> =>
  visit(path, use, { ignored: /net::ERR_FAILED/ });

/** A class of the catalog that has a page. */
async function aClass(): Promise<{ name: string; path: string }> {
  const { data } = await (await fetch(`${site.address}/v1/classes.json`)).json();
  return data.classes.find((one: { path?: string; name: string }) => one.path && /^[A-Z][a-z]+ [a-z]+$/.test(one.name));
}

const textOf = (page: Page, selector: string): Promise<string> => page.locator(selector).first().innerText();
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');

describe('a person', () => {
  it('finds a medication by a misspelled brand, with the keyboard alone', () =>
    visit('/', async (page) => {
      await page.locator('#find').focus();
      await page.keyboard.type('testamnie');
      await page
        .getByRole('option', { name: /Testamine/ })
        .first()
        .waitFor();
      await page.getByText('Read as Testamine').waitFor();
      await page.keyboard.press('ArrowDown');
      expect(await page.locator('#find').getAttribute('aria-activedescendant')).toBe('find-0');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/medication/testamine');
      expect(await textOf(page, 'h1')).toBe('Testamine');
    }));

  it('searches by use, and is told of a real name that the catalog does not cover', () =>
    visit('/search?q=soreness', async (page) => {
      await page.locator('.results li').first().waitFor();
      expect(await page.locator('.results li').count()).toBeGreaterThan(2);
      await page.fill('#q', 'lisinopril');
      await page.getByText('We know lisinopril, but it has no record here.').waitFor();
      expect(page.url()).toContain('?q=lisinopril');
    }));

  it('checks items, sees the worst first and what was not assessed, and can share the list', () =>
    visit('/interactions', async (page) => {
      for (const name of ['Testabrand', 'plainol', 'examiner herb', 'grapefruit juice']) {
        await page.fill('#item', name);
        await page.keyboard.press('Enter');
        await page
          .locator(`[data-items] li`)
          .nth(['Testabrand', 'plainol', 'examiner herb', 'grapefruit juice'].indexOf(name))
          .waitFor();
      }
      expect(await textOf(page, '#checked')).toBe('4 items, 6 pairs');
      expect(await textOf(page, '[data-answer] .strip')).toContain('Don’t stop or change a medicine');
      expect(await textOf(page, '[data-notes]')).toMatch(/^4 items checked, 6 pairs: \d to ask about now\.$/);
      const byItself = page.locator('.findings', { hasText: 'About each one on its own' });
      expect(await byItself.innerText()).toContain('Risk of invented bleeding');
      expect(await page.locator('.matrix tbody td:not(.void)').count()).toBe(6);
      expect(await textOf(page, '.findings h2')).toMatch(/^Other effects: testamine and/);
      const words = (await page.locator('[data-answer] .badge').allTextContents()).map((word) => word.trim());
      expect(words).toContain('Food');
      await page.getByText(/^Nothing documented/).click();
      // Silence is said not to be safe, once, and what was looked at is told of each thing once.
      const nothing = page.locator('.findings-fold', { hasText: 'Nothing documented' });
      expect((await nothing.innerText()).match(/not evidence/g)).toHaveLength(1);
      expect(await nothing.locator('ul.small > li').allInnerTexts()).toEqual([
        expect.stringMatching(/^\w+: \d+ statements?/),
        expect.stringMatching(/^\w+: \d+ statements?/),
      ]);
      await page.getByText(/^Not looked at/).click();
      await page.getByText('The record of Plainol has no interactions section.').first().waitFor();
      const list = new URL(page.url()).hash;
      expect(list).toBe('#medication/testamine,medication/plainol,supplement/testroot,Grapefruit');
      await page.reload({ waitUntil: 'networkidle' });
      expect(await page.locator('[data-items] li').count()).toBe(4);
      await page.getByRole('button', { name: 'Remove Plainol' }).click();
      expect(await page.locator('[data-items] li').count()).toBe(3);
    }));

  it('pastes a list as it is, and loses no line of it', () =>
    visit('/interactions', async (page) => {
      await page.fill('#item', '1. Testabrand 5 mg, twice a day\n- plainol 20 mg\n• qwxzvbn\nTSTM and examiner herb\n');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.locator('#checked').waitFor();
      const rows = (await page.locator('[data-items] li').allInnerTexts()).join('\n');
      for (const name of ['Testamine', 'Plainol', 'qwxzvbn', 'Testroot']) expect(rows).toContain(name);
      await page.getByText('We don’t recognize this name. It was not checked.').waitFor();
      expect(await textOf(page, '[data-notes]')).toContain('Testamine is already in the list.');
      expect(await textOf(page, '[data-notes]')).toContain('1 line not checked.');
      await page.reload();
      await page.locator('[data-items]').getByText('qwxzvbn').waitFor();
      await page.getByRole('button', { name: 'Questions for my visit' }).click();
      await page.getByText('What I take: Testamine, Plainol, Testroot.').waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('The list is empty.').waitFor();
      expect(new URL(page.url()).hash).toBe('');
    }));

  it.each([
    ['/interactions#medication/testamine,supplement/testroot', '#checked', 2],
    ['/compare#testamine,testamine-plainol', '.comparison', 4],
  ])(
    'reads the records of %s each once and all at once, without the names of the world, and fonts after them',
    (path, answer, files) =>
      visitCutOff('/', async (page) => {
        await page.route(/browser\.json|names-worker/, (route) => route.abort());
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        const isRecord = (name: string): boolean => name.startsWith('/v1/');
        // Held until all of them are asked for: one that waited for another would never come.
        const { promise: all, resolve: release } = Promise.withResolvers<void>();
        await page.route(/\/v1\//, async (route) => {
          if (asked.filter(isRecord).length === files) release();
          await all;
          await route.continue();
        });
        await page.goto(site.address + path);
        await page.locator(answer).waitFor();
        const records = asked.filter(isRecord);
        expect(records).toHaveLength(files);
        expect(new Set(records).size).toBe(files);
        await page.waitForFunction(() => document.fonts.check('600 16px "Source Sans 3"'));
        const firstFont = asked.findIndex((name) => name.endsWith('.woff2'));
        expect(firstFont).toBeGreaterThan(asked.findLastIndex(isRecord));
      }),
  );

  it('opens a record with Enter on its exact name, and is led from two names to the checker', () =>
    visit('/search', async (page) => {
      await page.fill('#q', 'testabrand');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/medication/testamine');
      await page.goto(`${site.address}/search?q=testamine+and+testroot`);
      await page.getByRole('link', { name: 'Check the two together' }).click();
      await page.locator('#checked').waitFor();
    }));

  it.each([
    ['/', 'TESTABRAND', '/medication/testamine'],
    ['/about', 'testamine and testroot', '/interactions#medication/testamine,supplement/testroot'],
    ['/no-such-page', 'soreness', '/search?q=soreness'],
  ])('types into the box of %s, and Enter on "%s" opens %s', (path, text, address) =>
    visit(path, async (page) => {
      const box = page.locator('[data-search] input').first();
      await box.focus();
      await page.locator('[data-search] [role=combobox]').first().waitFor();
      await box.fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.address}${address}`);
    }),
  );

  it('is led from the name of a class to its page, and told once what was not understood', () =>
    visit('/search', async (page) => {
      const { path, name } = await aClass();
      await page.fill('#q', name);
      await page.locator(`[data-notes] a[href="${path}"]`).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${path}`);
      await page.goto(`${site.address}/search?q=qwxzvbn`);
      await page.getByText('We don’t recognize “qwxzvbn”.').waitFor();
      expect(await page.locator('[data-notes] p').count()).toBe(1);
      expect(await page.locator('[data-teaching]').isVisible()).toBe(true);
    }));

  it('sees on the item itself how a misspelled name was read', () =>
    visit('/interactions', async (page) => {
      await page.fill('#item', 'testamnie');
      await page.keyboard.press('Enter');
      await page.locator('[data-items]').getByText('read from “testamnie”').waitFor();
      await page.fill('#item', 'plainol');
      await page.keyboard.press('Enter');
      await page.locator('[data-items] li').nth(1).waitFor();
      expect(await page.locator('[data-items]').innerText()).toContain('read from “testamnie”');
    }));

  it('is not led to a record by a word of an address that is no name', () =>
    visit('/no/soreness', async (page) => {
      await page.waitForLoadState('networkidle');
      expect(await page.locator('[data-near] li').count()).toBe(0);
      expect(await page.locator('[data-near-title]').isVisible()).toBe(false);
    }));

  it('is led on from an address that is nearly right', () =>
    visit('/medication/testamin', async (page) => {
      await page.locator('[data-near] a', { hasText: 'Testamine' }).first().waitFor();
    }));

  it('comes from a record to the checker with that record in the list', () =>
    visit('/medication/testamine', async (page) => {
      await page.getByRole('link', { name: 'Check with my list' }).click();
      await page.locator('[data-items] a', { hasText: 'Testamine' }).waitFor();
    }));

  // WCAG 2.2, target size: 24 pixels.
  it('finds every link of /developers large enough to hit', () =>
    visit('/developers', async (page) => {
      const small = await page.locator('a').evaluateAll((links) =>
        links
          .filter((link) => link.checkVisibility() && link.getBoundingClientRect().height < 24)
          .filter((link) => link.parentElement?.textContent?.trim() === link.textContent?.trim())
          .map((link) => link.textContent),
      );
      expect(small).toEqual([]);
    }));

  it('finds who does not go with a record by any name, and is told where nothing is on file', () =>
    visit('/medication/testamine', async (page) => {
      const shown = () => page.locator('.partner:not([hidden]) .who').allTextContents();
      const all = await shown();
      await page.locator('#clash').focus();
      await page.locator('#clash').fill('plainbrand');
      await page.waitForFunction(() =>
        /Plainol/.test(document.querySelector('[data-partner-answer]')?.textContent ?? ''),
      );
      expect((await shown()).length).toBeLessThan(all.length);
      await page.locator('#clash').fill('qwxzvbn');
      await page.getByText('No entry has this name').waitFor();
      await page.locator('#clash').fill('');
      await page.waitForFunction(
        (count) => document.querySelectorAll('.partner:not([hidden])').length === count,
        all.length,
      );
    }));

  it('is led by a shared link to the partner, whose fold is open', () =>
    visit('/medication/testamine', async (page) => {
      const anchor = await page.locator('.partner .said').last().getAttribute('id');
      await page.goto('about:blank');
      await page.goto(`${site.address}/medication/testamine#${anchor}`);
      await page.locator(`#${anchor}`).waitFor({ state: 'visible' });
    }));

  it('jumps from the matrix to the finding', () =>
    visit(CHECKED, async (page) => {
      const link = page.locator('.matrix td a').first();
      const id = await link.getAttribute('data-pair');
      await link.click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(id);
      expect(new URL(page.url()).hash).toBe(new URL(CHECKED, site.address).hash);
    }));

  it('compares medications, with what a record does not state said so, and true differences alone marked', () =>
    visit('/compare', async (page) => {
      for (const name of ['testamine', 'plainol', 'testroot']) {
        // Without waiting for the answer: whoever types on loses nothing.
        await page.fill('#item', name);
        await page.keyboard.press('Enter');
      }
      await page.getByText('Testroot is a supplement. Only medications can be compared.').waitFor();
      expect(await page.locator('.comparison thead th').allInnerTexts()).toEqual(['Testamine', 'Plainol']);
      expect(await page.getByText('Not stated', { exact: true }).count()).toBeGreaterThan(5);
      const boxed = page.locator('tbody', { has: page.getByText('Boxed warning', { exact: true }) });
      expect(await boxed.locator('td').allInnerTexts()).toEqual(['Risk of invented bleeding', 'Not stated']);
      expect(await page.locator('tbody.differs', { hasText: 'Boxed warning' }).count()).toBe(0);
      const folded = page.locator('#row-indications').locator('xpath=ancestor::tbody').locator('.values');
      expect(await folded.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Approved for' }).click();
      expect(await folded.isVisible()).toBe(true);
      expect(new URL(page.url()).hash).toBe('#testamine,plainol');
    }));

  it('reports an error and gets a receipt; the same report again gets the same one', () =>
    visit('/medication/testamine', async (page) => {
      const send = async () => {
        await page.fill('#report-claim', 'The page says <b>19</b> of 100; the label says 91.');
        await page.getByRole('button', { name: 'Send the report' }).click();
        const answer = page.locator('[data-report-answer]', { hasText: 'receipt' });
        await answer.waitFor();
        return (await answer.innerText()).match(/receipt is (\S+)\.$/)?.[1];
      };
      await page.getByText('Report an error on this page').click();
      const receipt = await send();
      expect(receipt).toBeTruthy();
      await page.fill('#report-claim', '');
      await page.evaluate(() => {
        (document.querySelector('[data-report-answer]') as HTMLElement).textContent = '';
      });
      expect(await send()).toBe(receipt);
    }));

  it('can skip to the content, and sees where the focus is at every stop', () =>
    visit('/medication/testamine', async (page) => {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toContain('Skip to the content');
      for (let stop = 0; stop < 25; stop++) {
        const visible = await page.evaluate(() => {
          const style = getComputedStyle(document.activeElement as Element);
          return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
        });
        expect(visible, await focused(page)).toBe(true);
        await page.keyboard.press('Tab');
      }
    }));

  it('sees in the contents which section is being read', () =>
    visit('/medication/testamine', async (page) => {
      await page.locator('#stopping').scrollIntoViewIfNeeded();
      await page.evaluate(() => document.getElementById('stopping')?.scrollIntoView({ behavior: 'instant' }));
      await page.locator('.contents a[href="#stopping"][aria-current]').waitFor();
      expect(await page.locator('.contents a[aria-current]').count()).toBe(1);
    }));

  it('copies the citation', () =>
    visit(
      '/medication/testamine',
      async (page) => {
        await page.getByText('Cite this page', { exact: true }).last().click();
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toContain('https://materia.test/medication/testamine');
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ));
});

describe('when the files cannot be had', () => {
  const cutOff = (page: Page, files: RegExp): Promise<unknown> => page.route(files, (route) => route.abort());
  const noticeOf = (page: Page): Promise<string> => textOf(page, '[data-notes]');
  const UNAVAILABLE = /could not be loaded/;
  const unavailable = (page: Page) => page.locator('[data-notes]', { hasText: UNAVAILABLE }).waitFor();

  it('the search does not say that nothing matches, shows the lists, and works once they can', () =>
    visitCutOff('/search', async (page) => {
      await cutOff(page, /browser\.json/);
      await page.fill('#q', 'testamine');
      await unavailable(page);
      expect(await textOf(page, 'main')).not.toContain('No record matches');
      expect(await page.locator('[data-lists]').isVisible()).toBe(true);
      await page.unroute(/browser\.json/);
      await page.fill('#q', 'testamin');
      await page.getByRole('link', { name: 'Testamine', exact: true }).first().waitFor();
      expect(await noticeOf(page)).not.toMatch(UNAVAILABLE);
    }));

  it('the checker keeps what was asked, in the box and in the address, and shows no old answer', () =>
    visitCutOff('/interactions', async (page) => {
      await cutOff(page, /interactions\/supplement/);
      await page.fill('[data-checker] textarea', 'testamine, testroot');
      await page.keyboard.press('Enter');
      await unavailable(page);
      expect(await page.inputValue('[data-checker] textarea')).toBe('testamine, testroot');
      expect(await textOf(page, '[data-answer]')).toBe('');
      await page.unroute(/interactions\/supplement/);
      await page.keyboard.press('Enter');
      await page.locator('[data-answer] h2').first().waitFor();
      expect(await noticeOf(page)).not.toMatch(UNAVAILABLE);
    }));

  it('a shared list stays in the address', () =>
    visitCutOff('/', async (page) => {
      await cutOff(page, /browser\.json/);
      await page.goto(`${site.address}${CHECKED}`);
      await unavailable(page);
      expect(page.url()).toBe(`${site.address}${CHECKED}`);
    }));
});

describe('without scripts', () => {
  const plain = { javaScriptEnabled: false };

  it('the search leads to lists of every record', () =>
    visit(
      '/',
      async (page) => {
        await page.fill('#find', 'testamine');
        await page.getByRole('button', { name: 'Search' }).click();
        await page.waitForURL('**/search?q=testamine');
        await page.locator('.letters a', { hasText: 'T' }).first().click();
        await page.waitForURL('**/medication#letter-t');
        expect(await page.getByRole('link', { name: 'Testamine', exact: true }).first().isVisible()).toBe(true);
      },
      plain,
    ));

  it.each([
    ['/interactions', 'The checker needs JavaScript.'],
    ['/compare', 'The comparison needs JavaScript.'],
    ['/medication/testamine', 'Rebound soreness with seizures'],
  ])('%s says what there is to say', (path, text) =>
    visit(path, async (page) => expect(await page.locator('main').innerText()).toContain(text), plain),
  );

  it('the report form says how else to report', () =>
    visit(
      '/medication/testamine',
      async (page) => {
        await page.getByText('Report an error on this page').click();
        expect(await page.locator('.report').innerText()).toContain('/v1/report-hallucination');
        expect(await page.locator('[data-report]').isVisible()).toBe(false);
      },
      plain,
    ));
});

/** Each width and each colour scheme once. */
const NARROWEST = 320;
const PHONE = { width: 390, height: 844 };
const modes = [
  [NARROWEST, 'dark'],
  [1280, 'light'],
] as const;

it('the policy of the pages lets no text become markup or a script, and starts the one worker there is', () =>
  visit(
    '/search?q=testamin',
    async (page) => {
      await page.waitForFunction(() => document.querySelector('main')?.textContent?.includes('Testamine'));
      expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
        expect.stringMatching(/^\/_astro\/names-worker-[\w-]+\.js$/),
      ]);
      const outcomes = await page.evaluate(() => {
        const tries: (() => unknown)[] = [
          () => (document.createElement('div').innerHTML = '<b>x</b>'),
          () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
          () => (document.createElement('script').textContent = 'x'),
          () => (document.createElement('script').src = '/x.js'),
          () => new Worker('/_astro/other.js'),
          () =>
            (
              window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
            ).trustedTypes.createPolicy('another', {}),
        ];
        return tries.map((attempt) => {
          try {
            attempt();
            return 'done';
          } catch (error) {
            return (error as Error).name;
          }
        });
      });
      expect(outcomes).toEqual(Array(6).fill('TypeError'));
    },
    { ignored: /Trusted|policy/i },
  ));

it('the browser knows every face of the styles, those that stand in until the fonts are there too', () =>
  visit('/about', async (page) => {
    const faces = readFileSync(join(root, 'src/styles/fonts.css'), 'utf8').match(/@font-face/g);
    expect(await page.evaluate(() => document.fonts.size)).toBe(faces?.length);
  }));

it.each(modes)(
  'every page type meets WCAG 2.2 AA at %i px, %s, does not shift while it loads and does not scroll sideways',
  (width, colorScheme) =>
    visit(
      '/about',
      async (page) => {
        await page.addInitScript(recordShifts);
        const faults: string[] = [];
        const measureWidth = async (path: string, condition: string): Promise<void> => {
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          if (overflow > 0) faults.push(`${path} is ${overflow} px too wide ${condition}`);
        };
        for (const path of pages) {
          await open(page, path);
          const shift = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
          if (shift > 0.01) faults.push(`${path} shifts by ${shift} while it loads`);
          await measureWidth(path, 'as it loads');
          for (const fault of await violations(page)) faults.push(`${path} ${fault}`);
          if (width > NARROWEST) continue;
          await page.setViewportSize(PHONE);
          await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%';
            for (const fold of document.querySelectorAll('details')) fold.open = true;
          });
          await measureWidth(path, 'on a phone with letters of twice the size and every fold open');
          await page.setViewportSize({ width, height: 900 });
        }
        expect(faults).toEqual([]);
      },
      { viewport: { width, height: 900 }, colorScheme },
    ),
);

/** Opens a page that may only differ by its fragment, and waits until its scripts have answered. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(site.address + path);
  const answered = { '/search': '.results li', '/interactions': '#checked', '/compare': '.comparison' }[
    path.split(/[?#]/)[0] ?? ''
  ];
  if (answered) await page.locator(answered).first().waitFor();
}

/** What axe finds; run in the page's own world, so that the content security policy holds as it does for readers. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}

function recordShifts(): void {
  Object.assign(window, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      (window as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

interface AxeResults {
  violations: { id: string; nodes: { target: string[] }[] }[];
}

it.each(['/medication/testamine', '/peptide/testide', '/supplement/testroot'])(
  'under a finger numbers of sources on %s are 24 px wide and high',
  (path) =>
    visit(
      path,
      async (page) => {
        const small = await page.evaluate(() => {
          for (const fold of document.querySelectorAll('details')) fold.open = true;
          return [...document.querySelectorAll('.cites a, .notes a, .help-lines a, .crumbs a, .partner .said .small a')]
            .map((link) => ({ text: link.textContent, box: link.getBoundingClientRect() }))
            .filter(({ box }) => box.width < 24 || box.height < 24)
            .map(({ text, box }) => `${text} ${box.width}x${box.height}`);
        });
        expect(small).toEqual([]);
      },
      { viewport: PHONE },
    ),
);

describe('on paper', () => {
  it('the questions for a visit are one page, however many things are checked', () =>
    visit(CHECKED, async (page) => {
      await page.getByRole('button', { name: 'Questions for my visit' }).click();
      await page.locator('.sheet').waitFor();
      // What its button does, without the window that a person prints from.
      await page.evaluate(() => {
        document.body.dataset.sheet = 'only';
      });
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    }));

  it('a profile keeps its safety strip and its sources, and leaves the furniture away', () =>
    visit('/medication/testamine', async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.strip').isVisible()).toBe(true);
      expect(await page.locator('#sources').isVisible()).toBe(true);
      for (const selector of ['.masthead nav', '.searchbox', '.contents', '.foot .report']) {
        expect(await page.locator(selector).first().isVisible(), selector).toBe(false);
      }
      const boxed = await page.locator('.boxed').evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(boxed).toBe('rgb(0, 0, 0)');
    }));
});

import type { Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ownDist } from '../support/build.ts';
import { type OpenedSite, openSite } from '../support/open-site.ts';

let opened: OpenedSite;
let page: Page;
beforeAll(async () => {
  opened = await openSite(ownDist());
  return opened.close;
});
afterEach(() => page.close());

async function open(path: string, width: number): Promise<void> {
  page = await opened.browser.newPage({ viewport: { width, height: 844 } });
  await page.goto(opened.site.address + path);
}

const isOpen = (id: string): Promise<boolean> =>
  page.locator(`#${id}`).evaluate((fold) => (fold as HTMLDetailsElement).open);

describe('interactions on the page of a record', () => {
  it('are folded by effect on a phone, with their counts, and a partner is one line', async () => {
    await open('/medication/warfarin#interactions', 390);
    expect(await page.locator('.effect[open]').count()).toBe(0);
    expect(await page.locator('#effect-bleeding > summary').innerText()).toMatch(/Bleeding\s+.*\d+ Major/s);
    await page.locator('#effect-bleeding > summary').click();
    const lines = await page
      .locator('#effect-bleeding .partner summary:has(.who)')
      .evaluateAll((rows) => rows.map((row) => [row.textContent?.trim(), row.clientHeight] as const));
    expect(lines.length).toBeGreaterThan(20);
    // A name of two long words may take a second line.
    expect(lines.filter(([, height]) => height > 48).length).toBeLessThan(lines.length / 5);
    expect(await page.locator('.partner .said:visible').count()).toBe(0);
  });

  it('are open where they are grave in a wide window, and a row of links leads to each effect', async () => {
    await open('/medication/warfarin', 1280);
    expect(await isOpen('effect-bleeding')).toBe(true);
    const links = page.locator('.effects a');
    const anchors = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1)));
    const groups = await page.locator('.effect').evaluateAll((all) => all.map(({ id }) => id));
    expect(anchors).toEqual(groups);
    await links.last().click();
    expect(await isOpen(groups.at(-1) as string)).toBe(true);
  });

  it('are opened by an address that search leads to', async () => {
    await open('/medication/warfarin#effect-bleeding', 390);
    expect(await isOpen('effect-bleeding')).toBe(true);
  });

  it('are found by the name of an effect, and fold again when the search is emptied', async () => {
    await open('/medication/warfarin#interactions', 390);
    await page.getByLabel('Does it clash with').fill('bleeding');
    await page.locator('#effect-bleeding[open]').waitFor();
    expect(await page.locator('.effect:visible').count()).toBe(1);
    await page.getByLabel('Does it clash with').fill('');
    await page.waitForFunction(() => document.querySelectorAll('.effect[open]').length === 0);
  });

  it('name the source of guidance', async () => {
    await open('/medication/warfarin', 1280);
    const guidance = page.locator('.partner .said p', { hasText: /^\s*Guidance/ });
    expect(await guidance.count()).toBeGreaterThan(0);
    expect(await guidance.first().locator('a').getAttribute('href')).toMatch(/^https:/);
  });
});

describe('the report of the checker', () => {
  const SIX =
    'medication/warfarin,medication/aspirin,medication/sertraline,medication/lisinopril,medication/metoprolol,supplement/st-johns-wort';

  it('says the signs to watch for once for each effect, and guidance with its source', async () => {
    await open('/interactions#medication/warfarin,medication/aspirin,medication/sertraline', 390);
    await page.locator('#checked').waitFor();
    const text = await page.locator('[data-answer]').innerText();
    expect(text.match(/vomit with blood/g)).toHaveLength(1);
    const guidance = page.locator('.guidance').first();
    expect(await guidance.innerText()).toMatch(/^Guidance: /);
    expect(await guidance.locator('a').getAttribute('href')).toMatch(/^https:/);
  });

  it.each([390, 1280])(
    'draws a map of more than four things in which every name is readable, %d px wide',
    async (width) => {
      await open(`/interactions#${SIX}`, width);
      const map = page.locator('.action-map');
      await map.waitFor();
      const box = await map.boundingBox();
      const names = await map.locator('text').evaluateAll((texts) =>
        texts.map((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          return { left, right, top, bottom, name: text.textContent ?? '' };
        }),
      );
      expect(names.map(({ name }) => name)).toContain("St. John's wort");
      for (const [at, one] of names.entries()) {
        expect(one.left).toBeGreaterThanOrEqual((box?.x ?? 0) - 1);
        expect(one.right).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1);
        // Letters of at least 11 px.
        expect(one.bottom - one.top).toBeGreaterThan(12);
        for (const other of names.slice(at + 1))
          expect(
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
            `${one.name} over ${other.name}`,
          ).toBe(true);
      }
    },
  );

  it('has no map of four things', async () => {
    await open(`/interactions#${SIX.split(',').slice(0, 4).join(',')}`, 1280);
    await page.locator('#checked').waitFor();
    expect(await page.locator('.action-map').count()).toBe(0);
  });
});

describe('the page for developers', () => {
  it('has links of at least 24 px in its list of addresses', async () => {
    await open('/developers', 1280);
    const heights = await page
      .locator('.codes dt a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(5);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });
});

describe('the example of the home page', () => {
  it('says of its pair what the checker says', async () => {
    await open('/', 1280);
    const [, action = ''] = (await page.locator('.example h3').innerText()).split(': ');
    await page.getByRole('link', { name: 'Check the two' }).click();
    await page.locator('#checked').waitFor();
    expect(action).not.toBe('');
    expect((await page.locator('.findings').first().innerText()).toLowerCase()).toContain(action);
  });
});

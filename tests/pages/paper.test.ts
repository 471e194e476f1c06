import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../../src/function/node/serve.ts';
import { ownDist } from '../support/build.ts';
import { openSite } from '../support/open-site.ts';

let site: Served;
let page: Page;
let records: { kind: string; slug: string }[] = [];
beforeAll(async () => {
  const opened = await openSite(ownDist());
  site = opened.site;
  page = await opened.browser.newPage({ viewport: { width: 390, height: 844 } });
  records = JSON.parse(readFileSync(join(await ownDist(), 'llms-index.json'), 'utf8')).files;
  return opened.close;
});

async function sheets(): Promise<number> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

const NINE = [
  ...['warfarin', 'atorvastatin', 'metformin', 'metoprolol', 'lisinopril', 'omeprazole', 'acetaminophen'].map(
    (slug) => `medication/${slug}`,
  ),
  ...['supplement/turmeric', 'supplement/magnesium'],
];

describe('printed on A4', () => {
  it('the longest record takes at most 16 pages, one of the middle at most 9, with every fold open', async () => {
    const counts: number[] = [];
    // A sample of the records.
    for (const { kind, slug } of records.filter((_, at) => at % 32 === 0)) {
      await page.goto(`${site.address}/${kind}/${slug}`);
      counts.push(await sheets());
    }
    counts.sort((a, b) => a - b);
    expect(counts[counts.length >> 1]).toBeLessThanOrEqual(9);
    await page.goto(`${site.address}/medication/warfarin`);
    expect(await sheets()).toBeLessThanOrEqual(16);
    await page.emulateMedia({ media: 'print' });
    const closed = await page
      .locator('details > :not(summary)')
      .evaluateAll(
        (parts) => parts.filter((part) => !part.checkVisibility() && !part.closest('.foot, #related')).length,
      );
    await page.emulateMedia({ media: null });
    expect(closed).toBe(0);
  }, 120_000);

  it('a check of nine things takes at most 3 pages, and the questions for a visit one', async () => {
    await page.goto(`${site.address}/interactions#${NINE.join(',')}`);
    await page.locator('#checked').waitFor();
    expect(await sheets()).toBeLessThanOrEqual(3);
    await page.emulateMedia({ media: 'print' });
    const pairs = await page.locator('.findings-fold h3').allInnerTexts();
    await page.emulateMedia({ media: null });
    expect(pairs.length).toBeGreaterThan(9);
    await page.getByRole('button', { name: 'Questions for my visit' }).click();
    await page.locator('.sheet').waitFor();
    await page.evaluate(() => {
      document.body.dataset.sheet = 'only';
    });
    expect(await sheets()).toBe(1);
  });

  it('a comparison keeps the names of its rows', async () => {
    await page.goto(`${site.address}/compare#warfarin,apixaban`);
    await page.locator('.comparison').waitFor();
    await page.emulateMedia({ media: 'print' });
    const folded = page.locator('.comparison .unfold');
    expect(await folded.count()).toBeGreaterThan(3);
    expect(await folded.evaluateAll((names) => names.every((name) => name.checkVisibility()))).toBe(true);
    await page.emulateMedia({ media: null });
  });
});

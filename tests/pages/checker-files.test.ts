import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Served, serve } from '../../src/function/node/serve.ts';
import { launchBrowser } from '../support/browser.ts';
import { fixtureDist } from '../support/build.ts';

let browser: Browser;
let site: Served;
beforeAll(async () => {
  const [dist, launched] = await Promise.all([fixtureDist(), launchBrowser()]);
  browser = launched;
  site = await serve({
    distDir: dist,
    dataDir: join(inject('runDir'), 'checker-files-data'),
    port: 0,
    write: () => {},
  });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const fhir = JSON.stringify({
  resourceType: 'Bundle',
  entry: [
    {
      resource: {
        resourceType: 'MedicationRequest',
        status: 'active',
        medicationCodeableConcept: {
          coding: [{ system: 'http://fdasis.nlm.nih.gov', code: '0A0A0A0A0A' }],
          text: 'Testamine 5 MG Oral Tablet',
        },
      },
    },
    {
      resource: {
        resourceType: 'MedicationRequest',
        status: 'stopped',
        medicationCodeableConcept: { text: 'plainol' },
      },
    },
    {
      resource: {
        resourceType: 'MedicationStatement',
        status: 'active',
        medication: {
          concept: { coding: [{ system: 'http://snomed.info/sct', code: '372567009' }], text: 'testroot' },
        },
      },
    },
  ],
});
const ccda = `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><component><section><code code="10160-0"/>
${['testamine', 'plainol'].map((name) => `<entry><substanceAdministration><statusCode code="active"/><consumable><manufacturedProduct><manufacturedMaterial><code displayName="${name}"/></manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration></entry>`).join('')}
</section></component></ClinicalDocument>`;
const csv = 'Medication,Dose,Directions\ntestamine,5 mg,twice a day\n"plainol",10 mg,\nzyxwvut,,\n';

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** Opens the checker in both sizes; whatever the page complains about, and any request to another host, fails the test. */
const visited = (use: (page: Page) => Promise<void>): Promise<void> =>
  Object.values(sizes).reduce(async (before, viewport) => {
    await before;
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (request.method() !== 'GET' || !request.url().startsWith(site.address)) complaints.push(request.url());
    });
    await page.goto(`${site.address}/interactions`);
    await page.waitForFunction(() => !(document.querySelector('[data-key]') as HTMLElement | null)?.hidden);
    await use(page);
    expect(complaints).toEqual([]);
    await context.close();
  }, Promise.resolve());

/** Drops a file on the list, as a hand does. */
async function drop(page: Page, name: string, type: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, type, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content as string], name as string, { type: type as string }));
      return data;
    },
    [name, type, content],
  );
  await page.dispatchEvent('[data-checker]', 'drop', { dataTransfer: transfer });
}

const rows = (page: Page): Promise<string[]> => page.locator('[data-items] > li').allInnerTexts();
const waitForRows = (page: Page, count: number) =>
  page.waitForFunction((many) => document.querySelectorAll('[data-items] > li').length === many, count);
const notice = (page: Page): Promise<string> => page.locator('[data-notes]').innerText();

describe('the checker', () => {
  it('reads a dropped FHIR file: each entry is a row, codes first, and what is stopped is not checked', () =>
    visited(async (page) => {
      await drop(page, 'list.json', 'application/json', fhir);
      await waitForRows(page, 3);
      const [testamine, testroot, plainol] = await rows(page);
      expect(testamine).toMatch(/Testamine[\s\S]*read by its code, unii:0A0A0A0A0A/);
      expect(testroot).toMatch(/Testroot[\s\S]*SNOMED CT 372567009: not read here/);
      expect(plainol).toMatch(/“stopped”, so it was not checked[\s\S]*Did you mean[\s\S]*Plainol/);
      await page.locator('[data-answer] h2').first().waitFor();
      expect(await notice(page)).toMatch(/3 entries read from a FHIR file on this device; nothing was sent/);
    }));

  it('reads a C-CDA file and a table that were chosen', () =>
    visited(async (page) => {
      await page.fill('[data-checker] textarea', 'typed before');
      await page.setInputFiles('[data-file]', { name: 'summary.xml', mimeType: 'text/xml', buffer: Buffer.from(ccda) });
      await waitForRows(page, 2);
      await page.setInputFiles('[data-file]', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await waitForRows(page, 3);
      expect((await rows(page)).at(-1)).toMatch(/zyxwvut[\s\S]*We don’t recognize this name/);
      expect(await notice(page)).toMatch(/Testamine is already in the list/);
      expect(await page.inputValue('[data-checker] textarea')).toBe('typed before');
    }));

  it.each([
    ['broken.json', '{"resourceType":"Bundle","entry":[', /not complete or not valid/],
    ['entities.xml', '<!DOCTYPE a [<!ENTITY e SYSTEM "http://example.com/x">]><a>&e;</a>', /document type or entities/],
    ['other.xml', '<html><script>alert(1)</script></html>', /no medication section/],
  ])('says why %s is not read, asks nobody, and adds nothing', (name, content, said) =>
    visited(async (page) => {
      await drop(page, name, 'text/plain', content);
      await page.waitForFunction(() => (document.querySelector('[data-notes]')?.textContent ?? '').length > 20);
      expect(await notice(page)).toMatch(said);
      expect(await rows(page)).toEqual([]);
    }),
  );

  it('answers a bundle of 2,000 entries: the first are checked, the others are kept in the box', () =>
    visited(async (page) => {
      const entry = Array.from({ length: 2000 }, (_, at) => ({
        resource: {
          resourceType: 'MedicationRequest',
          status: 'active',
          medicationCodeableConcept: { text: at === 0 ? 'testamine' : `medicine ${at} ${'x'.repeat(2000)}` },
        },
      }));
      await drop(page, 'large.json', 'application/json', JSON.stringify({ resourceType: 'Bundle', entry }));
      await waitForRows(page, 20);
      expect(await notice(page)).toMatch(/2000 entries read[\s\S]*Not added, and kept in the box/);
      expect((await page.inputValue('[data-checker] textarea')).split('\n')).toHaveLength(1980);
    }));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Served, serve } from '../../src/function/node/serve.ts';
import { launchBrowser } from '../support/browser.ts';
import { fixtureDist, fixtures, ownDist } from '../support/build.ts';

let browser: Browser;
/** Of the fixture catalog, and of our own. */
let site: Served;
let own: Served;
beforeAll(async () => {
  const [dist, ownFolder, launched] = await Promise.all([fixtureDist(), ownDist(), launchBrowser()]);
  browser = launched;
  const served = (distDir: string, name: string): Promise<Served> =>
    serve({ distDir, dataDir: join(inject('runDir'), name), port: 0, write: () => {} });
  site = await served(dist, 'checker-files-data');
  own = await served(ownFolder, 'checker-files-own-data');
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([site?.close(), own?.close()]);
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
const visited = (use: (page: Page) => Promise<void>, { address } = site): Promise<void> =>
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
      if (request.method() !== 'GET' || !request.url().startsWith(address)) complaints.push(request.url());
    });
    await page.goto(`${address}/interactions`);
    await page.waitForFunction(() => !(document.querySelector('[data-key]') as HTMLElement | null)?.hidden);
    await use(page);
    expect(complaints).toEqual([]);
    const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(beyond), 'wider than the screen').toBe(0);
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
    ['empty.txt', '', /This file is empty/],
    ['nested.json', '['.repeat(200_000), /not complete or not valid/],
    ['deep.json', `${'{"entry":[{"resource":'.repeat(2000)}1${'}]}'.repeat(2000)}`, /no FHIR/],
    ['deep.xml', '<a>'.repeat(100_000), /not complete or not valid/],
  ])('says why %s is not read, asks nobody, and adds nothing', (name, content, said) =>
    visited(async (page) => {
      await drop(page, name, 'text/plain', content);
      await page.waitForFunction(() => (document.querySelector('[data-notes]')?.textContent ?? '').length > 20);
      expect(await notice(page)).toMatch(said);
      expect(await rows(page)).toEqual([]);
    }),
  );

  it('says a code of a system that it does not read, and reads the words beside it', () =>
    visited(async (page) => {
      const systems = [
        ['http://snomed.info/sct', 'testamine'],
        ['http://hl7.org/fhir/sid/ndc', 'plainol'],
        ['http://www.whocc.no/atc', 'testroot'],
      ];
      const entry = systems.map(([system, display]) => ({
        resource: {
          resourceType: 'MedicationRequest',
          status: 'active',
          medicationCodeableConcept: { coding: [{ system, code: '12-34', display }] },
        },
      }));
      await drop(page, 'codes.json', 'application/json', JSON.stringify({ resourceType: 'Bundle', entry }));
      await waitForRows(page, 3);
      const read = await rows(page);
      for (const [at, said] of ['Testamine[\\s\\S]*SNOMED CT', 'Plainol[\\s\\S]*NDC', 'Testroot[\\s\\S]*ATC'].entries())
        expect(read[at]).toMatch(new RegExp(`${said} 12-34: not read here; its name was`));
    }));

  it('reads a line of 500 characters, by its name or not at all', () =>
    visited(async (page) => {
      await page.fill('[data-checker] textarea', `testamine ${'take as directed '.repeat(28)}`);
      await page.click('[data-checker] button[type=submit]');
      await waitForRows(page, 1);
      await page.fill('[data-checker] textarea', 'z'.repeat(500));
      await page.click('[data-checker] button[type=submit]');
      await waitForRows(page, 2);
      expect(await rows(page)).toEqual([
        expect.stringMatching(/^Testamine/),
        expect.stringMatching(/^z{500}[\s\S]*not checked/),
      ]);
    }));

  it('reads 100 lines: twenty rows, the others named and kept in the box', () =>
    visited(async (page) => {
      const lines = Array.from(
        { length: 100 },
        (_, at) => `${at + 1}) medicine ${'abcdefghij'[at % 10]}${at} 5 mg daily`,
      );
      await page.fill('[data-checker] textarea', lines.join('\n'));
      await page.click('[data-checker] button[type=submit]');
      await waitForRows(page, 20);
      expect(await notice(page)).toMatch(/up to 20 lines at once\. Not added, and kept in the box/);
      expect((await page.inputValue('[data-checker] textarea')).split('\n')).toHaveLength(80);
    }));

  it('answers a bundle of 2,000 entries and 5 MB: the first are checked, the others are kept in the box', () =>
    visited(async (page) => {
      const entry = Array.from({ length: 2000 }, (_, at) => ({
        resource: {
          resourceType: 'MedicationRequest',
          status: 'active',
          medicationCodeableConcept: { text: at === 0 ? 'testamine' : `medicine ${at} ${'x'.repeat(2500)}` },
        },
      }));
      await drop(page, 'large.json', 'application/json', JSON.stringify({ resourceType: 'Bundle', entry }));
      await waitForRows(page, 20);
      expect(await notice(page)).toMatch(/2000 entries read[\s\S]*Not added, and kept in the box/);
      expect((await page.inputValue('[data-checker] textarea')).split('\n')).toHaveLength(1980);
    }));
});

describe('files of real forms', () => {
  it.each([
    [
      'synthea-r4.json',
      'FHIR',
      [/^Lisinopril/, /^Metformin/, /^Warfarin/, /^Simvastatin/, /“stopped”/, /“completed”/],
      true,
    ],
    [
      'statements-r4.json',
      'FHIR',
      [/^Metformin[\s\S]*SNOMED/, /^Metoprolol/, /^Atorvastatin[\s\S]*NDC/, /“not-taken”/, /^Digoxin/],
      true,
    ],
    ['list-r4.json', 'FHIR', [/^Lisinopril/, /^Omeprazole/, /without-words/, /^Clopidogrel/, /“deleted”/], true],
    ['bundle-r5.json', 'FHIR', [/^Levothyroxine/, /^Sertraline/, /“ended”/, /“deleted”/, /“not to be taken”/], true],
    ['synthea-ccda.xml', 'C-CDA', [/^Lisinopril/, /^Warfarin/, /“completed”/], true],
    ['ccda-section.xml', 'C-CDA', [/^Albuterol/, /mouthwash/, /“not taken”/, /“completed”/], false],
    ['portal.csv', 'table', [/^Lisinopril/, /^Sertraline[\s\S]*NDC/, /^Vitamin D/, /“discontinued”/], true],
  ])('%s: dropped, each entry is a row that says what it was read as', (name, what, expected, isAnswered) =>
    visited(async (page) => {
      await drop(page, name, '', readFileSync(join(fixtures, 'health-record', name), 'utf8'));
      await waitForRows(page, expected.length);
      const read = await rows(page);
      for (const [at, pattern] of expected.entries()) expect(read[at]).toMatch(pattern);
      if (isAnswered) await page.locator('[data-answer] h2').first().waitFor();
      else expect(await notice(page)).toContain('Add one more to check them together.');
      expect(await notice(page)).toContain(`${expected.length} entries read from a ${what} file on this device`);
    }, own),
  );

  it('tells a strength that is not sold', () =>
    visited(async (page) => {
      await page.fill('[data-checker] textarea', 'metoprolol 33 mg tablet daily');
      await page.click('[data-checker] button[type=submit]');
      await waitForRows(page, 1);
      expect((await rows(page))[0]).toContain('No tablet or capsule of 33 mg of Metoprolol is known in the US');
    }, own));
});

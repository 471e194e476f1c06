import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadOptions, WrongSetting } from '../../src/build/options.ts';
import { inspectCatalog } from '../../src/catalog/load.ts';
import { formatNotices, formatProblems } from '../../src/catalog/problems.ts';
import { fixtures } from '../support/build.ts';
import { words } from '../support/lists.ts';
import { medication, writeCatalog } from '../support/small-catalog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const directory = temporaryFolder();

let count = 0;
/** The minimal catalog in a folder of its own. */
function minimal(): string {
  const content = join(directory, String(++count));
  cpSync(join(fixtures, 'minimal'), content, { recursive: true });
  return content;
}
const inspect = (contentDir: string, today?: string) => inspectCatalog({ ...loadOptions({}), contentDir, today });
const printed = (contentDir: string, today?: string): string => {
  const { problems, files } = inspect(contentDir, today);
  return formatProblems(problems, files.length);
};

describe('the folder of a catalog', () => {
  it('must be there', () => {
    expect(printed(join(directory, 'contnet'))).toMatch(
      /contnet:1:1 {2}is not there; CONTENT_DIR must name the folder of a catalog\n1 problem in 1 of 1 files/,
    );
  });

  it('must be a folder', () => {
    writeFileSync(join(directory, 'file'), '');
    expect(printed(join(directory, 'file'))).toContain('file:1:1  is a file; CONTENT_DIR');
  });

  it('must hold a record', () => {
    const content = join(directory, 'empty');
    mkdirSync(join(content, 'medication'), { recursive: true });
    expect(printed(content)).toContain('empty:1:1  holds no record');
  });

  it('is as it should be when it holds what a catalog may hold', () => {
    const content = minimal();
    for (const name of words`
      README.md LICENSE .DS_Store medication/.minimol.yaml.swp medication/minimol.yaml~`)
      writeFileSync(join(content, name), 'x');
    expect(inspect(content).problems).toEqual([]);
  });

  it.each([
    ['suplement/x.yaml', 'suplement:1:1  is a folder that belongs nowhere in a catalog; did you mean supplement?'],
    ['Medication/x.yaml', 'Medication:1:1  is a folder that belongs nowhere in a catalog; did you mean medication?'],
    ['drafts/x.yaml', 'drafts:1:1  is a folder that belongs nowhere in a catalog; the folders are: corrections, '],
    ['medication/old/x.yaml', 'medication/old:1:1  is a folder that belongs nowhere in a catalog; move it out'],
    ['medication/minimol.json', 'medication/minimol.json:1:1  is a file that belongs nowhere'],
    ['redirect.yaml', 'redirect.yaml:1:1  is a file that belongs nowhere'],
    ['medication/minimol.yml', 'medication/minimol.yml:1:1  has the slug of minimol.yaml; keep one of the two files'],
  ])('refuses %s', (path, message) => {
    const content = minimal();
    mkdirSync(join(content, path, '..'), { recursive: true });
    cpSync(join(fixtures, 'minimal/medication/minimol.yaml'), join(content, path));
    expect(printed(content)).toContain(message);
  });
});

describe('a date in the future', () => {
  const record = medication('Drugamine');
  const change = (date: string) => ({ date, text: 'First version of this record.' });

  it.each([
    ['profile.lastReviewed', { profile: { ...record.profile, lastReviewed: '2030-01-01' } }],
    ['profile.version', { profile: { ...record.profile, version: '2026-12' } }],
    ['changes[0].date', { changes: [change('2026-11-23')] }],
    ['sources[0].date', { sources: [{ ...record.sources[0], date: '2027-01' }] }],
  ])('is refused in %s', (path, more) => {
    const content = join(directory, String(++count));
    writeCatalog(content, { records: { 'medication/drugamine': { ...record, ...more } } });
    expect(printed(content, '2026-11-21')).toMatch(
      new RegExp(`drugamine\\.yaml:\\d+:\\d+ {2}${path.replace(/[[\].]/g, '\\$&')} {2}is a date in the future`),
    );
  });

  it('is refused of a redirect; the day after is let pass, because the author may live ahead of UTC', () => {
    const content = join(directory, String(++count));
    const withdrawn = (date: string) => [{ kind: 'medication' as const, slug: 'gone', date, reason: 'Invented' }];
    const records = { 'medication/drugamine': { ...record, changes: [change('2026-11-22')] } };
    writeCatalog(content, { records, redirects: { renamed: [], withdrawn: withdrawn('2026-11-22') } });
    expect(inspect(content, '2026-11-21').problems).toEqual([]);
    writeCatalog(content, { records, redirects: { renamed: [], withdrawn: withdrawn('2026-12-01') } });
    expect(printed(content, '2026-11-21')).toMatch(
      /redirects\.yaml:\d+:\d+ {2}withdrawn\[0\]\.date {2}is a date in the future/,
    );
  });

  it('is measured by the ledger where the clock is behind', () => {
    const content = join(directory, String(++count));
    const ledger = {
      files: { 'medication/drugamine.md': { sha256: 'a'.repeat(64), date: '2026-11-20' } },
      changes: [],
    };
    writeCatalog(content, { records: { 'medication/drugamine': record }, ledger });
    expect(inspect(content, '2020-01-01').problems).toEqual([]);
  });

  it.each([
    ['of a file', '2100-01-01', '2026-11-20'],
    ['of a change', '2026-11-20', '2100-01-01'],
  ])('is refused in a ledger that was written while a clock was ahead: %s', (_, fileDate, date) => {
    const content = join(directory, String(++count));
    const ledger = {
      files: { 'medication/drugamine.md': { sha256: 'a'.repeat(64), date: fileDate } },
      changes: [{ date, type: 'added' as const, kind: 'medication' as const, slug: 'drugamine' }],
    };
    writeCatalog(content, { records: { 'medication/drugamine': record }, ledger });
    expect(printed(content, '2026-11-21')).toMatch(
      /ledger\.json:1:1 {2}has the date 2100-01-01, and today is 2026-11-21: it was written while a clock was ahead/,
    );
  });
});

it('security.txt is told of within 60 days of its end, and stops nobody', () => {
  const content = join(directory, String(++count));
  writeCatalog(content, { records: { 'medication/drugamine': medication('Drugamine') }, site: {} });
  expect(inspect(content, '2027-09-01').notices).toEqual([]);
  const { notices, problems } = inspect(content, '2027-09-02');
  expect(problems).toEqual([]);
  expect(formatNotices(notices)).toMatch(
    /site\.yaml:\d+:\d+ {2}securityContact\.expires {2}is 2027-11-01, within 60 days/,
  );
});

describe('the addresses of a site', () => {
  it.each([
    ['SITE_URL', 'example.org', 'SITE_URL is "example.org"; write the whole address, like "https://example.org".'],
    ['SITE_URL', 'localhost:4321', 'write the whole address'],
    ['SITE_URL', 'https:/example.org', 'write the whole address'],
    ['SITE_URL', 'https://', 'write the whole address'],
    ['SITE_URL', 'https://example.org/sub', 'pages live at the root of a host: leave out "/sub"'],
    ['SITE_URL', 'https://example.org/?a=b', 'leave out what begins with "?"'],
    ['SITE_URL', 'https://me:secret@example.org', 'holds no user or password'],
    ['BASE_URL', 'ftp://example.org', 'BASE_URL is "ftp://example.org"; ftp: is no scheme of a site'],
    ['BASE_URL', 'https://example.org/a//b', 'between single slashes'],
    ['BASE_URL', 'https://example.org/ä', 'between single slashes'],
  ])('%s=%s is refused', (name, value, message) => {
    expect(() => loadOptions({ [name]: value })).toThrow(WrongSetting);
    expect(() => loadOptions({ [name]: value })).toThrow(message);
  });

  it.each([
    ['SITE_URL', 'HTTPS://Example.ORG', 'https://example.org'],
    ['SITE_URL', ' https://example.org:443/ ', 'https://example.org'],
    ['SITE_URL', 'http://127.0.0.1:5000', 'http://127.0.0.1:5000'],
    ['BASE_URL', 'https://Example.org/Api/v2//', 'https://example.org/Api/v2'],
    ['BASE_URL', '', undefined],
    ['BASE_URL', '/', undefined],
  ])('%s=%s is made %s', (name, value, address) => {
    const { siteUrl, baseUrl } = loadOptions({ [name]: value });
    expect(name === 'SITE_URL' ? siteUrl : baseUrl).toBe(address);
  });

  it('of site.yaml are refused at their line', () => {
    const content = join(directory, String(++count));
    const records = { 'medication/drugamine': medication('Drugamine') };
    writeCatalog(content, { records, site: { siteUrl: 'https://example.org/sub' } });
    expect(printed(content)).toMatch(
      /site\.yaml:\d+:\d+ {2}siteUrl {2}is "https:\/\/example\.org\/sub"; pages live at the root/,
    );
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import type { Manifest } from '../../src/schema/types.ts';
import { buildContent, digestsBelow, fixtures, OTHER_SITE, SITE, secondsOf, smallCopyOf } from '../support/build.ts';
import { programEnv, runScript } from '../support/run-script.ts';

const LATER = { SOURCE_DATE_EPOCH: secondsOf('2026-11-22') };
const EVEN_LATER = { SOURCE_DATE_EPOCH: secondsOf('2026-11-23') };

const manifestOf = (dist: string): Manifest => JSON.parse(readFileSync(join(dist, 'llms-index.json'), 'utf8'));
const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
};

/** What a cache would see: slugs whose entry differs, and how. */
function difference(before: Manifest, after: Manifest): Record<string, string[]> {
  const fields = ['bytes', 'lastModified', 'sha256'] as const;
  const old = new Map(before.files.map((file) => [file.slug, file]));
  const changed = after.files.flatMap((file) => {
    const was = old.get(file.slug);
    old.delete(file.slug);
    const moved: string[] = was ? fields.filter((field) => was[field] !== file[field]) : ['added'];
    return moved.length ? [[file.slug, moved] as [string, string[]]] : [];
  });
  return Object.fromEntries([...changed, ...[...old.keys()].map((slug): [string, string[]] => [slug, ['gone']])]);
}

describe('a catalog over time', () => {
  let content = '';
  let dist = '';
  let first: Manifest;
  beforeAll(() => {
    content = smallCopyOf('full');
    const built = buildContent(content);
    expect(built.output).toContain('Built 5 records');
    dist = built.dist;
    first = manifestOf(dist);
  });

  it('is byte-identical when nothing changed: another day, time zone and locale', () => {
    const before = digestsBelow(dist);
    const ledger = readFileSync(join(content, 'ledger.json'), 'utf8');
    expect(
      buildContent(content, { ...LATER, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }).status,
    ).toBe(0);
    expect(digestsBelow(dist)).toEqual(before);
    expect(readFileSync(join(content, 'ledger.json'), 'utf8')).toBe(ledger);
  });

  it('leaves the ledger alone when only the address differs', () => {
    const ledger = readFileSync(join(content, 'ledger.json'), 'utf8');
    const elsewhere = buildContent(content, { ...LATER, SITE_URL: OTHER_SITE, OUT_DIR: join(content, '../elsewhere') });
    expect(manifestOf(elsewhere.dist).files[0]?.url).toMatch(/^https:\/\/elsewhere\.test\//);
    expect(readFileSync(join(content, 'ledger.json'), 'utf8')).toBe(ledger);
  });

  it('what is edited while a build runs is built by the next one', async () => {
    const own = smallCopyOf('full');
    const out = join(own, '../dist');
    const running = spawn(process.execPath, [join(root, 'scripts/build.ts')], {
      cwd: root,
      env: { ...programEnv(), ...LATER, SITE_URL: SITE, CONTENT_DIR: own, OUT_DIR: out },
    });
    const said = text(running.stdout);
    await once(running.stdout, 'data');
    edit(join(own, 'medication/plainol.yaml'), '- Plain soreness', '- Plain soreness at night');
    await once(running, 'exit');
    expect(await said).toContain('Built 5 records');
    const companion = () => readFileSync(join(out, 'medication/plainol.md'), 'utf8');
    expect(companion()).not.toContain('at night');
    expect(buildContent(own, LATER).output).toContain('Built 5 records');
    expect(companion()).toContain('at night');
  });

  it('a failing build says why and leaves the last good dist/ and ledger as they were', () => {
    const before = digestsBelow(dist);
    const ledger = readFileSync(join(content, 'ledger.json'), 'utf8');
    const file = join(content, 'medication/plainol.yaml');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, `${good}\tx: 1\n`);
    const { status, output } = buildContent(content, LATER);
    expect(status).toBe(1);
    expect(output).toMatch(/plainol\.yaml:\d+:\d+ {2}is indented with a tab/);
    expect(output).toContain('Nothing was built; dist/ is as it was.');
    expect(digestsBelow(dist)).toEqual(before);
    expect(readFileSync(join(content, 'ledger.json'), 'utf8')).toBe(ledger);
    writeFileSync(file, good);
  });

  it('a digit of equal length moves the date and the digest of one record, not its bytes', () => {
    edit(
      join(content, 'medication/testamine.yaml'),
      'Testamine can cause bleeding in invented people. In the main trial 3 of 100',
      'Testamine can cause bleeding in invented people. In the main trial 4 of 100',
    );
    expect(buildContent(content, LATER).status).toBe(0);
    const after = manifestOf(dist);
    expect(difference(first, after)).toEqual({ testamine: ['lastModified', 'sha256'] });
    expect(after.generated).toBe('2026-11-22');
    const page = readFileSync(join(dist, 'medication/testamine.html'), 'utf8');
    expect(page).toContain('"dateModified":"2026-11-22"');
    expect(JSON.parse(readFileSync(join(dist, 'v1/medication/testamine.json'), 'utf8')).last_updated).toBe(
      '2026-11-22',
    );
    expect(readFileSync(join(dist, 'sitemap.xml'), 'utf8')).toMatch(
      /medication\/testamine<\/loc>\s*<lastmod>2026-11-22/,
    );
    expect(JSON.parse(readFileSync(join(dist, 'changes.json'), 'utf8')).changes[0]).toMatchObject({
      type: 'changed',
      slug: 'testamine',
      date: '2026-11-22',
    });
    first = after;
  });

  it('shows a renamed, an added and a withdrawn record, and refuses a retired slug', () => {
    renameSync(join(content, 'medication/plainol.yaml'), join(content, 'medication/plainolol.yaml'));
    rmSync(join(content, 'peptide/testide.yaml'));
    writeFileSync(
      join(content, 'redirects.yaml'),
      'renamed:\n  - { kind: medication, from: plainol, to: plainolol, date: "2026-11-22" }\nwithdrawn:\n  - { kind: peptide, slug: testide, date: "2026-11-22", reason: It was invented }\n',
    );
    const { status, output } = buildContent(content, LATER);
    expect(output).toContain('Built 4 records');
    expect(status).toBe(0);
    const seen = difference(first, manifestOf(dist));
    expect(seen).toMatchObject({ plainolol: ['added'], plainol: ['gone'], testide: ['gone'] });
    const { changes } = JSON.parse(readFileSync(join(dist, 'changes.json'), 'utf8'));
    expect(
      changes
        .filter(({ date }: { date: string }) => date === '2026-11-22')
        .map(({ type, slug }: { type: string; slug: string }) => `${type} ${slug}`),
    ).toEqual(expect.arrayContaining(['renamed plainolol', 'withdrawn testide']));
    expect(existsSync(join(dist, 'peptide/testide.md'))).toBe(false);
    expect(readFileSync(join(dist, '_redirects'), 'utf8')).toContain('/medication/plainol /medication/plainolol 301');

    writeFileSync(
      join(content, 'peptide/testide.yaml'),
      readFileSync(join(fixtures, 'full/peptide/testide.yaml'), 'utf8'),
    );
    const again = buildContent(content, LATER);
    expect(again.status).toBe(1);
    expect(again.output).toContain('uses the retired slug peptide/testide');
    rmSync(join(content, 'peptide/testide.yaml'));
  });

  it('stops when more than one record in twenty would vanish without a word', () => {
    for (const file of ['medication/testamine-plainol.yaml', 'supplement/testroot.yaml']) rmSync(join(content, file));
    const before = digestsBelow(dist);
    const { status, output } = buildContent(content, LATER);
    expect(status).toBe(1);
    expect(output).toContain('ALLOW_MASS_DELETION=1');
    expect(digestsBelow(dist)).toEqual(before);
    expect(buildContent(content, { ...LATER, ALLOW_MASS_DELETION: '1' }).status).toBe(0);
    first = manifestOf(dist);
  });

  it('words of every companion move the date of every record when they change, though no record was touched', () => {
    writeFileSync(join(content, 'site.yaml'), readFileSync(join(root, 'content/site.yaml'), 'utf8'));
    edit(join(content, 'site.yaml'), 'Educational reference data.', 'Educational reference data!');
    const after = manifestOf(buildContent(content, EVEN_LATER).dist);
    expect(difference(first, after)).toEqual(
      Object.fromEntries(first.files.map(({ slug }) => [slug, ['lastModified', 'sha256']])),
    );
    expect(after.files.every(({ lastModified }) => lastModified === '2026-11-23')).toBe(true);
  });
});

it('a build started from another directory reads CONTENT_DIR and writes OUT_DIR there', () => {
  const directory = join(smallCopyOf('minimal'), '..');
  const env = { CONTENT_DIR: 'content', OUT_DIR: 'site', SITE_URL: SITE };
  const { status, output } = runScript('build', [], { cwd: directory, env });
  expect([status, output]).toEqual([0, expect.stringContaining('Built 3 records')]);
  expect(existsSync(join(directory, 'site/medication/minimol.html'))).toBe(true);
  expect(readdirSync(directory).toSorted()).toEqual(['content', 'site']);
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/publish/edition.ts';
import { manifest, manifestFile } from '../../src/publish/manifest.ts';
import type { Manifest } from '../../src/schema/types.ts';
import { editionOf, medication, peptide, type SmallCatalog, supplement } from '../support/small-catalog.ts';

const site = 'https://materia.test';
const records = {
  'medication/b': medication('Bamine', { doses: ['5 mg'] }),
  'medication/a': medication('Aamine'),
  'supplement/c': supplement('c', { name: 'Cium' }),
  'peptide/d': peptide('d', { name: 'Dtide' }),
};
const before = editionOf({ records }, { today: '2026-11-01' });
/** Builds again on a later day, from the ledger that the first build left. */
const later = (edit: Partial<SmallCatalog>): Edition =>
  editionOf({ records, ...edit, ledger: before.catalog.ledger }, { today: '2026-11-21' });

type File = Manifest['files'][number];
const filesOf = (edition: Edition): Record<string, File> =>
  Object.fromEntries(manifest(edition).files.map((file) => [`${file.kind}/${file.slug}`, file]));
const old = filesOf(before);

/** What the manifest must say of a companion, computed from its body. */
function truth(edition: Edition, ref: string, lastModified: string): File {
  const body = edition.companions.get(ref)?.body ?? '';
  const [kind, slug] = ref.split('/') as [File['kind'], string];
  const sha256 = createHash('sha256').update(body).digest('hex');
  return {
    kind,
    slug,
    url: `${site}/${ref}.md`,
    canonical: `${site}/${ref}`,
    bytes: Buffer.byteLength(body),
    lastModified,
    sha256,
  };
}

describe('llms-index.json', () => {
  it('has the fields of docs/contract.md, files by kind and slug', () => {
    expect(manifest(before)).toEqual({
      schema: `${site}/schema/manifest.json`,
      version: 1,
      generated: '2026-11-01',
      site,
      documentation: `${site}/developers`,
      related: {
        llmsTxt: `${site}/llms.txt`,
        llmsFullTxt: `${site}/llms-full.txt`,
        sitemap: `${site}/sitemap.xml`,
        openapi: `${site}/v1/openapi.json`,
      },
      counts: { medication: 2, supplement: 1, peptide: 1, total: 4 },
      files: ['medication/a', 'medication/b', 'peptide/d', 'supplement/c'].map((ref) =>
        truth(before, ref, '2026-11-01'),
      ),
    });
  });

  it('passes the schema that it names', () => {
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../src/schema/manifest.json'), 'utf8'));
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    expect(validate(JSON.parse(manifestFile(before).body)), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('after a later build the manifest', () => {
  it('has the same bytes when nothing changed', () => {
    expect(manifestFile(later({})).body).toBe(manifestFile(before).body);
  });

  const { 'medication/b': b, ...withoutB } = records;
  const { 'peptide/d': _, ...withoutD } = records;
  const date = '2026-11-21';
  const renamed = [{ kind: 'medication' as const, from: 'b', to: 'bee', date }];
  const withdrawn = [{ kind: 'peptide' as const, slug: 'd', date, reason: 'Unsafe to keep.' }];

  it.each<[string, Partial<SmallCatalog>, moved: string[], gone: string[]]>([
    [
      'one digit',
      { records: { ...records, 'medication/b': medication('Bamine', { doses: ['6 mg'] }) } },
      ['medication/b'],
      [],
    ],
    ['what surrounds the records', { site: { disclaimer: 'Other words.' } }, Object.keys(old), []],
    ['an added record', { records: { ...records, 'peptide/e': peptide('e', { name: 'Etide' }) } }, ['peptide/e'], []],
    ['a removed record', { records: withoutB }, [], ['medication/b']],
    [
      'a renamed record',
      { records: { ...withoutB, 'medication/bee': b }, redirects: { renamed, withdrawn: [] } },
      ['medication/bee'],
      ['medication/b'],
    ],
    ['a withdrawn record', { records: withoutD, redirects: { renamed: [], withdrawn } }, [], ['peptide/d']],
  ])('moves for %s what it is about, and leaves the others alone', (_what, edit, moved, gone) => {
    const edition = later(edit);
    const kept = Object.entries(old).filter(([ref]) => !gone.includes(ref));
    const files = Object.fromEntries([...kept, ...moved.map((ref) => [ref, truth(edition, ref, date)] as const)]);
    expect(filesOf(edition)).toEqual(files);
    expect(manifest(edition)).toMatchObject({
      generated: moved.length > 0 ? date : '2026-11-01',
      counts: { total: Object.keys(files).length },
    });
  });

  it('tells one digit by the digest alone, as the length is the same', () => {
    const edition = later({ records: { ...records, 'medication/b': medication('Bamine', { doses: ['6 mg'] }) } });
    expect(filesOf(edition)['medication/b']?.bytes).toBe(old['medication/b']?.bytes);
  });

  it('moves the record at the other end of a new interaction, because its companion says it too', () => {
    const drugInteractions = { major: [{ drug: 'Bamine', effect: 'Something.' }] };
    const edition = later({ records: { ...records, 'medication/a': medication('Aamine', { drugInteractions }) } });
    const moved = Object.values(filesOf(edition)).filter(({ lastModified }) => lastModified === '2026-11-21');
    expect(moved.map(({ slug }) => slug)).toEqual(['a', 'b']);
  });
});

it('two changes within a day differ by their digest', () => {
  const change = (dose: string, ledger = before.catalog.ledger) =>
    editionOf(
      { records: { ...records, 'medication/b': medication('Bamine', { doses: [dose] }) }, ledger },
      { today: '2026-11-21' },
    );
  const morning = change('6 mg');
  const evening = change('7 mg', morning.catalog.ledger);
  const [one, other] = [morning, evening].map((edition) => filesOf(edition)['medication/b']);
  expect([one?.lastModified, one?.bytes]).toEqual([other?.lastModified, other?.bytes]);
  expect(one?.sha256).not.toBe(other?.sha256);
});

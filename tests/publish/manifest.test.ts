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

  it('moves one file for one digit, though its length is the same', () => {
    const edition = later({ records: { ...records, 'medication/b': medication('Bamine', { doses: ['6 mg'] }) } });
    expect(filesOf(edition)).toEqual({ ...old, 'medication/b': truth(edition, 'medication/b', '2026-11-21') });
    expect(filesOf(edition)['medication/b']?.bytes).toBe(old['medication/b']?.bytes);
    expect(manifest(edition).generated).toBe('2026-11-21');
  });

  it('moves every file for a change of what surrounds the records', () => {
    const edition = later({ site: { disclaimer: 'Other words.' } });
    const moved = Object.keys(old).map((ref) => [ref, truth(edition, ref, '2026-11-21')]);
    expect(filesOf(edition)).toEqual(Object.fromEntries(moved));
  });

  it('gains an added record and leaves the others alone', () => {
    const edition = later({ records: { ...records, 'peptide/e': peptide('e', { name: 'Etide' }) } });
    expect(filesOf(edition)).toEqual({ ...old, 'peptide/e': truth(edition, 'peptide/e', '2026-11-21') });
    expect(manifest(edition).counts).toEqual({ medication: 2, supplement: 1, peptide: 2, total: 5 });
  });

  it('loses a removed record and leaves the others alone', () => {
    const { 'medication/b': _, ...rest } = records;
    const { 'medication/b': __, ...kept } = old;
    expect(filesOf(later({ records: rest }))).toEqual(kept);
    expect(manifest(later({ records: rest })).generated).toBe('2026-11-01');
  });

  it('has a renamed record at its new address only', () => {
    const { 'medication/b': record, ...rest } = records;
    const { 'medication/b': _, ...kept } = old;
    const edition = later({
      records: { ...rest, 'medication/bee': record },
      redirects: { renamed: [{ kind: 'medication', from: 'b', to: 'bee', date: '2026-11-21' }], withdrawn: [] },
    });
    expect(filesOf(edition)).toEqual({ ...kept, 'medication/bee': truth(edition, 'medication/bee', '2026-11-21') });
  });

  it('loses a withdrawn record', () => {
    const { 'peptide/d': _, ...rest } = records;
    const { 'peptide/d': __, ...kept } = old;
    const withdrawn = [{ kind: 'peptide' as const, slug: 'd', date: '2026-11-21', reason: 'Unsafe to keep.' }];
    expect(filesOf(later({ records: rest, redirects: { renamed: [], withdrawn } }))).toEqual(kept);
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

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fixtures } from '../support/build.ts';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const setId = '01234567-89ab-cdef-0123-456789abcdef';
const sentence = 'Samplol has a sentence of its own that no draft may repeat.';
const label = {
  set_id: setId,
  effective_time: '20260713',
  version: '3',
  boxed_warning: [`WARNING ${sentence}`],
  contraindications: [sentence],
  dosage_forms_and_strengths: ['3 FORMS Tablets: 5 mg and 10 mg, scored. Oral solution: 1 mg/mL in bottles'],
  dosage_and_administration: [sentence],
  spl_unclassified_section: [sentence],
  controlled_substance: [sentence],
  openfda: {
    application_number: ['NDA000001'],
    brand_name: ['SAMPLEX'],
    generic_name: ['SAMPLOL'],
    is_original_packager: [true],
    manufacturer_name: ['Example: Labs "A"'],
    rxcui: ['123'],
    substance_name: ['SAMPLOL'],
    unii: ['ABCDEFGHI1'],
  },
};

function draft(text: string | undefined, kind = 'medication') {
  const cwd = temporaryFolder();
  cpSync(join(fixtures, 'minimal'), join(cwd, 'content'), { recursive: true });
  if (text !== undefined) writeFileSync(join(cwd, 'label.json'), text);
  const run = (name: string, args: string[]) => runScript(name, args, { cwd, env: { CONTENT_DIR: 'content' } });
  const { status, output } = run('new', [kind, 'samplol', '--label', 'label.json']);
  const path = join(cwd, `content/${kind}/samplol.yaml`);
  return {
    status,
    output,
    written: existsSync(path) ? readFileSync(path, 'utf8') : undefined,
    check: () => run('check', []),
  };
}

describe('a draft from a label', () => {
  const { status, written = '', check } = draft(JSON.stringify(label));
  const record = parse(written);

  it('passes the check, with the label as its source', () => {
    expect(status).toBe(0);
    expect(check()).toMatchObject({ status: 0 });
    expect(record.sources).toEqual([
      {
        id: 'label',
        type: 'fda-label',
        title: 'Samplex, prescribing information (Example: Labs "A")',
        url: `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${setId}`,
        date: '2026-07-13',
        setId,
        effective: '2026-07-13',
      },
    ]);
  });

  it('has brands, UNII, and each form with its strengths, but no RxCUI of a product', () => {
    expect(record.names).toMatchObject({ brands: ['Samplex'], ids: { unii: 'ABCDEFGHI1' } });
    expect(record.names.ids).not.toHaveProperty('rxcui');
    expect(record.profile.doses).toEqual([
      { text: 'Tablets: 5 mg, 10 mg', sources: ['label'] },
      { text: 'Oral solution: 1 mg/mL', sources: ['label'] },
    ]);
  });

  it('names the sections to be read, those that are lacking and those that belong nowhere, and copies none', () => {
    expect(written).toContain('# Read in the label: contraindications, boxed_warning.\n# contraindications:');
    expect(written).toContain('# The label has no section for it (overdosage).');
    expect(written).toContain('read them too: spl_unclassified_section.');
    expect(written).not.toContain(sentence);
    expect(record.profile.schedule).toBe('Replace this by the schedule');
  });

  it('is the same from an answer of the API', () => {
    expect(draft(JSON.stringify({ meta: {}, results: [label] })).written).toBe(written);
  });

  it('keeps the UNII of a salt as a comment', () => {
    const openfda = { ...label.openfda, substance_name: ['SAMPLOL SUCCINATE'] };
    const { names } = parse(draft(JSON.stringify({ ...label, openfda })).written ?? '');
    expect(names).toMatchObject({ salts: ['samplol succinate'] });
    expect(names).not.toHaveProperty('ids');
  });
});

it.each([
  ['no file', undefined, 'There is no label.json in '],
  ['no JSON', '{', 'label.json is not JSON;'],
  ['a list', '[]', 'label.json is no openFDA label record;'],
  ['another map', '{"name": "x"}', 'is no openFDA label record: it lacks a set_id;'],
  ['a label without its date', JSON.stringify({ ...label, effective_time: 2026 }), 'lacks an effective_time'],
  ['a wrong openfda field', JSON.stringify({ ...label, openfda: { unii: 'x' } }), 'a field of "openfda" is no list'],
  ['no result', '{"results": []}', 'label.json has no label in "results";'],
  ['several results', JSON.stringify({ results: [label, label] }), 'label.json has 2 labels; keep the one'],
])('a draft from %s is refused, and nothing is written', (_what, text, message) => {
  const { status, output, written } = draft(text);
  expect({ status, output, written }).toEqual({
    status: 1,
    output: expect.stringMatching(new RegExp(`${message.replaceAll(/[.()]/g, '\\$&')}.*nothing was written\\.\\n$`)),
    written: undefined,
  });
});

it('only a medication has a label', () => {
  expect(draft(JSON.stringify(label), 'peptide')).toMatchObject({ status: 2, written: undefined });
});

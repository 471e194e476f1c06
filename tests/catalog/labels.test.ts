import { describe, expect, it } from 'vitest';
import { compareLabels, type Label } from '../../scripts/labels/label-comparison.ts';
import { loadOptions } from '../../src/build/options.ts';
import { loadCatalog } from '../../src/catalog/load.ts';
import { createMemo } from '../../src/text/memo.ts';
import { medication, writeCatalog } from '../support/small-catalog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CITED = '11111111-2222-3333-4444-555555555555';
const source = {
  id: 'label',
  type: 'fda-label',
  title: 'Testamine tablets, prescribing information',
  url: `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${CITED}`,
  date: '2026-01-05',
  setId: CITED,
  effective: '2026-01-05',
};
const testamine = (profile: Record<string, unknown> = {}) => ({
  ...medication('testamine', { fdaApproval: 'First approved 1999-02-03 (NDA012345)', ...profile }),
  sources: [source],
});
const warned = { blackBox: { warning: 'Test harm', description: 'It can cause test harm.' } };

type LabelFields = Partial<Label> & Record<string, unknown>;
const label = (more: LabelFields = {}): Label => ({
  set_id: CITED,
  effective_time: '20260105',
  openfda: { substance_name: ['TESTAMINE'], application_number: ['NDA012345'] },
  ...more,
});

const contentDir = temporaryFolder();
const options = { ...loadOptions({}), contentDir, memo: createMemo() };

/** Compares a label with a catalog of a record of testamine and one of plainol. */
function notesOn(record: Record<string, unknown>, one: Label) {
  const records = { 'medication/testamine': record, 'medication/plainol': medication('plainol') };
  writeCatalog(contentDir, { records });
  const { notes, compared } = compareLabels(loadCatalog(options), [one]);
  const own = notes.filter(({ ref }) => Object.hasOwn(records, ref));
  return { compared, said: own.map(({ type, text }) => `${type}: ${text}`) };
}

const application = { openfda: { substance_name: ['testamine'], application_number: ['NDA099999'] } };
const approval = { spl_unclassified_section: ['TESTAMINE tablets Initial U.S. Approval: 1987 WARNING'] };
const pair = { drug_interactions: ['Do not use with Plainol.'] };

describe('a label beside a record', () => {
  it('that agrees with it says nothing', () => {
    expect(notesOn(testamine(), label())).toEqual({ compared: 1, said: [] });
  });

  it('of another substance is not compared', () => {
    expect(notesOn(testamine(), label({ openfda: { substance_name: ['OTHERINE'] } }))).toEqual({
      compared: 0,
      said: [],
    });
    const both = label({ openfda: { substance_name: ['TESTAMINE', 'PLAINOL'] } });
    expect(notesOn(testamine(), both).compared).toBe(0);
  });

  it.each<[string, Record<string, unknown>, LabelFields, string]>([
    ['a new boxed warning', {}, { boxed_warning: ['WARNING'] }, 'contradiction: the label has a boxed'],
    ['no boxed warning that it is cited for', warned, {}, 'contradiction: the record cites this label'],
    ['a schedule', {}, { controlled_substance: ['A Schedule IV drug'] }, 'contradiction: the label says schedule IV'],
    ['a newer version', {}, { effective_time: '20260601' }, 'drift: the record cites the version of 2026-01-05'],
    ['an older version', {}, { effective_time: '20250601' }, 'contradiction: the record cites a version'],
    ['another application', {}, application, 'contradiction: the record names NDA012345, the label it cites NDA099999'],
    [
      'another year of approval',
      {},
      approval,
      'contradiction: the label says first approved in 1987, the record in 1999',
    ],
    ['a new pair', {}, pair, 'uncovered: the label names plainol, so plainol (medication/plainol)'],
  ])('with %s has a note', (_what, profile, more, expected) => {
    const { said } = notesOn(testamine(profile), label(more));
    expect(said).toEqual([expect.stringContaining(expected)]);
  });

  it('with an earlier approval contradicts no record that says where its date comes from', () => {
    const record = testamine({ fdaApproval: 'Earliest approval on file 1999-02-03 (NDA012345)' });
    expect(notesOn(record, label({ description: ['Initial U.S. Approval: 1987'] })).said).toEqual([]);
  });

  it('that is not cited says nothing of versions, applications or a missing boxed warning', () => {
    const other = { set_id: '99999999-2222-3333-4444-555555555555', effective_time: '20990101' };
    const numbers = { openfda: { substance_name: ['TESTAMINE'], application_number: ['NDA099999'] } };
    expect(notesOn(testamine(warned), label({ ...other, ...numbers })).said).toEqual([]);
  });

  it('names no pair that either record documents', () => {
    const record = testamine({ drugInteractions: { major: [{ drug: 'Plainol', effect: 'Harm.' }] } });
    expect(notesOn(record, label({ drug_interactions: ['Do not use with Plainol.'] })).said).toEqual([]);
  });
});

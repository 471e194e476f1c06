import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readList } from '../../src/client/checker/health-record.ts';
import { resolveName } from '../../src/names/resolve.ts';
import { answerOf } from '../fixtures/names/index.ts';
import { fixtures } from '../support/build.ts';
import { ownNames } from '../support/own-catalog.ts';

const index = ownNames();

/** Each entry: what its code means, what its words mean, and what the file says of one that is not taken. */
function readAs(file: string): string[] {
  const list = readList(readFileSync(join(fixtures, 'health-record', file), 'utf8'));
  if ('fault' in list) return [list.fault];
  return list.entries.map(({ text, codes = [], otherCodes = [], notTaken }) =>
    [
      ...codes.map((code) => `${code} ${answerOf(resolveName(index, code))}`),
      ...otherCodes,
      answerOf(resolveName(index, text)),
      ...(notTaken === undefined ? [] : [notTaken]),
    ].join(', '),
  );
}

describe('a file in the form of', () => {
  it('Synthea, FHIR R4: requests alone, once each, by their concept or by the medicine that they refer to', () => {
    expect(readAs('synthea-r4.json')).toEqual([
      'rxcui:314076 medication/lisinopril, medication/lisinopril',
      'rxcui:860975 medication/metformin, medication/metformin',
      'rxcui:855332 medication/warfarin, medication/warfarin',
      'rxcui:312961 medication/simvastatin, medication/simvastatin',
      'rxcui:562251 medication/amoxicillin-clavulanate, medication/amoxicillin-clavulanate, stopped',
      'rxcui:310965 medication/ibuprofen, medication/ibuprofen, completed',
    ]);
  });

  it('HL7’s statements, FHIR R4: each has its own contained medicine, though all have one id', () => {
    expect(readAs('statements-r4.json')).toEqual([
      'SNOMED CT 372567009, medication/metformin',
      'rxcui:866427 medication/metoprolol, medication/metoprolol',
      'NDC 00000-0000-00, medication/atorvastatin',
      'ATC X00XX00, medication/sertraline, not-taken',
      'medication/digoxin, entered-in-error',
    ]);
  });

  it('HL7’s List, FHIR R4: what it contains, what it says in words, and what it has deleted; none is lost', () => {
    expect(readAs('list-r4.json')).toEqual([
      'medication/lisinopril',
      'medication/omeprazole',
      'not_recognized',
      'rxcui:309362 medication/clopidogrel, medication/clopidogrel',
      'medication/morphine, deleted',
    ]);
  });

  it('FHIR R5: concepts and references, what is not to be performed, and what a List of the bundle has deleted', () => {
    expect(readAs('bundle-r5.json')).toEqual([
      'rxcui:966222 medication/levothyroxine, medication/levothyroxine',
      'rxcui:312941 medication/sertraline, medication/sertraline',
      'rxcui:310798 medication/hydrochlorothiazide, medication/hydrochlorothiazide, ended',
      'supplement/st-johns-wort, deleted',
      'medication/ibuprofen, not to be taken',
    ]);
  });

  it('Synthea, C-CDA, which calls each entry completed: what has no end is taken', () => {
    expect(readAs('synthea-ccda.xml')).toEqual([
      'rxcui:314076 medication/lisinopril, medication/lisinopril',
      'rxcui:855332 medication/warfarin, medication/warfarin',
      'rxcui:310965 medication/ibuprofen, medication/ibuprofen, completed',
    ]);
  });

  it('HL7’s sections, C-CDA: words of the section, what was refused, what was given once, a mixture without a code', () => {
    expect(readAs('ccda-section.xml')).toEqual([
      'medication/albuterol',
      'not_recognized',
      'rxcui:314076 medication/lisinopril, medication/lisinopril, not taken',
      'rxcui:198039 medication/nitroglycerin, medication/nitroglycerin, completed',
    ]);
  });

  it('a portal’s table', () => {
    expect(readAs('portal.csv')).toEqual([
      'rxcui:314076 medication/lisinopril, medication/lisinopril',
      'NDC 00000-0000-00, medication/sertraline',
      'supplement/vitamin-d',
      'rxcui:855332 medication/warfarin, medication/warfarin, discontinued',
    ]);
  });
});

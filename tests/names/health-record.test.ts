import { describe, expect, it } from 'vitest';
import { ccdaList } from '../../src/client/checker/ccda-list.ts';
import { csvList } from '../../src/client/checker/csv-list.ts';
import { fhirList } from '../../src/client/checker/fhir-list.ts';
import { isHealthRecord, readList } from '../../src/client/checker/health-record.ts';
import type { ListedEntry, ReadList } from '../../src/client/checker/listed-entry.ts';

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const entriesIn = (list: ReadList | undefined): readonly ListedEntry[] =>
  list && 'entries' in list ? list.entries : [];
const faultIn = (list: ReadList | undefined): string => (list && 'fault' in list ? list.fault : '');

const concept = (text: string, code: string, system = RXNORM) => ({ coding: [{ system, code, display: text }], text });
const bundle = (...resources: object[]) =>
  JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) });

describe('FHIR', () => {
  it('is read as R4 has it: a request with a concept, a statement with a contained medicine, what is stopped last', () => {
    const list = fhirList(
      bundle(
        { resourceType: 'Patient', id: 'p' },
        {
          resourceType: 'MedicationRequest',
          status: 'stopped',
          medicationCodeableConcept: concept('Warfarin Sodium 5 MG Oral Tablet', '855332'),
        },
        {
          resourceType: 'MedicationRequest',
          status: 'active',
          medicationCodeableConcept: concept('simvastatin 20 MG Oral Tablet', '312961'),
          dosageInstruction: [{ text: 'Take one daily' }],
        },
        {
          resourceType: 'MedicationStatement',
          status: 'active',
          contained: [
            { resourceType: 'Medication', id: 'm', code: concept('metformin', '372567009', 'http://snomed.info/sct') },
          ],
          medicationReference: { reference: '#m' },
        },
      ),
    );
    expect(entriesIn(list)).toEqual([
      { text: 'simvastatin 20 MG Oral Tablet Take one daily', codes: ['rxcui:312961'] },
      { text: 'metformin', otherCodes: ['SNOMED CT 372567009'] },
      { text: 'Warfarin Sodium 5 MG Oral Tablet', codes: ['rxcui:855332'], notTaken: 'stopped' },
    ]);
  });

  it('is read as R5 has it, by references to other entries, and as a List with its words', () => {
    const list = fhirList(
      JSON.stringify({
        resourceType: 'Bundle',
        entry: [
          {
            fullUrl: 'urn:uuid:1',
            resource: { resourceType: 'Medication', id: 'a', code: concept('apixaban 5 MG Oral Tablet', '1364445') },
          },
          {
            resource: {
              resourceType: 'MedicationStatement',
              status: 'recorded',
              medication: { reference: { reference: 'urn:uuid:1' } },
            },
          },
          {
            resource: {
              resourceType: 'MedicationRequest',
              status: 'active',
              medication: { concept: { text: 'aspirin 81 mg' } },
            },
          },
          {
            resource: {
              resourceType: 'List',
              entry: [{ item: { reference: 'MedicationStatement/far', display: 'lisinopril 10 mg' } }],
            },
          },
        ],
      }),
    );
    expect(entriesIn(list).map(({ text, codes }) => [text, codes])).toEqual([
      ['apixaban 5 MG Oral Tablet', ['rxcui:1364445']],
      ['aspirin 81 mg', undefined],
      ['lisinopril 10 mg', undefined],
    ]);
  });

  it('is read with 2,000 entries, each once, and lost is none', () => {
    const requests = Array.from({ length: 2000 }, (_, at) => ({
      resourceType: 'MedicationRequest',
      status: 'active',
      medicationCodeableConcept: { text: `medicine ${at % 1000}` },
    }));
    expect(entriesIn(fhirList(bundle(...requests)))).toHaveLength(1000);
  });

  it.each([
    ['{"resourceType": "Bundle", "entry": [', /not complete or not valid/],
    ['{"hello": 1}', /no FHIR/],
    [bundle({ resourceType: 'Patient' }), /no medication list/],
    [`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, /no FHIR/],
    ['[1, null, "x", []]', /no FHIR/],
    ['{"resourceType":"Bundle","entry":{"resource":7}}', /no medication list/],
  ])('%s is answered, and not failed on', (text, fault) => {
    expect(faultIn(fhirList(text))).toMatch(fault);
  });

  it('keeps an entry without a name, and one whose fields are of other types', () => {
    const list = fhirList(
      bundle(
        { resourceType: 'MedicationRequest', status: 'active' },
        {
          resourceType: 'MedicationRequest',
          status: 5,
          medicationCodeableConcept: { coding: [{ code: 7 }, null], text: ['x'] },
        },
      ),
    );
    expect(entriesIn(list).map(({ text }) => text)).toEqual(['An entry without a name']);
  });
});

const ccda = (entries: string, text = '') => `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc"><!-- made up -->
<component><structuredBody><component><section><code code="48765-2" codeSystem="2.16.840.1.113883.6.1"/><title>Allergies</title></section></component>
<component><section><templateId root="2.16.840.1.113883.10.20.22.2.1.1"/><code code="10160-0" codeSystem="2.16.840.1.113883.6.1"/>
<text>${text}</text>${entries}</section></component></structuredBody></component></ClinicalDocument>`;
const administration = (code: string, status = 'active') =>
  `<entry><substanceAdministration classCode="SBADM" moodCode="EVN"><statusCode code="${status}"/><consumable><manufacturedProduct classCode="MANU"><manufacturedMaterial>${code}</manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration></entry>`;

describe('C-CDA', () => {
  it('is read from its medication section: codes, words of the section, and what is completed last', () => {
    const list = ccdaList(
      ccda(
        [
          administration(
            '<code code="855332" codeSystem="2.16.840.1.113883.6.88" displayName="Warfarin Sodium 5 MG Oral Tablet"/>',
            'completed',
          ),
          administration(
            '<code code="312961" codeSystem="2.16.840.1.113883.6.88" displayName="simvastatin 20 MG Oral Tablet"><translation code="0071-0155-23" codeSystem="2.16.840.1.113883.6.69"/></code>',
          ),
          administration('<code nullFlavor="UNK"><originalText><reference value="#med1"/></originalText></code>'),
        ].join(''),
        '<table><tr><td ID="med1">aspirin &amp; nothing else, 81&#160;mg</td></tr></table>',
      ),
    );
    expect(entriesIn(list)).toEqual([
      { text: 'simvastatin 20 MG Oral Tablet', codes: ['rxcui:312961'], otherCodes: ['NDC 0071-0155-23'] },
      { text: 'aspirin & nothing else, 81 mg' },
      { text: 'Warfarin Sodium 5 MG Oral Tablet', codes: ['rxcui:855332'], notTaken: 'completed' },
    ]);
  });

  it.each([
    [
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><ClinicalDocument>&e;</ClinicalDocument>',
      /document type or entities/,
    ],
    ['<ClinicalDocument><component>', /not complete or not valid/],
    ['<a><b></a></b>', /not complete or not valid/],
    ['<html><body>hello</body></html>', /no medication section/],
    ['<a>'.repeat(100_000), /not complete or not valid/],
    [ccda(''), /no coded entries/],
  ])('%s is answered, and nothing of it is read', (text, fault) => {
    expect(faultIn(ccdaList(text))).toMatch(fault);
  });
});

describe('a table', () => {
  it('is read by its head, with quotes, codes and what is stopped', () => {
    const list = csvList(
      '\uFEFFMedication,Dose,Directions,RxCUI,Status\r\n"simvastatin, tablets",20 mg,"one at ""night""",312961,active\r\nwarfarin,5 mg,,,Stopped\r\n',
    );
    expect(entriesIn(list)).toEqual([
      { text: 'simvastatin, tablets 20 mg one at "night"', codes: ['rxcui:312961'] },
      { text: 'warfarin 5 mg', notTaken: 'stopped' },
    ]);
  });

  it('may have semicolons or tabs, and codes of another register', () => {
    expect(entriesIn(csvList('drug name;ndc\nLipitor;0071-0155-23'))).toEqual([
      { text: 'Lipitor', otherCodes: ['NDC 0071-0155-23'] },
    ]);
    expect(entriesIn(csvList('name\tsig\nLipitor 20 mg\tdaily'))).toEqual([{ text: 'Lipitor 20 mg daily' }]);
  });
});

describe('what was pasted', () => {
  it.each(['{"resourceType":"Bundle"}', '<ClinicalDocument/>', 'Medication,Dose\nwarfarin,5 mg'])(
    '%s is a file',
    (text) => {
      expect(isHealthRecord(text)).toBe(true);
    },
  );

  it.each(['warfarin', 'warfarin 5 mg, daily\naspirin', '1) Lipitor 20\n2) aspirin', ''])('%s is a list', (text) => {
    expect(isHealthRecord(text)).toBe(false);
    expect(faultIn(readList(text))).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { profileEnvelope } from '../../src/api/envelope.ts';
import { recordData } from '../../src/components/jsonld.ts';
import { serviceData } from '../../src/publish/v1.ts';
import { type Entry, refOf } from '../../src/records/entry.ts';
import { identifiersOf } from '../../src/records/identifiers.ts';
import { TODAY } from '../support/build.ts';
import { ownEdition } from '../support/own-catalog.ts';

const edition = ownEdition();
const { entries, site } = edition.catalog;
const entryOf = (ref: string) => entries.find((one) => refOf(one) === ref) as Entry;
const answer = (entry: Entry) =>
  profileEnvelope(entry, serviceData(edition), { facts: [], related: [], lastUpdated: TODAY, elsewhere: [] });
const companion = (entry: Entry): string => edition.companions.get(refOf(entry))?.body ?? '';
const described = (entry: Entry) =>
  JSON.parse(JSON.stringify(recordData(entry, { site, lastModified: TODAY, description: 'x' })))['@graph'][0]
    .mainEntity;

describe('ids of other registers', () => {
  it.each(entries.filter((entry) => identifiersOf(entry).length > 0).map((entry) => [refOf(entry), entry] as const))(
    'of %s stand in its answer, its companion and its JSON-LD',
    (_, entry) => {
      const { unii, rxcui } = answer(entry).data.identifiers;
      const { identifier, code } = described(entry);
      for (const { register, id } of identifiersOf(entry)) {
        if (register === 'UNII') expect(unii).toContain(id);
        if (register === 'RxCUI') expect(rxcui).toContain(id);
        expect(companion(entry)).toContain(`\n- ${register}: ${id}\n`);
        expect(identifier).toContainEqual({ '@type': 'PropertyValue', propertyID: register, value: id });
        expect(code.map((one: { codeValue: string }) => one.codeValue)).toContain(id);
      }
    },
  );

  it('are those of the ingredient, one by one for a combination', () => {
    expect(answer(entryOf('medication/warfarin')).data.identifiers).toEqual({ unii: ['5Q7ZVV76EI'], rxcui: ['11289'] });
    expect(answer(entryOf('medication/oxycodone-acetaminophen')).data.identifiers).toEqual({
      unii: ['362O9ITL9D', 'CD35PMG570'],
      rxcui: ['161', '7804'],
    });
  });

  it('are the RxCUI of a drug in JSON-LD where it is one substance, never where it is several', () => {
    expect(described(entryOf('medication/warfarin'))).toMatchObject({ rxcui: '11289' });
    expect(described(entryOf('medication/oxycodone-acetaminophen'))).not.toHaveProperty('rxcui');
  });

  it('are had by nearly every medication', () => {
    const medications = entries.filter(({ kind }) => kind === 'medication');
    const having = (name: string) =>
      medications.filter((entry) => identifiersOf(entry).some(({ register }) => register === name)).length;
    expect(having('UNII') / medications.length).toBeGreaterThan(0.95);
    expect(having('RxCUI') / medications.length).toBeGreaterThan(0.5);
  });
});

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lookup } from '../../src/api/answers/lookup.ts';
import { type CatalogData, openData } from '../../src/api/catalog-data.ts';
import { readWritten, writeWritten } from '../../src/api/envelope.ts';
import type { Context } from '../../src/api/operation.ts';
import { Refusal } from '../../src/api/refusal.ts';
import { type Bytes, toBytes } from '../../src/text/bytes.ts';
import { ownDist } from '../support/build.ts';
import { ownNameData } from '../support/own-names.ts';
import { readV1 } from '../support/service.ts';

const textOf = (bytes: Bytes): string => new TextDecoder().decode(bytes);

describe('an envelope as it is written', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(',"data":', '","data":{', '}}', '\\', '"', '{'));
  const envelopes = fc.record({
    assessment_summary: text,
    must_not: fc.array(text),
    last_updated: text,
    data: fc.dictionary(text, fc.jsonValue()),
  });

  it('is read and written back to the letter, whatever its texts say', () => {
    fc.assert(
      fc.property(envelopes, fc.constantFrom('', '\n'), (envelope, end) => {
        const written = readWritten(toBytes(JSON.stringify(envelope) + end));
        const { data, ...head } = JSON.parse(JSON.stringify(envelope));
        expect(written.head).toEqual(head);
        expect(JSON.parse(textOf(written.data))).toEqual(data);
        expect(textOf(writeWritten(written))).toBe(JSON.stringify(envelope));
      }),
    );
  });

  it.each(['', '{}', '{"data":1}', '[1,"data":', 'nonsense'])('is none of %j', (damaged) => {
    expect(() => readWritten(toBytes(damaged))).toThrow();
  });
});

describe('a look-up over REST', () => {
  const context = (data: CatalogData): Context => ({
    data,
    reports: { add: () => Promise.reject() },
    now: new Date(0),
  });
  const both = async (data: CatalogData, input: Record<string, unknown>): Promise<[string, string]> => {
    const told = (answer: Promise<string>): Promise<string> =>
      answer.catch((error: unknown) => {
        if (error instanceof Refusal) return error.message;
        throw error;
      });
    const whole = lookup.answer(input, context(data)).then((envelope) => JSON.stringify(envelope));
    return [await told(lookup.json(input, context(data)).then(textOf)), await told(whole)];
  };
  let own: CatalogData;
  beforeAll(async () => {
    own = await openData(readV1(await ownDist()));
  });

  it('says of each record, to the letter, what the same tool says', async () => {
    for (const { slug, name } of ownNameData().records) {
      const [json, whole] = await both(own, { name });
      expect(json, slug).toBe(whole);
    }
  });

  it.each([
    { name: 'Coumadin 5 mg' },
    { name: 'warfrin' },
    { name: 'vitamin d3' },
    { name: 'statins' },
    { name: 'zolof' },
    { name: 'qwertyuiop' },
    { name: '' },
    {},
    { name: 'warfarin', section: 'stopping' },
    { name: 'warfarin', section: ['cost', 'interactions'] },
    { name: 'warfarin', section: 'nothing' },
  ])('says the same of %j', async (input) => {
    const [json, whole] = await both(own, input);
    expect(json).toBe(whole);
  });

  it('says the same of a record that was renamed', async () => {
    const service = { ...own.service, renamed: [{ kind: 'medication' as const, from: 'coumadin', to: 'warfarin' }] };
    const [json, whole] = await both({ ...own, service }, { name: 'Coumadin' });
    expect(json).toBe(whole);
    expect(json).toContain('The record was renamed: coumadin is now warfarin.');
  });
});

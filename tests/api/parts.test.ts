import { beforeAll, describe, expect, it } from 'vitest';
import { type RawInput, sectionField } from '../../src/api/inputs.ts';
import { asksForParts } from '../../src/function/files/destinations.ts';
import { partFields } from '../../src/profile/part-fields.ts';
import { parts } from '../../src/records/parts.ts';
import medication from '../../src/schema/profile/medication.json' with { type: 'json' };
import peptide from '../../src/schema/profile/peptide.json' with { type: 'json' };
import supplement from '../../src/schema/profile/supplement.json' with { type: 'json' };
import { fixtureDist } from '../support/build.ts';
import { type TestApp, testApp } from '../support/function-app.ts';
import { type Answer, serviceOf } from '../support/service.ts';

let run: (tool: string, input: RawInput) => Promise<Answer>;
let app: TestApp;
beforeAll(async () => {
  run = (await serviceOf(await fixtureDist())).run;
  app = await testApp();
});

const dataOf = async (input: RawInput): Promise<Record<string, unknown>> => {
  const answer = await run('lookup_medication', input);
  if (!answer.ok) throw new Error(answer.body.detail);
  return answer.body.data as Record<string, unknown>;
};

describe('parts of a record', () => {
  it('hold every field of every kind', () => {
    const told = new Set([
      ...parts.flatMap((part) => partFields[part].fields),
      'version',
      'lastReviewed',
      'id',
      'name',
    ]);
    const fields = [medication, supplement, peptide].flatMap(({ properties }) => Object.keys(properties));
    expect(fields.filter((field) => !told.has(field))).toEqual([]);
  });

  it('are left alone, with what names the record', async () => {
    const data = await dataOf({ name: 'testamine', section: 'stopping' });
    expect(Object.keys(data.profile as object).toSorted()).toEqual(
      ['genericName', 'lastReviewed', 'taperingInfo', 'version'].toSorted(),
    );
    expect(data).toMatchObject({ slug: 'testamine', type: 'medication', match: { method: 'slug' } });
    expect(data).not.toHaveProperty('contraindications');
  });

  it('leave the warnings, the constraints and the attribution as they are', async () => {
    const whole = await run('lookup_medication', { name: 'testamine' });
    const part = await run('lookup_medication', { name: 'testamine', section: ['cost'] });
    const { data: _, ...around } = whole.body as { data: unknown };
    expect(part.body).toMatchObject(around);
  });

  it('have the sources that support them', async () => {
    const data = await dataOf({ name: 'testamine', section: 'interactions' });
    const support = data.support as Record<string, string[]>;
    const others = Object.keys(support).filter((pointer) => !pointer.startsWith('/profile/drugInteractions'));
    expect(others.filter((pointer) => !['/profile/genericName', '/profile/version'].includes(pointer))).toEqual([]);
    const ids = (data.sources as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(Object.values(support).flat()));
  });

  it('together are the whole', async () => {
    const whole = await dataOf({ name: 'testamine' });
    expect(await dataOf({ name: 'testamine', section: [...parts] })).toEqual(whole);
  });

  it('that nobody knows are refused with the list, over every door', async () => {
    const answer = await run('lookup_medication', { name: 'testamine', section: 'prices' });
    expect(answer.ok).toBe(false);
    if (answer.ok) return;
    expect(answer.body).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'section' }] });
    expect(answer.body.errors?.[0]?.detail).toContain('side_effects');
    const response = await app.ask('http://localhost/v1/medication/testamine?section=prices');
    expect([response.status, (await response.json()).code]).toEqual([400, 'invalid_parameter']);
  });

  it('that are more than there are, are refused as their schema says', async () => {
    const section = Array.from({ length: parts.length + 1 }, () => 'safety');
    const answer = await run('lookup_medication', { name: 'testamine', section });
    expect(answer).toMatchObject({
      ok: false,
      body: { code: 'invalid_parameter', errors: [{ parameter: 'section' }] },
    });
    expect(sectionField.schema.maxItems).toBe(parts.length);
  });

  it.each([
    ['', false],
    ['?section=stopping', true],
    ['?x=1&section=stopping&section=safety', true],
    ['?%73ectio%6E=stopping', true],
    ['?section', true],
    ['?sections=stopping', false],
    ['?x=section', false],
    ['?%C3ection=stopping', false],
  ])('are asked for by %j: %s', (search, isAsked) => {
    expect(asksForParts(search)).toBe(isAsked);
    expect(new URLSearchParams(search).has('section')).toBe(isAsked);
  });

  it("are answered at the record's own address, whole without them", async () => {
    const ask = async (query: string) => (await app.ask(`http://localhost/v1/medication/testamine${query}`)).json();
    const part = await ask('?section=stopping,safety');
    expect(Object.keys(part.data.profile)).not.toContain('costs');
    expect(part.data.profile).toHaveProperty('taperingInfo');
    expect(await ask('?section=')).toMatchObject({ code: 'invalid_parameter' });
  });
});

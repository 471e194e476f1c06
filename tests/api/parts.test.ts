import { beforeAll, describe, expect, it } from 'vitest';
import type { DataReader } from '../../src/api/catalog-data.ts';
import type { EnvelopeOf } from '../../src/api/envelope.ts';
import { type RawInput, sectionField } from '../../src/api/inputs.ts';
import type { Operation } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';
import { asksForParts } from '../../src/function/files/destinations.ts';
import { resultText } from '../../src/function/mcp/result-text.ts';
import type { EffectIndex } from '../../src/interactions/effects.ts';
import { partFields } from '../../src/profile/part-fields.ts';
import { isGrave, partners } from '../../src/profile/partners.ts';
import type { CheckedRecord } from '../../src/profile/safety.ts';
import { parts } from '../../src/records/parts.ts';
import type { Kind } from '../../src/schema/kinds.ts';
import medication from '../../src/schema/profile/medication.json' with { type: 'json' };
import peptide from '../../src/schema/profile/peptide.json' with { type: 'json' };
import supplement from '../../src/schema/profile/supplement.json' with { type: 'json' };
import { toBytes } from '../../src/text/bytes.ts';
import { fixtureDist, ownDist } from '../support/build.ts';
import { type TestApp, testApp } from '../support/function-app.ts';
import { ownNameData } from '../support/own-catalog.ts';
import { type Answer, readV1, serviceOf } from '../support/service.ts';

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

describe('the interactions of every record', () => {
  interface Part {
    readonly type: Kind;
    readonly profile: object;
    readonly support: Readonly<Record<string, readonly string[]>>;
    readonly sources: readonly { readonly id: string }[];
    readonly by_effect: readonly { readonly partners: readonly { readonly how: string; readonly names: string[] }[] }[];
  }
  const told: { slug: string; kind: Kind; text: number; all: number; data: Part; guidance: string }[] = [];
  let tree: DataReader;
  let effects: EffectIndex;
  let own: Awaited<ReturnType<typeof serviceOf>>;
  beforeAll(async () => {
    tree = readV1(await ownDist());
    own = await serviceOf(await ownDist());
    effects = own.data.vocabulary.effects;
    const lookup = operations.find(({ tool }) => tool === 'lookup_medication') as Operation;
    for (const { slug } of ownNameData().records) {
      const input = { name: slug, section: 'interactions' };
      const { ok, body } = await own.run('lookup_medication', input);
      if (!ok) throw new Error(body.detail);
      const text = toBytes(resultText(body, lookup.summarize?.(body.data, input))).length;
      const data = body.data as Part;
      const all = text + toBytes(JSON.stringify(body)).length;
      told.push({ slug, kind: data.type, text, all, data, guidance: body.interpretation_guidance });
    }
  });

  it('are at most 12 KB of text, and 24 KB in all', () => {
    expect(told.filter(({ text, all }) => text > 12 * 1024 || all > 24 * 1024)).toEqual([]);
  });

  it('leave entries out only of an answer that is full', () => {
    const cut = told.filter(({ guidance }) => guidance.includes('left out of `profile`'));
    expect(cut.length).toBeGreaterThan(20);
    expect(cut.filter(({ text, all }) => all - text < 12_000).map(({ slug }) => slug)).toEqual([]);
  });

  it('name every partner that is forbidden or major', async () => {
    for (const { kind, slug, data } of told) {
      const file = (await tree.json(`interactions/${kind}/${slug}.json`)) as EnvelopeOf<CheckedRecord>;
      const grave = partners(file.data, effects).filter(isGrave);
      const named = new Set(data.by_effect.flatMap((one) => one.partners.flatMap(({ names }) => names)));
      expect(grave.filter(({ title }) => !named.has(title))).toEqual([]);
    }
  });

  it('have pointers to what is there, each with its sources', () => {
    for (const { data } of told) {
      const ids = new Set(data.sources.map(({ id }) => id));
      for (const [pointer, cited] of Object.entries(data.support)) {
        const at = pointer.split('/').slice(1);
        expect(
          at.reduce<unknown>((from, key) => (from as Record<string, unknown>)?.[key], data),
          pointer,
        ).toBeDefined();
        expect(cited.filter((id) => !ids.has(id))).toEqual([]);
      }
    }
  });

  it('have all sources where these are asked for too, however few entries fit', async () => {
    const { ok, body } = await own.run('lookup_medication', { name: 'warfarin', section: ['interactions', 'sources'] });
    const { sources } = ((await tree.json('medication/warfarin.json')) as EnvelopeOf<Part>).data;
    expect([ok, (body as EnvelopeOf<Part>).data.sources]).toEqual([true, sources]);
  });

  it('keep the words and the sources of an entry together', async () => {
    for (const { kind, slug, data } of told) {
      const whole = ((await tree.json(`${kind}/${slug}.json`)) as EnvelopeOf<Part>).data;
      const all = new Set(entriesWithSources(whole));
      expect(entriesWithSources(data).filter((one) => !all.has(one))).toEqual([]);
    }
  });
});

/** Each entry of a record's interactions as one text, with the ids of its sources. */
const entriesWithSources = ({
  profile,
  support,
}: {
  profile: object;
  support: Readonly<Record<string, unknown>>;
}): string[] => {
  const { drugInteractions = {}, interactions = [] } = profile as {
    drugInteractions?: Record<string, unknown[]>;
    interactions?: unknown[];
  };
  const lists = Object.entries(drugInteractions).map(([list, of]): [string, unknown[]] => [
    `drugInteractions/${list}`,
    of,
  ]);
  return [...lists, ['interactions', interactions] as const].flatMap(([list, of]) =>
    of.map((entry, at) => JSON.stringify([list, entry, support[`/profile/${list}/${at}`]])),
  );
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
    const { by_effect: _, ...together } = await dataOf({ name: 'testamine', section: [...parts] });
    expect(together).toEqual(whole);
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

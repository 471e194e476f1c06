import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/schema/types.ts';
import { ownDist, SITE } from '../support/build.ts';
import { type TestApp, testApp } from '../support/function-app.ts';
import { pairs } from '../support/lists.ts';
import { serviceOf } from '../support/service.ts';

let app: TestApp;
const client = new Client({ name: 'classes', version: '1.0.0' });
beforeAll(async () => {
  app = await testApp();
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (url, init) => app.ask(new URL(url).pathname, init),
    }),
  );
});
afterAll(() => client.close());

const asked: readonly (readonly [path: string, tool: string, input: Record<string, string>, parameter: string])[] = [
  ['/v1/lookup?name=NSAID', 'lookup_medication', { name: 'NSAID' }, 'name'],
  ['/v1/funding-bias?name=NSAIDs', 'check_funding_bias', { name: 'NSAIDs' }, 'name'],
  ['/v1/lifestyle-alternatives?name=nsaids', 'find_lifestyle_alternatives', { name: 'nsaids' }, 'name'],
  [
    '/v1/compare?name1=testamine&name2=anti-inflammatory%20meds',
    'compare_medications',
    { name1: 'testamine', name2: 'anti-inflammatory meds' },
    'name2',
  ],
];

describe('a class asked for as one thing', () => {
  it.each(asked)('%s is told as a class, with its members and its page', async (path, _tool, _input, parameter) => {
    const response = await app.ask(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    const body = (await response.json()) as Problem;
    expect(body).toMatchObject({ code: 'is_a_class', type: `${SITE}/developers#is_a_class`, data: null });
    expect(body.errors?.map((one) => one.parameter)).toEqual([parameter]);
    expect(body.detail).toContain('Painkillers that also calm inflammation');
    expect(body.detail).toContain(`${SITE}/class/nsaids`);
    expect(body.suggestions).toEqual([
      expect.objectContaining({ kind: 'medication', slug: 'testamine', canonical_url: `${SITE}/medication/testamine` }),
    ]);
  });

  it.each(asked)('%s is told alike by its tool', async (path, name, input) => {
    const result = await client.callTool({ name, arguments: input });
    expect(result.isError).toBe(true);
    const content = result.content as { text: string }[];
    expect(content).toHaveLength(1);
    const rest = (await (await app.ask(path)).json()) as Problem;
    const { instance: _, ...told } = JSON.parse(content[0]?.text ?? '');
    const { instance: __, ...body } = rest;
    expect(told).toEqual(body);
  });

  it('stays an item of a check', async () => {
    const response = await app.ask('/v1/interactions?item1=testamine&item2=NSAIDs');
    expect(response.status).toBe(200);
  });
});

describe('in our own catalog', () => {
  let run: Awaited<ReturnType<typeof serviceOf>>['run'];
  beforeAll(async () => {
    run = (await serviceOf(await ownDist())).run;
  });
  const lookUp = async (name: string) => (await run('lookup_medication', { name })).body as Partial<Problem>;
  const check = async (item1: string, item2: string) => {
    const { ok, body } = await run('check_interactions', { item1, item2 });
    return ok ? (body.data as { status: string; items: { type: string; name: string }[] }) : body;
  };

  it.each(pairs`
    GLP-1 = semaglutide, ED pills = sildenafil, seizure medicine = lamotrigine, blood pressure pills = lisinopril,
    blood thinners = warfarin, water pills = hydrochlorothiazide, sleeping pills = zolpidem,
    antidepressants = sertraline, painkillers = acetaminophen, antibiotics = amoxicillin,
    acid reducers = omeprazole, cholesterol medicine = atorvastatin, allergy pills = hydroxyzine,
    thyroid medicine = levothyroxine, thyroid pills = levothyroxine, diabetes medicine = metformin, asthma inhalers = albuterol,
    steroids = prednisone, statins = atorvastatin, Beta Blocker = metoprolol`)(
    '"%s" is a class with %s in it',
    async (name, slug) => {
      const { code, suggestions, detail } = await lookUp(name);
      expect([code, suggestions?.map((one) => one.slug)]).toEqual(['is_a_class', expect.arrayContaining([slug])]);
      expect(detail).toContain('/class/');
    },
  );

  it.each(['Hepatitis C antivirals', 'Taxanes'])('"%s" is a class without a member here', async (name) => {
    const { code, suggestions, detail } = await lookUp(name);
    expect([code, suggestions]).toEqual(['is_a_class', []]);
    expect(detail).toContain('None of its members has a record here.');
  });

  it.each([
    ['magnesium', undefined],
    ['probiotics', undefined],
    ['vitamin D', undefined],
    ['niacin', undefined],
    ['thyroid', undefined],
    ['heparin', 'not_in_catalog'],
    ['grapefruit', 'not_in_catalog'],
    ['green tea', undefined],
    ['qzqzqz pills', 'not_recognized'],
  ])('"%s" is none: a record and a real name come first', async (name, code) => {
    expect((await lookUp(name)).code).toBe(code);
  });

  it('says no more than twenty members, medicines first', async () => {
    const { suggestions = [], detail } = await lookUp('CYP3A4 substrates');
    expect(suggestions).toHaveLength(20);
    expect(new Set(suggestions.map(({ kind }) => kind))).toEqual(new Set(['medication']));
    expect(detail).toMatch(/\d+ more members have a record\./);
  });

  it('is an item of a check by its everyday name, too', async () => {
    const answer = await check('nitroglycerin', 'ED pills');
    expect(answer).toMatchObject({ status: 'documented' });
    expect((answer as { items: unknown[] }).items[1]).toMatchObject({ type: 'class', name: 'PDE5 inhibitors' });
  });
});

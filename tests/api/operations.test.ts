import { beforeAll, describe, expect, it } from 'vitest';
import type { RawInput } from '../../src/api/inputs.ts';
import { problems } from '../../src/api/problem.ts';
import { fixtureDist, SITE } from '../support/build.ts';
import { words } from '../support/lists.ts';
import type { Answer } from '../support/service.ts';
import { serviceOf } from '../support/service.ts';

const eightFields = words`
  assessment_summary attribution data disclaimer interpretation_guidance last_updated must_not source_url`;

let run: (tool: string, input: RawInput) => Promise<Answer>;
beforeAll(async () => {
  ({ run } = await serviceOf(await fixtureDist()));
});

/** `data` of a success envelope, as a client reads it from JSON. */
const dataOf = async (tool: string, input: RawInput) => {
  const answer = await run(tool, input);
  expect(answer.ok, JSON.stringify(answer.body)).toBe(true);
  expect(Object.keys(answer.body).toSorted()).toEqual(eightFields);
  return JSON.parse(JSON.stringify(answer.body)).data;
};

describe('a name leads to a record', () => {
  it.each([
    ['testamine', 'slug'],
    ['TESTAMINE', 'name'],
    ['Testabrand®', 'alias'],
    ['testabrand 5 mg tablet', 'alias'],
    ['testamine sodium', 'salt'],
    ['  Testaminum ', 'alias'],
    ['TSTM', 'alias'],
  ])('%s by %s', async (name, method) => {
    const data = await dataOf('lookup_medication', { name });
    expect(data).toMatchObject({
      slug: 'testamine',
      type: 'medication',
      match: { query: name.trim(), method, score: 1 },
    });
  });

  it('a misspelling below 1, and the answer asks for confirmation', async () => {
    const answer = await run('lookup_medication', { name: 'testamin' });
    expect(answer.body.data).toMatchObject({ slug: 'testamine', match: { method: 'fuzzy' } });
    expect((answer.body.data as { match: { score: number } }).match.score).toBeLessThan(1);
    expect(answer.body.interpretation_guidance).toContain('confirm the name');
  });

  it('nowhere, and what is said of it shows as an escape what cannot be seen', async () => {
    const { body } = await run('lookup_medication', { name: 'zyx\u202ewvu\u200b' });
    expect(body).toMatchObject({ code: 'not_recognized' });
    expect(JSON.stringify(body)).not.toMatch(/[\u202e\u200b]/);
    expect(body).toHaveProperty('detail', expect.stringContaining('\\u{202e}'));
  });

  it('has exactly the fields of the contract', async () => {
    const data = await dataOf('lookup_medication', { name: 'testamine' });
    expect(Object.keys(data).toSorted()).toEqual(words`
      canonical_url contraindications identifiers match practical profile related slug sold_as sources support trial_findings type`);
    expect(Object.keys(data.match).toSorted()).toEqual(['alternatives', 'matched', 'method', 'query', 'score']);
    expect(data.canonical_url).toBe(`${SITE}/medication/testamine`);
  });

  it('adds the warnings of the record to what must not be done', async () => {
    const { body } = await run('lookup_medication', { name: 'testamine' });
    expect(body.must_not.join('\n')).toContain('boxed warning of Testamine: Risk of invented bleeding.');
    expect(body.must_not.join('\n')).toContain('stopped abruptly');
    const peptide = await run('lookup_medication', { name: 'TSD-7' });
    expect(peptide.body.must_not.join('\n')).toContain('not present Testide-7 as an approved medicine');
    expect(peptide.body.must_not.join('\n')).toContain('grey market');
  });
});

describe('bad input is told what to do', () => {
  const long = 'x'.repeat(201);
  it.each<[string, string, RawInput, string, string[]]>([
    ['nothing', 'lookup_medication', {}, 'missing_parameter', ['name']],
    ['a blank', 'lookup_medication', { name: '   ' }, 'missing_parameter', ['name']],
    ['a repeated name', 'lookup_medication', { name: ['a', 'b'] }, 'invalid_parameter', ['name']],
    ['a long name', 'lookup_medication', { name: long }, 'invalid_parameter', ['name']],
    ['a NUL', 'lookup_medication', { name: 'war\0farin' }, 'invalid_parameter', ['name']],
    ['a number', 'lookup_medication', { name: 5 }, 'invalid_parameter', ['name']],
    ['an unknown name', 'lookup_medication', { name: 'qzqzqzqz' }, 'not_recognized', ['name']],
    ['a real name that is not ours', 'lookup_medication', { name: 'metronidazole' }, 'not_in_catalog', ['name']],
    ['a kind of medicine', 'lookup_medication', { name: 'SSRIs' }, 'is_a_class', ['name']],
    ['both items missing', 'check_interactions', {}, 'missing_parameter', ['item1', 'item2']],
    ['one item missing', 'check_interactions', { item1: 'testamine' }, 'missing_parameter', ['item2']],
    ['one item unknown', 'check_interactions', { item1: 'testamine', item2: 'qzqzqzqz' }, 'not_recognized', ['item2']],
    [
      'two items without a record',
      'check_interactions',
      { item1: 'warfarin', item2: 'aspirin' },
      'not_in_catalog',
      ['item1', 'item2'],
    ],
    [
      'a supplement in compare',
      'compare_medications',
      { name1: 'testamine', name2: 'testroot' },
      'unsupported_kind',
      ['name2'],
    ],
    ['a peptide in funding', 'check_funding_bias', { name: 'testide' }, 'unsupported_kind', ['name']],
    ['a supplement in alternatives', 'find_lifestyle_alternatives', { name: 'testroot' }, 'unsupported_kind', ['name']],
    ['compare with itself', 'compare_medications', { name1: 'testamine', name2: 'Testabrand' }, 'same_item', ['name2']],
    ['limit 0', 'search', { q: 'x', limit: '0' }, 'invalid_parameter', ['limit']],
    ['limit 26', 'search', { q: 'x', limit: '26' }, 'invalid_parameter', ['limit']],
    ['limit 1.5', 'search', { q: 'x', limit: '1.5' }, 'invalid_parameter', ['limit']],
    ['limit ten', 'search', { q: 'x', limit: 'ten' }, 'invalid_parameter', ['limit']],
    ['limit with a sign', 'search', { q: 'x', limit: '+5' }, 'invalid_parameter', ['limit']],
    ['no query', 'search', {}, 'missing_parameter', ['q']],
    ['a report without a claim', 'report_hallucination', {}, 'invalid_body', ['claim']],
    ['a report whose claim is a list', 'report_hallucination', { claim: ['x'] }, 'invalid_body', ['claim']],
    ['a report with a long slug', 'report_hallucination', { claim: 'x', slug: long }, 'invalid_body', ['slug']],
  ])('%s', async (_, tool, input, code, parameters) => {
    const { ok, body } = await run(tool, input);
    expect(ok).toBe(false);
    expect(body).toMatchObject({
      code,
      data: null,
      status: problems[code as keyof typeof problems].status,
      type: `${SITE}/developers#${code}`,
    });
    expect((body as { errors?: { parameter: string }[] }).errors?.map(({ parameter }) => parameter)).toEqual(
      parameters,
    );
    for (const field of eightFields) expect(body).toHaveProperty(field);
  });

  it('never lets a name of an object stand for a record', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect((await run('lookup_medication', { name })).ok).toBe(false);
    }
  });
});

describe('interactions', () => {
  const pair = (item1: string, item2: string) => dataOf('check_interactions', { item1, item2 });

  it.each([
    ['testamine', 'testaplain', 'documented', 'duplicate_ingredient'],
    ['testamine', 'warfarin', 'documented', 'direct'],
    ['testamine', 'sertraline', 'documented', 'class'],
    ['testamine', 'MAOIs', 'documented', 'direct'],
    ['testamine', 'phenelzine', 'documented', 'class'],
    ['testamine', 'grapefruit', 'documented', 'direct'],
    ['testamine', 'wine', 'documented', 'class'],
  ])('%s and %s: %s, %s', async (item1, item2, status, basis) => {
    const data = await pair(item1, item2);
    expect(data.status).toBe(status);
    expect(data.findings[0].basis).toBe(basis);
  });

  it.each([
    ['testamine', 'testroot', 'none_documented'],
    ['testamine', 'plainol', 'not_assessed'],
    ['testamine', 'amoxicillin', 'not_assessed'],
    ['testamine', 'testabrand', 'same_substance'],
    ['testamine', 'testamine sodium', 'same_substance'],
  ])('%s and %s: %s', async (item1, item2, status) => {
    const data = await pair(item1, item2);
    expect(data).toMatchObject({ status, findings: [] });
  });

  it('gives the same findings in either order', async () => {
    for (const [a, b] of [
      ['testamine', 'testaplain'],
      ['testamine', 'warfarin'],
      ['testroot', 'caffeine'],
      ['testamine', 'testroot'],
    ] as const) {
      const there = await pair(a, b);
      const back = await pair(b, a);
      expect(back).toEqual({ ...there, items: there.items.toReversed(), checked: there.checked.toReversed() });
    }
  });

  it('says of which side there is no record', async () => {
    const { body } = await run('check_interactions', { item1: 'testamine', item2: 'warfarin' });
    expect(body.assessment_summary).toContain('There is no record of warfarin here.');
    expect(body.data).toMatchObject({
      items: [
        { type: 'medication', slug: 'testamine' },
        { type: 'substance', slug: null, canonical_url: null },
      ],
    });
  });

  it('never says none_documented about something without a record', async () => {
    for (const item of ['paracetamol', 'cabbage', 'NSAIDs', 'omeprazole', 'alcohol']) {
      const answer = await run('check_interactions', { item1: 'testide', item2: item });
      if (answer.ok) expect((answer.body.data as { status: string }).status).not.toBe('none_documented');
    }
  });

  it('says that nothing on file is not evidence of safety', async () => {
    const { body } = await run('check_interactions', { item1: 'testamine', item2: 'testroot' });
    expect(body.assessment_summary).toContain('not evidence that the pair is safe');
    expect(body.must_not.join(' ')).toContain('Do not turn the absence');
  });

  it("keeps the record's own word in risk and says where the entry stands", async () => {
    const { findings } = await pair('testroot', 'warfarin');
    expect(findings).toEqual([
      expect.objectContaining({
        severity: 'major',
        risk: 'High',
        documented_in: { type: 'supplement', slug: 'testroot', field: 'interactions[0]' },
      }),
    ]);
  });
});

describe('the other operations', () => {
  it('compare says null where a record is silent', async () => {
    const data = await dataOf('compare_medications', { name1: 'testamine', name2: 'plainol' });
    expect(data.interaction).toBe('not_assessed');
    expect(data.rows.find((row: { field: string }) => row.field === 'blackBox.warning')).toEqual({
      field: 'blackBox.warning',
      label: 'Boxed warning',
      values: ['Risk of invented bleeding', null],
      same: false,
    });
  });

  it('funding never calls an unknown funder independent', async () => {
    const data = await dataOf('check_funding_bias', { name: 'testamine' });
    expect(data.summary).toEqual({
      trials: 2,
      manufacturer_funded: 1,
      industry_funded: 0,
      public_funded: 0,
      mixed: 0,
      not_reported: 1,
      not_checked: 0,
    });
    expect(data.trials.map((trial: { funder_type: string }) => trial.funder_type)).toEqual([
      'manufacturer',
      'not_reported',
    ]);
    expect(data.statement).toContain('does not mean independent');
    expect(data.trials.map((trial: { found: string | null }) => trial.found)).toEqual([
      'Soreness went away in more people than on placebo.',
      null,
    ]);
    expect(data.trials[0]).toMatchObject({
      outcomes: [
        {
          outcome: 'Soreness gone after 12 weeks',
          values: [
            { arm: 'testamine', value: '31%' },
            { arm: 'placebo', value: '19%' },
          ],
          difference: 'risk ratio 1.63, 95% CI 1.17 to 2.27',
        },
        {
          outcome: 'Rash',
          values: [
            { arm: 'testamine', value: '3 of 201' },
            { arm: 'placebo', value: 'not reported' },
          ],
          difference: null,
        },
        { outcome: 'Stopped because of side effects', values: [], difference: 'odds ratio 1.1, 95% CI 0.6 to 2.0' },
      ],
    });
    expect(data.results).toBe('In 90 children, soreness was gone in as many as on placebo.');
    const none = await dataOf('check_funding_bias', { name: 'plainol' });
    expect(none.trials.filter((trial: { found: string | null }) => trial.found !== null)).toEqual([]);
  });

  it('alternatives put stopping first and forbid a replacement', async () => {
    const { body } = await run('find_lifestyle_alternatives', { name: 'testamine' });
    expect(Object.keys(body.data as object).indexOf('tapering')).toBeLessThan(
      Object.keys(body.data as object).indexOf('interventions'),
    );
    expect(body.must_not).toContain('Do not present an alternative as a replacement without the prescriber.');
    expect(body.data).toMatchObject({ related_supplements: [{ slug: 'testroot' }] });
  });

  it('alternatives on file for none: empty lists, and the summary says so', async () => {
    const { body } = await run('find_lifestyle_alternatives', { name: 'plainol' });
    expect(body.data).toMatchObject({ interventions: [], studies: [], tapering: null });
    expect(body.assessment_summary).toContain('No lifestyle alternative is on file');
  });

  it.each([
    ['testabrand', 'testamine', 'aliases'],
    ['soreness', 'testroot', 'use'],
    ['herb', 'testroot', 'class'],
    ['wound healing', 'testide', 'use'],
  ])('search for %s finds %s by its %s', async (q, slug, field) => {
    const { results } = await dataOf('search', { q });
    const found = results.find((one: { slug: string }) => one.slug === slug);
    expect(found?.matched.map((one: { field: string }) => one.field)).toContain(field);
  });

  it('search puts an exact name first, keeps to the limit and answers nothing with an empty list', async () => {
    expect((await dataOf('search', { q: 'testamine', limit: 1 })).results).toMatchObject([
      { slug: 'testamine', score: 1 },
    ]);
    expect(await dataOf('search', { q: 'qzqzqz' })).toMatchObject({ total: 0, limit: 10, results: [] });
  });

  it('a report is answered with its receipt', async () => {
    expect(
      await dataOf('report_hallucination', { claim: 'It said <script>alert(1)</script>', slug: 'testamine' }),
    ).toMatchObject({ status: 'received', duplicate: false });
  });
});

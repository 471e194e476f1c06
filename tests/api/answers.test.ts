import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema, RawInput } from '../../src/api/inputs.ts';
import { toolListing } from '../../src/api/operations.ts';
import { type Kind, kinds } from '../../src/schema/kinds.ts';
import { fixtureDist, ownDist } from '../support/build.ts';
import { type Answer, serviceOf } from '../support/service.ts';

interface Described {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
  readonly components: { schemas: Record<string, JsonSchema>; headers: Record<string, unknown> };
}
interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; example?: unknown }[];
  readonly requestBody?: { content: { 'application/json': { example?: unknown } } };
  readonly responses: Record<
    string,
    { headers?: object; content?: { 'application/json'?: { schema: JsonSchema; example?: unknown } } }
  >;
}

interface Site {
  readonly dist: string;
  readonly run: (tool: string, input: RawInput) => Promise<Answer>;
}

let own: Site;
let fixture: Site;
let description: Described;
let validatorOf: (schema: string) => ValidateFunction;
beforeAll(async () => {
  const open = async (dist: string): Promise<Site> => ({ dist, run: (await serviceOf(dist)).run });
  own = await open(await ownDist());
  fixture = await open(await fixtureDist());
  description = readJson(own.dist, 'openapi.json') as Described;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schemas = Object.fromEntries(
    Object.entries(description.components.schemas).map(([name, schema]) => [name, closed(schema) as JsonSchema]),
  );
  // The envelope closes the answer that it is a part of.
  delete schemas.Envelope?.additionalProperties;
  ajv.addSchema({ $id: 'https://materia.test/api', components: { schemas } });
  validatorOf = (name) => ajv.getSchema(`https://materia.test/api#/components/schemas/${name}`) as ValidateFunction;
});

const readJson = (dist: string, path: string): unknown => JSON.parse(readFileSync(join(dist, 'v1', path), 'utf8'));

/** The same schema, which lets no property pass that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)])) as JsonSchema;
  if (Array.isArray(inner.allOf)) {
    const parts = inner.allOf.map(({ additionalProperties: _, ...part }: JsonSchema) => part);
    return { ...inner, allOf: parts, unevaluatedProperties: false };
  }
  const isObject = typeof inner.properties === 'object' && typeof inner.type !== 'undefined';
  return isObject && inner.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner;
}

/** What of a body its schema does not describe, or describes otherwise. */
function faults(schema: string, body: unknown): string[] {
  const validate = validatorOf(schema);
  return validate(JSON.parse(JSON.stringify(body)))
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}

const schemaOf = (operation: DescribedOperation): string =>
  String(operation.responses['200']?.content?.['application/json']?.schema.$ref).split('/').at(-1) as string;
const operationsOf = ({ paths }: Described): DescribedOperation[] => Object.values(paths).flatMap(Object.values);
const refsOf = (dist: string): { kind: Kind; slug: string }[] =>
  kinds.flatMap((kind) =>
    readdirSync(join(dist, 'v1', kind))
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ kind, slug: name.slice(0, -'.json'.length) })),
  );

/** Every pair of neighbours in a list that is walked in these strides: a sample that names each record. */
const pairsOf = (slugs: readonly string[], strides: readonly number[]): [string, string][] =>
  strides.flatMap((stride) =>
    slugs.map((slug, at): [string, string] => [slug, slugs[(at + stride) % slugs.length] as string]),
  );

const sites: [string, () => Site][] = [
  ['our catalog', () => own],
  ['the fullest fixture', () => fixture],
];

describe('every property of every answer is described', () => {
  it.each(sites)('of records of %s', async (_, site) => {
    const { dist, run } = site();
    const found = new Set<string>();
    for (const { kind, slug } of refsOf(dist)) {
      const Kind = kind.replace(/^./, (letter) => letter.toUpperCase());
      const answers: [string, unknown][] = [
        [`${Kind}Answer`, readJson(dist, `${kind}/${slug}.json`)],
        ['RecordInteractionsAnswer', readJson(dist, `interactions/${kind}/${slug}.json`)],
        ['LookupAnswer', (await run('lookup_medication', { name: slug })).body],
      ];
      if (kind === 'medication') {
        answers.push(['FundingAnswer', (await run('check_funding_bias', { name: slug })).body]);
        answers.push(['AlternativesAnswer', (await run('find_lifestyle_alternatives', { name: slug })).body]);
      }
      for (const [schema, body] of answers) for (const fault of faults(schema, body)) found.add(`${schema} ${fault}`);
    }
    expect([...found].slice(0, 20)).toEqual([]);
  });

  it.each(sites)('of pairs, comparisons and searches of %s', async (_, site) => {
    const { dist, run } = site();
    const records = refsOf(dist);
    const medications = records.flatMap(({ kind, slug }) => (kind === 'medication' ? [slug] : []));
    const others = ['grapefruit', 'NSAIDs', 'alcohol', 'aspirin', 'antibiotics', 'vitamin k'];
    const items = [
      ...pairsOf(
        records.map(({ slug }) => slug),
        [1, 29],
      ),
      ...others.flatMap((other) => medications.slice(0, 12).map((one) => [one, other] as const)),
    ];
    const compared = pairsOf(medications, [7]);
    const queries = ['statin', 'blood pressure', 'lipitor', 'testing', 'qzqzqz', 'warfarn'];
    const of = (schema: string, tool: string, inputs: readonly RawInput[]) =>
      inputs.map((input) => [schema, tool, input] as const);
    const asked = [
      ...of(
        'InteractionsAnswer',
        'check_interactions',
        items.map(([item1, item2]) => ({ item1, item2 })),
      ),
      ...of(
        'ComparisonAnswer',
        'compare_medications',
        compared.map(([name1, name2]) => ({ name1, name2 })),
      ),
      ...of(
        'SearchAnswer',
        'search',
        queries.map((q) => ({ q })),
      ),
      ...of('ReportAnswer', 'report_hallucination', [{ claim: 'It said so.' }]),
    ];
    const found = new Set<string>();
    let answered = 0;
    for (const [schema, tool, input] of asked) {
      const { ok, body } = await run(tool, input);
      if (ok) answered += 1;
      for (const fault of faults(ok ? schema : 'Problem', body)) found.add(`${schema} ${fault}`);
    }
    expect([...found].slice(0, 20)).toEqual([]);
    expect(answered).toBeGreaterThan(asked.length / 2);
  });

  it('of the index and the list of tools', () => {
    expect(faults('IndexAnswer', readJson(own.dist, 'index.json'))).toEqual([]);
    expect(faults('ToolsAnswer', readJson(own.dist, 'tools.json'))).toEqual([]);
  });

  it('and the check can fail', async () => {
    const { body } = await own.run('check_interactions', { item1: 'warfarin', item2: 'ibuprofen' });
    const data = body.data as { findings: object[] };
    const more = { ...body, data: { ...data, findings: data.findings.map((one) => ({ ...one, novel: 1 })) } };
    expect(faults('InteractionsAnswer', more).join()).toContain('novel');
    expect(faults('InteractionsAnswer', { ...body, novel: 1 }).join()).toContain('novel');
  });
});

describe('each operation', () => {
  it('has an answer under a name of its own, with an example that its schema describes', () => {
    const operations = operationsOf(description).filter(
      ({ responses }) => schemaOf({ responses } as never) !== 'undefined',
    );
    const names = operations.map(schemaOf);
    expect(new Set(names).size).toBe(names.length);
    for (const operation of operations) {
      const example = operation.responses['200']?.content?.['application/json']?.example;
      if (operation.operationId.startsWith('list') || operation.operationId === 'get_record_interactions') continue;
      expect(example, operation.operationId).toBeDefined();
      expect(faults(schemaOf(operation), example), operation.operationId).toEqual([]);
    }
  });

  it('has an example of what to send, and it is answered', async () => {
    for (const operation of operationsOf(description)) {
      const { operationId, parameters = [], requestBody } = operation;
      const required = parameters.filter(({ example }) => example !== undefined);
      const sent = requestBody
        ? requestBody.content['application/json'].example
        : Object.fromEntries(required.map(({ name, example }) => [name, example]));
      if (toolListing().some(({ name }) => name === operationId)) {
        const { ok, body } = await own.run(operationId, sent as RawInput);
        expect(ok, `${operationId} ${JSON.stringify(body.assessment_summary)}`).toBe(true);
      } else if (parameters.length > 0) {
        const { slug, kind = operationId.replace('get_', '') } = sent as { slug: string; kind?: string };
        const path = operationId === 'get_record_interactions' ? `interactions/${kind}/${slug}` : `${kind}/${slug}`;
        expect(readJson(own.dist, `${path}.json`)).toBeTruthy();
      }
    }
  });

  it('says what the example says: short facts of it stand in the real answer', async () => {
    for (const operation of operationsOf(description)) {
      const { operationId, parameters = [] } = operation;
      const example = operation.responses['200']?.content?.['application/json']?.example as
        | { data: unknown }
        | undefined;
      if (!example || operationId === 'report_hallucination') continue;
      const sent = Object.fromEntries(
        parameters.map(({ name, example: value }) => [name, value]).filter(([, value]) => value),
      );
      const body = operationId.startsWith('get_')
        ? (readJson(own.dist, `${operationId.slice('get_'.length)}/${sent.slug}.json`) as { data: unknown })
        : (await own.run(operationId, sent as RawInput)).body;
      const real = new Set(shortTexts(body.data));
      expect(
        shortTexts(example.data).filter((text) => !real.has(text)),
        operationId,
      ).toEqual([]);
    }
  });

  it('names the headers of its answers, and 304 where it has an ETag', () => {
    for (const { operationId, responses } of operationsOf(description)) {
      const names = Object.keys(responses['200']?.headers ?? {});
      if (operationId === 'report_hallucination') expect(names).toEqual(['RateLimit', 'RateLimit-Policy']);
      else {
        expect(names, operationId).toEqual(expect.arrayContaining(['ETag', 'Cache-Control']));
        expect(Object.keys(responses), operationId).toContain('304');
      }
      if (responses['429']) expect(Object.keys(responses['429'].headers ?? {})).toContain('Retry-After');
    }
  });
});

/** Names, ids, addresses and words of enums; sentences may be edited without anybody thinking of an example. */
function shortTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 40 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(shortTexts) : [];
}

it('tools/list outlines the same properties, all required', () => {
  const { Funding, InteractionCheck, ManyInteractions } = description.components.schemas;
  const outlineOf = (tool: string): JsonSchema => {
    const listed = toolListing().find(({ name }) => name === tool) as { outputSchema: { properties?: unknown } };
    return (listed.outputSchema.properties as { data: JsonSchema }).data;
  };
  expect(outlineOf('check_funding_bias').required).toEqual(Funding?.required);
  // Two items or several: one outline for both forms of the answer.
  expect(new Set(Object.keys(outlineOf('check_interactions').properties as object))).toEqual(
    new Set([InteractionCheck, ManyInteractions].flatMap((one) => Object.keys(one?.properties as object))),
  );
});

import envelopeSchema from '../schema/envelope.json' with { type: 'json' };
import { type Kind, kinds } from '../schema/kinds.ts';
import problemSchema from '../schema/problem.json' with { type: 'json' };
import medicationSchema from '../schema/profile/medication.json' with { type: 'json' };
import peptideSchema from '../schema/profile/peptide.json' with { type: 'json' };
import supplementSchema from '../schema/profile/supplement.json' with { type: 'json' };
import { type AnswerExample, exampleOf } from './answer-examples.ts';
import { answerData, liftedParts, nameOf, ref, shapes } from './answer-schemas.ts';
import type { ServiceData } from './catalog-data.ts';
import { type JsonSchema, sectionField } from './inputs.ts';
import written from './openapi.json' with { type: 'json' };
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { type ProblemCode, problems } from './problem.ts';

/** OpenAPI 3.1.1 of the REST surface, from the operations table; what follows from no table is in openapi.json. */
export function openapi(service: ServiceData): JsonSchema {
  const document = JSON.stringify(written.document).replace(/\{(name|version|site_url|base_url)\}/g, (_, field) =>
    JSON.stringify(service[field as 'name']).slice(1, -1),
  );
  return {
    ...JSON.parse(document),
    paths: {
      ...Object.fromEntries(
        operations.map((operation) => [
          operation.path,
          { [operation.method.toLowerCase()]: queryOperation(operation, exampleOf(operation.tool, service)) },
        ]),
      ),
      ...Object.fromEntries(
        kinds.map((kind) => [`/v1/${kind}/{slug}`, { get: recordOperation(kind, exampleOf(`get_${kind}`, service)) }]),
      ),
      ...Object.fromEntries(Object.entries(written.paths).map(([path, fixed]) => [path, { get: withProblems(fixed) }])),
    },
    components: { schemas: components(), headers: written.headers, responses: written.responses },
  };
}

const withProblems = ({ problems: codes, responses, ...fixed }: { problems: string[]; responses: object }) => ({
  ...fixed,
  responses: { ...responses, ...problemResponses(codes as ProblemCode[]) },
});

const profileSchemas = { medication: medicationSchema, supplement: supplementSchema, peptide: peptideSchema } as const;

const component = (schema: object): JsonSchema => {
  const { $schema: _, $defs: __, ...rest } = schema as JsonSchema;
  return rest;
};

function components(): JsonSchema {
  const named = {
    Envelope: component(envelopeSchema),
    Problem: component(problemSchema),
    ...Object.fromEntries(kinds.map((kind) => [`${nameOf(kind)}Profile`, component(profileSchemas[kind])])),
    ...(medicationSchema.$defs as Record<string, JsonSchema>),
  };
  const parts = Object.entries(liftedParts).map(([name, part]) => [JSON.stringify(part), JSON.stringify(ref(name))]);
  const raised = JSON.stringify(named).replaceAll('#/$defs/', '#/components/schemas/');
  const shared = parts.reduce((all, [part = '', to = '']) => all.replaceAll(part, to), raised);
  return {
    ...JSON.parse(shared),
    ...liftedParts,
    ...shapes,
    ...Object.fromEntries(Object.entries(answerData).map(([name, data]) => [name, enveloped(data)])),
  };
}

const enveloped = (data: JsonSchema): JsonSchema => ({
  allOf: [ref('Envelope'), { type: 'object', required: ['data'], properties: { data } }],
});

const headerRefs = (names: Readonly<Record<string, keyof typeof written.headers>>): JsonSchema =>
  Object.fromEntries(Object.entries(names).map(([name, key]) => [name, { $ref: `#/components/headers/${key}` }]));

const limitHeaders = headerRefs({ RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' });
const cacheHeaders = headerRefs({ ETag: 'ETag', 'Cache-Control': 'CacheControl' });
const fileHeaders = { ...cacheHeaders, ...headerRefs({ 'Last-Modified': 'LastModified' }) };
const notModified = { $ref: '#/components/responses/NotModified' };

interface AnswerParts {
  readonly description: string;
  readonly name: string;
  readonly headers: JsonSchema;
  readonly example?: JsonSchema;
}
const answer = ({ description, name, headers, example }: AnswerParts): JsonSchema => ({
  description,
  headers,
  content: { 'application/json': { schema: ref(name), ...(example && { example }) } },
});

function queryOperation(operation: Operation, { input: sent, answer: example }: AnswerExample): JsonSchema {
  const { tool, title, purpose, method, input, answerSchema, problems: codes } = operation;
  const required = (input.required ?? []) as string[];
  const properties = input.properties as Record<string, JsonSchema>;
  const always: ProblemCode[] = ['method_not_allowed', 'rate_limited', 'headers_too_large', 'internal_error'];
  const isRead = method === 'GET';
  return {
    operationId: tool,
    tags: ['Operations'],
    summary: title,
    description: purpose,
    ...(isRead
      ? {
          parameters: Object.entries(properties).map(([field, schema]) =>
            parameter(field, 'query', schema, { isRequired: required.includes(field), example: sent[field] }),
          ),
        }
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: nullableOptions(input), example: sent } },
          },
        }),
    responses: {
      '200': answer({
        description: 'The answer in its envelope',
        name: answerSchema,
        headers: isRead ? { ...cacheHeaders, ...limitHeaders } : limitHeaders,
        example,
      }),
      ...(isRead && { '304': notModified }),
      ...problemResponses([...codes, ...always]),
    },
  };
}

/** A body may say null for what it leaves out: programs that send every field do so, and their report counts. */
function nullableOptions(input: JsonSchema): JsonSchema {
  const { required = [], properties } = input as { required?: string[]; properties: Record<string, JsonSchema> };
  const described = Object.entries(properties).map(([field, schema]) => [
    field,
    required.includes(field) ? schema : { ...schema, type: [schema.type, 'null'] },
  ]);
  return { ...input, properties: Object.fromEntries(described) };
}

const slug = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'Slug of the record.' };

function recordOperation(kind: Kind, { input, answer: example }: AnswerExample): JsonSchema {
  return {
    operationId: `get_${kind}`,
    tags: ['Records'],
    summary: `The record of one ${kind}`,
    parameters: [
      parameter('slug', 'path', slug, { isRequired: true, example: input.slug }),
      parameter('section', 'query', sectionField.schema, { isRequired: false, example: ['safety', 'stopping'] }),
    ],
    responses: {
      '200': answer({
        description: `The ${kind} in its envelope`,
        name: `${nameOf(kind)}Answer`,
        headers: fileHeaders,
        example,
      }),
      '301': { description: 'The record was renamed', headers: headerRefs({ Location: 'Location' }) },
      '304': notModified,
      ...problemResponses(['invalid_parameter', 'not_found', 'withdrawn', 'method_not_allowed', 'rate_limited']),
    },
  };
}

/** What the parser of names takes, in ranges: `\p{Cc}` is no pattern to Python, whose tools then make no value. */
const PLAIN_TEXT =
  '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$';

function parameter(
  name: string,
  place: 'query' | 'path',
  { description, ...schema }: JsonSchema,
  { isRequired, example }: { isRequired: boolean; example: unknown },
): JsonSchema {
  const isNames = schema.type === 'array' && (schema.items as JsonSchema).type === 'string';
  return {
    name,
    in: place,
    required: isRequired,
    description,
    schema: {
      ...schema,
      ...(place === 'query' && schema.type === 'string' && { pattern: PLAIN_TEXT }),
      ...(isNames && { items: { ...(schema.items as JsonSchema), pattern: PLAIN_TEXT } }),
    },
    ...(example !== undefined && { example }),
  };
}

/** One response a status; codes that share a status share it. */
function problemResponses(codes: readonly ProblemCode[]): JsonSchema {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `${problems[code].title} (\`${code}\`)`).join(', '),
        ...(status === 429 && { headers: { ...limitHeaders, ...headerRefs({ 'Retry-After': 'RetryAfter' }) } }),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );
}

import envelopeSchema from '../schema/envelope.json' with { type: 'json' };
import { kinds } from '../schema/kinds.ts';
import problemSchema from '../schema/problem.json' with { type: 'json' };
import medicationSchema from '../schema/profile/medication.json' with { type: 'json' };
import peptideSchema from '../schema/profile/peptide.json' with { type: 'json' };
import supplementSchema from '../schema/profile/supplement.json' with { type: 'json' };
import type { ServiceData } from './catalog-data.ts';
import type { JsonSchema } from './inputs.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { outputs } from './outputs.ts';
import { type ProblemCode, problems } from './problem.ts';

const profileSchemas = { medication: medicationSchema, supplement: supplementSchema, peptide: peptideSchema } as const;

/** OpenAPI 3.1.1 of the REST surface, from the operations table. `servers` is BASE_URL. */
export function openapi(service: ServiceData): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: `${service.name} API`,
      version: service.version,
      summary: 'Reference data of medications, supplements, peptides and their documented interactions.',
      description:
        'Educational reference data; not medical advice. Every JSON answer is the envelope; honour its `must_not`. Free to use with attribution; bulk export, mirroring, scraping, model training and derivative datasets are forbidden.',
      license: { name: 'Terms of use', url: `${service.site_url}/terms` },
      termsOfService: `${service.site_url}/terms`,
    },
    servers: [{ url: service.base_url }],
    security: [],
    externalDocs: { url: `${service.site_url}/developers` },
    tags: [
      { name: 'Operations', description: 'Queries, each also an MCP tool.' },
      { name: 'Records', description: 'Precomputed records.' },
      { name: 'Service', description: 'What the service offers.' },
    ],
    paths: {
      ...Object.fromEntries(
        operations.map((operation) => [
          operation.path,
          { [operation.method.toLowerCase()]: queryOperation(operation) },
        ]),
      ),
      ...Object.fromEntries(kinds.map((kind) => [`/v1/${kind}/{slug}`, { get: recordOperation(kind) }])),
      '/v1/tools': {
        get: fixedOperation('listTools', 'Tools with their input schemas', {
          type: 'object',
          required: ['tools'],
          properties: { tools: { type: 'array', items: { type: 'object' } } },
        }),
      },
      '/v1/openapi.json': {
        get: {
          operationId: 'getOpenApi',
          tags: ['Service'],
          summary: 'This description',
          responses: {
            '200': { description: 'OpenAPI 3.1.1', content: { 'application/json': { schema: { type: 'object' } } } },
            ...problemResponses(['method_not_allowed', 'not_found']),
          },
        },
      },
      '/v1': {
        get: fixedOperation('listEndpoints', 'Index of all endpoints', {
          type: 'object',
          required: ['name', 'version', 'endpoints', 'links'],
          properties: {
            name: { type: 'string' },
            version: { type: 'string' },
            endpoints: { type: 'array', items: { type: 'object' } },
            links: { type: 'object' },
          },
        }),
      },
    },
    components: { schemas: components() },
  };
}

const component = (schema: object): JsonSchema => {
  const { $schema: _, $defs: __, ...rest } = schema as JsonSchema;
  return rest;
};

/** The published schemas under components; their own definitions move up beside them. */
function components(): JsonSchema {
  const definitions = medicationSchema.$defs as Record<string, JsonSchema>;
  const raised = JSON.parse(
    JSON.stringify({
      Envelope: component(envelopeSchema),
      Problem: component(problemSchema),
      MedicationProfile: component(medicationSchema),
      SupplementProfile: component(supplementSchema),
      PeptideProfile: component(peptideSchema),
      ...definitions,
    }).replaceAll('#/$defs/', '#/components/schemas/'),
  );
  return raised as JsonSchema;
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const profileRef = (kind: (typeof kinds)[number]): JsonSchema => ref(profileSchemas[kind].title);

/** The envelope with its `data` of the given schema. */
const enveloped = (data: JsonSchema): JsonSchema => ({
  allOf: [ref('Envelope'), { type: 'object', properties: { data } }],
});

const answer = (description: string, data: JsonSchema): JsonSchema => ({
  description,
  content: { 'application/json': { schema: enveloped(data) } },
});

function queryOperation({ tool, title, purpose, method, input, output, problems: codes }: Operation): JsonSchema {
  const required = (input.required ?? []) as string[];
  const properties = input.properties as Record<string, JsonSchema>;
  const data = tool === 'lookup_medication' ? withProfile(output, { anyOf: kinds.map(profileRef) }) : output;
  const always: ProblemCode[] = ['method_not_allowed', 'rate_limited', 'internal_error'];
  return {
    operationId: tool,
    tags: ['Operations'],
    summary: title,
    description: purpose,
    ...(method === 'GET'
      ? {
          parameters: Object.entries(properties).map(([name, schema]) =>
            parameter(name, 'query', schema, required.includes(name)),
          ),
        }
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: { '200': answer('The answer in its envelope', data), ...problemResponses([...codes, ...always]) },
  };
}

function recordOperation(kind: (typeof kinds)[number]): JsonSchema {
  return {
    operationId: `get_${kind}`,
    tags: ['Records'],
    summary: `The record of one ${kind}`,
    parameters: [parameter('slug', 'path', { type: 'string', description: 'Slug of the record.' }, true)],
    responses: {
      '200': answer(
        `The ${kind} in its envelope`,
        withProfile(
          { ...outputs.profile, properties: { ...(outputs.profile.properties as object), type: { const: kind } } },
          profileRef(kind),
        ),
      ),
      '301': {
        description: 'The record was renamed',
        headers: { Location: { description: 'Its address now', schema: { type: 'string' } } },
      },
      ...problemResponses(['not_found', 'withdrawn', 'method_not_allowed']),
    },
  };
}

const fixedOperation = (operationId: string, summary: string, data: JsonSchema): JsonSchema => ({
  operationId,
  tags: ['Service'],
  summary,
  responses: { '200': answer(summary, data), ...problemResponses(['method_not_allowed', 'not_found']) },
});

const withProfile = (output: JsonSchema, profile: JsonSchema): JsonSchema => ({
  ...output,
  properties: { ...(output.properties as object), profile },
});

function parameter(
  name: string,
  place: 'query' | 'path',
  { description, ...schema }: JsonSchema,
  required: boolean,
): JsonSchema {
  return { name, in: place, required, description, schema };
}

/** One response a status; codes that share a status share it. */
function problemResponses(codes: readonly ProblemCode[]): JsonSchema {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `${problems[code].title} (\`${code}\`)`).join(', '),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );
}

import { kinds } from '../schema/kinds.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_NAME, reportFields } from './inputs.ts';
import type { JsonSchema } from './operation.ts';

/** Schemas of the operations' inputs and of `data` in their answers; short, because every MCP client reads them all. */

const name = (description: string): JsonSchema => ({ type: 'string', minLength: 1, maxLength: MAX_NAME, description });
const object = (required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  ...(required.length && { required }),
  properties,
});

export const inputs = {
  lookup: object(['name'], {
    name: name('Brand, generic, synonym or abbreviation, such as "Coumadin". Spelling is forgiven where it is safe.'),
  }),
  medication: object(['name'], { name: name('Name of one medication.') }),
  pair: (first: string, second: string, description: string): JsonSchema =>
    object([first, second], { [first]: name(description), [second]: name(description) }),
  search: object(['q'], {
    q: name('Words to look for.'),
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Greatest number of hits.',
    },
  }),
  report: object(['claim'], {
    claim: { ...name('What was claimed.'), maxLength: reportFields.claim },
    slug: { type: 'string', maxLength: reportFields.slug, description: 'Slug of the record it concerns.' },
    client: { type: 'string', maxLength: reportFields.client, description: 'Program that showed the claim.' },
    expected_source: {
      type: 'string',
      maxLength: reportFields.expected_source,
      description: 'What was expected, and where it stands.',
    },
    notes: { type: 'string', maxLength: reportFields.notes, description: 'Anything else; no personal data.' },
  }),
};

const text: JsonSchema = { type: 'string' };
const nullable: JsonSchema = { type: ['string', 'null'] };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const kind: JsonSchema = { enum: [...kinds] };
const any: JsonSchema = { type: 'object' };
const count: JsonSchema = { type: 'integer' };
const identity = { slug: text, name: text, canonical_url: text };

const record = { slug: text, type: kind, canonical_url: text, profile: any, sources: list(any), related: list(any) };

export const outputs = {
  profile: object(Object.keys(record), record),
  lookup: object([...Object.keys(record), 'match'], {
    ...record,
    match: object([], {
      matched: text,
      method: { enum: ['slug', 'name', 'alias', 'salt', 'fuzzy'] },
      score: { type: 'number' },
      alternatives: list(any),
    }),
  }),
  funding: object(['slug', 'name', 'canonical_url', 'manufacturer', 'summary', 'trials', 'statement'], {
    ...identity,
    manufacturer: nullable,
    summary: any,
    trials: list(
      object([], {
        funder: text,
        funder_type: { enum: ['manufacturer', 'industry', 'public', 'mixed', 'not_reported'] },
      }),
    ),
    keyStudies: nullable,
    results: nullable,
    fundingDetails: nullable,
    conflicts: nullable,
    statement: text,
  }),
  alternatives: object(
    ['slug', 'name', 'canonical_url', 'tapering', 'interventions', 'studies', 'related_supplements'],
    {
      ...identity,
      tapering: { type: ['object', 'null'] },
      title: nullable,
      keyPoint: nullable,
      interventions: list(any),
      studies: list(any),
      related_supplements: list(any),
    },
  ),
  interactions: object(['status', 'items', 'findings', 'checked'], {
    status: { enum: ['documented', 'none_documented', 'not_assessed', 'same_substance'] },
    items: list(object([], { query: text, type: text, slug: nullable, name: text, canonical_url: nullable })),
    findings: list(
      object([], {
        severity: { enum: ['major', 'moderate', 'minor', 'food'] },
        risk: text,
        effect: text,
        basis: { enum: ['direct', 'class', 'ingredient', 'duplicate_ingredient'] },
        via: text,
        documented_in: any,
      }),
    ),
    checked: list(any),
  }),
  compare: object(['items', 'rows', 'interaction'], {
    items: list(object([], identity)),
    rows: list(object([], { field: text, label: text, values: list(nullable), same: { type: 'boolean' } })),
    interaction: text,
  }),
  search: object(['query', 'total', 'limit', 'results'], {
    query: text,
    total: count,
    limit: count,
    results: list(
      object([], { type: kind, ...identity, subtitle: text, score: { type: 'number' }, matched: list(any) }),
    ),
  }),
  report: object(['id', 'received_at', 'status', 'duplicate'], {
    id: text,
    received_at: text,
    status: { const: 'received' },
    duplicate: { type: 'boolean' },
  }),
} satisfies Record<string, JsonSchema>;

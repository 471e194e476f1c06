import { kinds } from '../schema/kinds.ts';
import type { JsonSchema } from './inputs.ts';

/** Schemas of `data` in the operations' answers; short, because every MCP client reads them all. */

const object = (required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  ...(required.length && { required }),
  properties,
});

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
    rows: list(
      object([], {
        field: text,
        label: text,
        values: list({ type: ['string', 'array', 'null'] }),
        same: { type: 'boolean' },
      }),
    ),
    interaction: text,
  }),
  search: object(['query', 'total', 'limit', 'results', 'read'], {
    query: text,
    total: count,
    limit: count,
    corrected: text,
    pair: list(text),
    read: any,
    results: list(
      object([], {
        type: kind,
        ...identity,
        subtitle: text,
        score: { type: 'number' },
        matched: list(any),
        section: nullable,
      }),
    ),
  }),
  report: object(['id', 'received_at', 'status', 'duplicate'], {
    id: text,
    received_at: text,
    status: { const: 'received' },
    duplicate: { type: 'boolean' },
  }),
} satisfies Record<string, JsonSchema>;

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
const status: JsonSchema = { enum: ['documented', 'none_documented', 'not_assessed', 'same_substance'] };
const identity = { slug: text, name: text, canonical_url: text };

/** With `section` the last four may be missing. */
const record = {
  slug: text,
  type: kind,
  canonical_url: text,
  profile: any,
  sources: list(any),
  support: any,
  related: list(any),
  contraindications: list(text),
  practical: any,
  identifiers: any,
};
const certain = ['slug', 'type', 'canonical_url', 'profile', 'sources', 'support'];

export const outputs = {
  profile: object(certain, record),
  lookup: object([...certain, 'match'], {
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
  interactions: object(['items'], {
    items: list(object([], { query: text, type: text, slug: nullable, name: text, canonical_url: nullable })),
    status,
    findings: list(
      object([], {
        severity: { enum: ['major', 'moderate', 'minor', 'food'] },
        action: { enum: ['contraindicated', 'avoid', 'separate', 'adjust', 'monitor', 'know', null] },
        risk: text,
        evidence: { enum: ['label', 'human', 'theory', null] },
        effect: text,
        basis: { enum: ['direct', 'class', 'ingredient', 'duplicate_ingredient'] },
        via: text,
        sources: list(any),
        documented_in: any,
      }),
    ),
    checked: list(any),
    pairs: list(object([], { items: list(count), status, severity: nullable, action: nullable, findings: list(any) })),
    adds_up: list(object([], { effect: text, members: list(text) })),
    same_ingredient: list(object([], { substance: text, members: list(text) })),
    stopping: list(any),
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

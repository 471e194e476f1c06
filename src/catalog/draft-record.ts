import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind } from '../schema/kinds.ts';
import required from './draft-placeholders.json' with { type: 'json' };

interface SchemaField {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaField>>;
  readonly items?: SchemaField;
  readonly $ref?: string;
}

interface NewRecord {
  readonly kind: Kind;
  readonly slug: string;
  readonly schema: {
    readonly properties: Readonly<Record<string, SchemaField>>;
    readonly $defs?: Readonly<Record<string, SchemaField>>;
  };
  readonly schemaPath: string;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** A new record: placeholders in required fields, comments for others. It passes all checks and states no fact. */
export function draftRecord({ kind, slug, schema, schemaPath, today }: NewRecord): string {
  const name = slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  const filled = placeholders(kind, name, slug, today);
  const fields = Object.entries(schema.properties).map(([field, wants]) => {
    const value = filled[field];
    const comment = `  # ${field}: ${explain(wants, schema.$defs ?? {})}`;
    return value === undefined ? comment : `${comment}\n  ${field}: ${value}`;
  });
  const supported = Object.keys(filled).filter((field) => !OWN.includes(field));
  const values: Readonly<Record<string, string>> = {
    schemaPath,
    today,
    substance: slug.replaceAll('-', ' '),
    year: today.slice(0, 4),
    supports: supported.map((field) => `  ${field}: [first]`).join('\n'),
    fields: fields.join('\n'),
  };
  const template = readFileSync(join(import.meta.dirname, 'draft-record.yaml'), 'utf8');
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name] as string);
}

/** Fields that state no fact and need no source. */
const OWN = ['version', 'lastReviewed', 'id', 'name', 'subtitle', 'category'];

const placeholders = (kind: Kind, name: string, slug: string, today: string): Readonly<Record<string, string>> => ({
  version: `"${today.slice(0, 7)}"`,
  lastReviewed: `"${today}"`,
  ...(kind === 'medication' ? { genericName: name } : { id: slug, name }),
  ...required[kind],
});

function explain(field: SchemaField, definitions: Readonly<Record<string, SchemaField>>): string {
  const target = field.$ref ? (definitions[field.$ref.split('/').at(-1) ?? ''] ?? field) : field;
  const { description = '', properties, items, enum: words } = target;
  const form = items
    ? ` A list${items.properties || items.$ref ? ` of { ${fieldsOf(items, definitions)} }` : ''}.`
    : properties
      ? ` { ${fieldsOf(target, definitions)} }`
      : '';
  return `${description}${form}${words ? ` One of: ${words.join(', ')}.` : ''}`.trim();
}

function fieldsOf(field: SchemaField, definitions: Readonly<Record<string, SchemaField>>): string {
  const target = field.$ref ? (definitions[field.$ref.split('/').at(-1) ?? ''] ?? field) : field;
  return Object.keys(target.properties ?? {}).join(', ');
}

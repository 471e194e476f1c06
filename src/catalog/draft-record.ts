import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import record from '../schema/content/record.json' with { type: 'json' };
import type { Kind } from '../schema/kinds.ts';
import { capitalized } from '../text/sentences.ts';
import { type DraftLabel, linesOf } from './draft-label.ts';
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
  /** The label whose identifiers, source and places the draft of a medication names. */
  readonly label?: DraftLabel;
}

/**
 * A new record: placeholders in required fields, comments for others. It passes all checks. Without a label it states no
 * fact; with one, those of the label's own fields, and its comments say where each field is to be read.
 */
export function draftRecord({ kind, slug, schema, schemaPath, today, label }: NewRecord): string {
  const name = slug.split('-').map(capitalized).join(' ');
  const lines = label && linesOf(label, slug.replaceAll('-', ' '));
  const source = lines ? 'label' : 'first';
  const filled: Readonly<Record<string, string>> = { ...placeholders(kind, name, slug, today), ...lines?.filled };
  const read = (field: string, indent = ''): string => {
    const places = lines?.readFor(field);
    return places ? `\n${indent}# ${places}` : '';
  };
  const fields = Object.entries(schema.properties).map(([field, wants]) => {
    const value = filled[field];
    const comment = `  # ${field}: ${explain(wants, schema.$defs ?? {})}${read(field, '  ')}`;
    return value === undefined ? comment : `${comment}\n  ${field}:${value.startsWith('\n') ? '' : ' '}${value}`;
  });
  const supported = Object.keys(filled).filter((field) => !OWN.includes(field) && field !== 'doses');
  const values: Readonly<Record<string, string>> = {
    schemaPath,
    today,
    substance: slug.replaceAll('-', ' '),
    brands: lines?.brands ?? '[]',
    salts: lines?.salts ?? '[]',
    ids: lines?.ids ?? '  # ids: { unii: "", rxcui: "" }',
    source: lines?.source ?? firstSource(today.slice(0, 4)),
    supports: supported.map((field) => `  ${field}: [${source}]`).join('\n'),
    contraindications: read('contraindications'),
    practical: PRACTICAL.map((key) => `\n#   ${key}: { text: "", sources: [${source}] }${read(key, '#   ')}`).join(''),
    others: lines?.others
      ? `\n# No field below names these sections of the label; read them too: ${lines.others}.`
      : '',
    first: source,
    fields: fields.join('\n'),
  };
  const template = readFileSync(join(import.meta.dirname, 'draft-record.yaml'), 'utf8');
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name] as string);
}

const PRACTICAL = Object.keys(record.properties.practical.properties);

const firstSource = (year: string): string => `  - id: first
    type: review
    title: Replace this by the first source, as a reader should find it
    url: https://example.org/replace-this
    date: "${year}"`;

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

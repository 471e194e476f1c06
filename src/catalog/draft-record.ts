import type { Kind } from '../schema/kinds.ts';

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
  /** The published schema of the kind's profile. */
  readonly schema: {
    readonly properties: Readonly<Record<string, SchemaField>>;
    readonly $defs?: Readonly<Record<string, SchemaField>>;
  };
  /** Path from the record to the schema that editors check it by. */
  readonly schemaPath: string;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/**
 * The text of a new record: required fields hold placeholders that say what belongs there, every other field is a comment
 * that describes it. It passes schema and rules unchanged, and nothing in it states a fact.
 */
export function draftRecord({ kind, slug, schema, schemaPath, today }: NewRecord): string {
  const name = slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  const filled = required[kind](name, slug, today);
  const fields = Object.entries(schema.properties).map(([field, wants]) => {
    const value = filled[field];
    const comment = `  # ${field}: ${explain(wants, schema.$defs ?? {})}`;
    return value === undefined ? comment : `${comment}\n  ${field}: ${value}`;
  });
  return `# yaml-language-server: $schema=${schemaPath}
# Every figure, date and identifier is copied from a source that you have in front of you; sentences are your own.
# How to write a record: content/README.md. A line that begins with # is left out; delete those that you do not need.
names:
  brands: []
  # Other names that people type: foreign, Latin, common, former.
  synonyms: []
  abbreviations: []
  salts: []
  # Only identifiers seen in a source.
  # ids: { unii: "", rxcui: "" }
# Active substances by their lower-case generic names; a combination has several.
substances: [${slug.replaceAll('-', ' ')}]
# Ids of vocabulary/classes.yaml.
# classes: []
sources:
  # type: fda-label (with setId and effective), trial, guideline, review, registry, government
  - id: first
    type: review
    title: Replace this by the first source, as a reader should find it
    url: https://example.org/replace-this
    date: "${today.slice(0, 4)}"
# Profile field -> ids of its sources; an entry of a list may carry its own: { text: "...", sources: [first] }.
supports:
${Object.keys(filled)
  .filter((field) => !OWN.includes(field))
  .map((field) => `  ${field}: [first]`)
  .join('\n')}
# Who must not take it, complete, one statement each.
# contraindications:
#   - { text: "", sources: [first] }
# What people ask, each optional: mechanism timing missedDose overdose storage driving monitoring onset halfLife stopBeforeSurgery
# practical:
#   missedDose: { text: "", sources: [first] }
changes:
  - { date: "${today}", text: "First version of this record." }
profile:
${fields.join('\n')}
`;
}

/** Fields that state no fact and need no source. */
const OWN = ['version', 'lastReviewed', 'id', 'name', 'subtitle', 'category'];

const required: Readonly<Record<Kind, (name: string, slug: string, today: string) => Record<string, string>>> = {
  medication: (name, _, today) => ({
    ...dates(today),
    genericName: name,
    drugClass: 'Replace this by the class',
    schedule: 'Not a controlled substance',
    indications: '[Replace this by the approved uses]',
  }),
  supplement: (name, slug, today) => ({
    ...dates(today),
    id: slug,
    name,
    category: 'Replace this by the category',
    fdaStatus: 'Replace this by its position before the FDA',
    whatItIs: 'Replace this by what it is',
  }),
  peptide: (name, slug, today) => ({
    ...dates(today),
    id: slug,
    name,
    category: 'Replace this by the category',
    regulatoryStatus: '"Not approved: replace this by the position of the FDA, with its date"',
    whatItIs: 'Replace this by what it is',
  }),
};

const dates = (today: string) => ({ version: `"${today.slice(0, 7)}"`, lastReviewed: `"${today}"` });

/** Describes a field in one line: its description, its shape and its allowed values. */
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

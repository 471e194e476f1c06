import { parts } from '../records/parts.ts';
import recordSchema from '../schema/content/record.json' with { type: 'json' };
import { actions, evidences } from '../schema/interaction-grades.ts';
import { type Kind, kinds } from '../schema/kinds.ts';
import medicationSchema from '../schema/profile/medication.json' with { type: 'json' };
import type { JsonSchema } from './inputs.ts';

/**
 * THE schemas of what answers hold, by the name that OpenAPI gives them. A property that an answer always has is required;
 * `tests/api/answers.test.ts` holds every property of real answers to them. Objects stay open for clients: a field may
 * come within /v1.
 */

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** All properties are required but those named as optional. */
const object = (
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description, ...(required.length > 0 && { required }), properties };
};

const text = (description: string): JsonSchema => ({ type: 'string', description });
const nullable = (description: string): JsonSchema => ({ type: ['string', 'null'], description });
const address = (description: string): JsonSchema => ({ type: 'string', format: 'uri', description });
const list = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  ...(description && { description }),
  items,
});
const texts = (description: string): JsonSchema => list({ type: 'string' }, description);
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
const oneOf = (description: string, values: readonly string[]): JsonSchema => ({
  type: 'string',
  enum: [...values],
  description,
});
const oneOfOrNull = (description: string, values: readonly string[]): JsonSchema => ({
  type: ['string', 'null'],
  enum: [...values, null],
  description,
});
const orNull = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, { type: 'null' }] });

const slug = text('Slug of the record, as in its address.');
const kind = oneOf('Kind of the record.', kinds);
const name = text('Name that a reader sees.');
const canonical_url = address('Canonical page of the record.');
const identity = { slug, name, canonical_url };

const severities = ['major', 'moderate', 'minor', 'food'];
const funders = ['manufacturer', 'industry', 'public', 'mixed', 'not_reported', 'not_checked'];
const statuses = ['documented', 'none_documented', 'not_assessed', 'same_substance'];

/** `data` of a profile answer of one kind; `more` for what a lookup adds. */
const record = (of: Kind, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  object(`A ${of} with what it was written from.`, recordProperties(of, more), BESIDE);

/** With \`section\` an answer has those of them that belong to the parts asked for. */
const BESIDE = ['related', 'contraindications', 'practical', 'identifiers', 'sold_as'];

const recordProperties = (
  of: Kind,
  more: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> => ({
  slug,
  type: { type: 'string', const: of, description: 'Kind of the record; tells the three apart.' },
  canonical_url,
  profile: ref(`${nameOf(of)}Profile`),
  sources: list(ref('Source'), 'What the record was written from.'),
  support: {
    type: 'object',
    description: 'JSON Pointer into `data` to the ids of the sources behind what stands there.',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  },
  related: list(ref('RelatedRecord'), 'Other records of the same substance or of its components.'),
  contraindications: texts('Who must not take it, complete, one statement each.'),
  practical: ref('Practical'),
  identifiers: ref('Identifiers'),
  sold_as: list(
    ref('SoldForm'),
    'Forms and strengths in which exactly these substances are sold in the US, by RxNorm.',
  ),
  ...more,
});

/** `medication` as `Medication`. */
export const nameOf = (of: Kind): string => of.replace(/^./, (letter) => letter.toUpperCase());

const byKind = (suffix: string, make: (of: Kind) => JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(kinds.map((of) => [`${nameOf(of)}${suffix}`, make(of)]));

/** Parts of profiles that answers repeat under a name of their own. */
const { taperingInfo, metabolicAlternatives } = medicationSchema.properties;
export const liftedParts: Readonly<Record<string, JsonSchema>> = {
  TaperingInfo: taperingInfo,
  Intervention: metabolicAlternatives.properties.interventions.items,
  AlternativeStudy: metabolicAlternatives.properties.studies.items,
};

const { allOf: _, ...sourceSchema } = recordSchema.$defs.source;
const asked = Object.entries(recordSchema.properties.practical.properties);

export const shapes: Readonly<Record<string, JsonSchema>> = {
  ...byKind('Record', (of) => record(of)),
  ...byKind('Lookup', (of) => record(of, { match: ref('Match') })),
  Source: { ...sourceSchema, description: 'What a record was written from; labels have `setId` and `effective`.' },
  SoldForm: object('A form in which the substances of a record are sold in the US.', {
    form: text('Form, as RxNorm names it.'),
    strengths: texts('Strengths; of several ingredients in the order of their names.'),
  }),
  Practical: object(
    'What people ask and the profile has no field for; what is absent is not stated.',
    Object.fromEntries(asked.map(([key, { description }]) => [key, text(description)])),
    asked.map(([key]) => key),
  ),
  Identifiers: object('Identifiers of other registers that were seen in a source.', {
    unii: texts('FDA substance identifiers, one of each active ingredient.'),
    rxcui: texts('RxNorm concept identifiers.'),
  }),
  RelatedRecord: object('Another record of the same substance or of a component.', {
    kind,
    ...identity,
    relationship: text('What the two have in common.'),
    note: text('What follows from it for a reader; may be empty.'),
  }),
  RecordRef: object('A record by kind and slug.', { kind, slug, name }),
  Match: object(
    'How a name led to its record.',
    {
      query: text('The name as it was sent.'),
      matched: text('The name that was found.'),
      method: oneOf('How; a fuzzy match is to be confirmed by the person.', [
        'slug',
        'name',
        'alias',
        'salt',
        'identifier',
        'fuzzy',
      ]),
      score: { type: 'number', minimum: 0, maximum: 1, description: '1 for an exact name, less for a misspelling.' },
      alternatives: list(ref('RecordRef'), 'Other records that the name may mean.'),
      as_written: ref('AsWritten'),
    },
    ['as_written'],
  ),
  AsWritten: object(
    'What the query says beside the name, as it was sent; only what it says.',
    {
      strength: text('Strength or dose: "50 mg", "5/325 mg".'),
      form: text('Form: "Extended Release Oral Tablet".'),
      route: text('Route: "by mouth".'),
      frequency: text('How often, and when: "twice a day with food".'),
      strength_note: text('Present where no tablet or capsule of that strength is known: say so.'),
      not_read: text('Words that were read as nothing: say so.'),
    },
    ['strength', 'form', 'route', 'frequency', 'strength_note', 'not_read'],
  ),

  Funding: object('Who paid for the evidence of one medication.', {
    ...identity,
    manufacturer: nullable('Maker, as the record names it.'),
    summary: ref('FundingSummary'),
    trials: list(ref('FundedTrial'), 'Each trial of the record with its funder.'),
    keyStudies: nullable('The studies that matter most.'),
    results: nullable('What they found.'),
    fundingDetails: nullable('Who paid, in words.'),
    conflicts: nullable('Conflicts of interest on record.'),
    statement: text('The counts in a sentence.'),
  }),
  FundingSummary: object('Number of trials by who paid.', {
    trials: count('All trials listed.'),
    manufacturer_funded: count('Paid by the maker.'),
    industry_funded: count('Paid by other companies.'),
    public_funded: count('Paid with public or charity money.'),
    mixed: count('Paid by several of these.'),
    not_reported: count('Registry and paper were read and say nothing; that does not mean independent.'),
    not_checked: count('Nobody has looked yet; that does not mean independent either.'),
  }),
  FundedTrial: object('A trial and who paid for it.', {
    id: nullable('Number in ClinicalTrials.gov.'),
    name: nullable('Name and what was studied.'),
    link: nullable('Address of the registry entry.'),
    found: nullable('What it found on its main question, in a line; null where the record does not state it.'),
    funder: text('Who paid, as reported.'),
    funder_type: oneOf('What kind of funder that is.', funders),
  }),

  Alternatives: object('Non-drug measures beside one medication.', {
    ...identity,
    tapering: orNull(ref('TaperingInfo')),
    title: nullable('What the measures are about.'),
    keyPoint: nullable('What matters most.'),
    interventions: list(ref('Intervention'), 'Measures with what was measured.'),
    studies: list(ref('AlternativeStudy'), 'Studies behind them.'),
    related_supplements: list(ref('RelatedSupplement'), 'Supplements that have a record here.'),
  }),

  RelatedSupplement: object(
    'A supplement that the record is related to, with what is documented of the two together.',
    {
      kind,
      ...identity,
      relationship: text('What the two have in common.'),
      note: text('What follows from it for a reader; may be empty.'),
      interaction: oneOf('Status of the two as a pair.', statuses),
      severity: oneOfOrNull('The worst that is documented of the pair.', severities),
    },
  ),

  InteractionCheck: object('What is documented between two items.', {
    status: oneOf('Neither `none_documented` nor `not_assessed` is evidence of safety.', statuses),
    items: list(ref('InteractionItem'), 'The two items, in the order in which they were sent.'),
    findings: list(ref('Finding'), 'Worst first.'),
    checked: list(ref('CheckedSide'), 'What was looked at on each side, in the same order.'),
  }),
  InteractionItem: object(
    'One side of a pair: a record, or a name that is known without one.',
    {
      query: text('The name as it was sent.'),
      type: oneOf('Kind of the record, or what the name means.', [...kinds, 'substance', 'food', 'class']),
      slug: nullable('Slug of the record; null without one.'),
      name,
      canonical_url: nullable('Canonical page of the record; null without one.'),
      match: orNull(ref('Match')),
    },
    ['match'],
  ),
  Finding: object(
    'One thing that is documented between two items.',
    {
      severity: oneOf('How much it matters; `food` is an effect of food or drink, of whatever weight.', severities),
      action: oneOfOrNull('What the cited source says to do; null where it says nothing.', actions),
      risk: text("The record's own word for it."),
      evidence: oneOfOrNull('What it rests on; a theory is no documented interaction.', evidences),
      effect: text('What happens.'),
      basis: oneOf('Why it holds for this pair.', ['direct', 'class', 'ingredient', 'duplicate_ingredient']),
      via: text('The name, class or ingredient by which it was found.'),
      sources: list(ref('CitedSource'), 'The sources of this very statement.'),
      documented_in: ref('FindingPlace'),
      also_documented_in: list(ref('EntryPlace'), 'Where the same harm is told, too.'),
    },
    ['also_documented_in'],
  ),
  CitedSource: object('A source as a statement cites it.', {
    id: text('Its id in the record.'),
    title: text('Title.'),
    url: address('Where it can be read.'),
  }),
  EntryPlace: object('A record and the field where an entry stands.', {
    type: kind,
    slug,
    field: text('Path in the profile.'),
  }),
  FindingPlace: object(
    'The record and the field where an interaction stands.',
    {
      type: kind,
      slug,
      field: text('Path in the profile, such as `drugInteractions.major[0]`.'),
      canonical_url: address(
        'That part of the page; left out where the record is one of the items, whose address stands there.',
      ),
    },
    ['canonical_url'],
  ),
  CheckedSide: object('What was looked at on one side.', {
    record: orNull(ref('CheckedRecord')),
    assessed: { type: 'boolean', description: 'Whether the record has an interactions section.' },
    entries: count('Entries that were looked through.'),
    classes: texts('Classes that the item belongs to.'),
  }),
  CheckedRecord: object('The record that was looked at.', { type: kind, slug }),
  ManyInteractions: object('What is documented between several items, pair by pair and together.', {
    items: list(ref('InteractionItem'), 'The items, in the order in which they were sent.'),
    pairs: list(ref('PairOfMany'), 'Every pair, worst first; each equals the answer on the pair alone.'),
    adds_up: list(ref('SharedEffect'), 'What several of them share; a count, no score.'),
    same_ingredient: list(ref('SharedIngredient'), 'Substances that more than one of them holds.'),
    stopping: list(ref('StoppingWarning'), 'Items that must not be stopped suddenly.'),
  }),
  PairOfMany: object('One pair of several items.', {
    items: { ...list({ type: 'integer', minimum: 0 }, 'Positions in `items`.'), minItems: 2, maxItems: 2 },
    status: oneOf('Neither `none_documented` nor `not_assessed` is evidence of safety.', statuses),
    severity: oneOfOrNull('The worst that is documented.', severities),
    action: oneOfOrNull('What its source says to do.', actions),
    findings: list(ref('Finding'), 'Worst first.'),
  }),
  SharedEffect: object('An effect that adds up.', {
    effect: text('What adds up.'),
    members: texts('Names of the items that share it.'),
  }),
  SharedIngredient: object('A substance in several items.', {
    substance: text('The substance.'),
    members: texts('Names of the items that hold it.'),
  }),
  StoppingWarning: object('An item that must not be stopped suddenly.', {
    name,
    title: text('The warning in a few words.'),
    text: text('Why.'),
    canonical_url: address('The part of its page on stopping.'),
  }),

  Comparison: object('Two medications side by side.', {
    items: list(ref('ComparedItem'), 'The two, in the order in which they were sent.'),
    rows: list(ref('ComparisonRow'), 'One row for each field that at least one record fills.'),
    interaction: oneOf('Status of the two as a pair.', statuses),
  }),
  ComparedItem: object('A medication that is compared.', identity),
  ComparisonRow: object('One field of both.', {
    field: text('Path in the profile.'),
    label: text('What a reader calls it.'),
    values: {
      ...list(ref('ComparedValue'), 'What each record says, in the order of `items`.'),
      minItems: 2,
      maxItems: 2,
    },
    same: { type: 'boolean', description: 'Whether both say the same.' },
  }),
  ComparedValue: {
    description: 'A text, a list of texts, or null where the record does not state it.',
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
  },

  SearchResults: object(
    'Records that match.',
    {
      query: text('What was looked for.'),
      total: count('All matches.'),
      limit: { type: 'integer', minimum: 1, maximum: 25, description: 'Greatest number of hits in this answer.' },
      corrected: text('What was read, where the spelling of plain words was put right.'),
      pair: {
        ...list({ type: 'string' }, 'Slugs of two records that the question puts side by side: ask for the pair.'),
        minItems: 2,
        maxItems: 2,
      },
      read: ref('QuestionRead'),
      results: list(ref('SearchHit'), 'Best first.'),
    },
    ['corrected', 'pair'],
  ),
  QuestionRead: object('How the question was read.', {
    names: texts('Names of records.'),
    unknown: texts('Real names without a record here.'),
    words: texts('Uses, classes and other words that were looked for.'),
    unread: texts('What nothing here is written with.'),
  }),
  SearchHit: object('A record that matches.', {
    type: kind,
    ...identity,
    subtitle: text('What it is, in a line.'),
    score: { type: 'number', minimum: 0, maximum: 1, description: '1 for the name itself.' },
    matched: list(ref('SearchMatch'), 'What of the record matched.'),
    section: oneOfOrNull('The part of the record that answers; ask for it by `section`.', parts),
  }),
  SearchMatch: object('A text of the record that matched.', {
    field: oneOf('Where it stands.', [
      'name',
      'aliases',
      'class',
      'use',
      'tested',
      'about',
      'interactions',
      'ingredient',
    ]),
    text: text('The text.'),
  }),

  ReportReceipt: object('A report was stored.', {
    id: text('Quote it when you ask about the report.'),
    received_at: { type: 'string', format: 'date-time', description: 'When it was stored, UTC.' },
    status: { type: 'string', const: 'received', description: 'It is stored durably.' },
    duplicate: { type: 'boolean', description: 'The same had been sent before; id and time are of the first.' },
  }),

  ToolList: object('The tools, as the MCP server lists them.', { tools: list(ref('Tool')) }),
  Tool: object('One MCP tool.', {
    name: text('Name to call it by.'),
    title: text('What a person is shown.'),
    description: text('When to use it, what comes back, what not to do.'),
    inputSchema: { type: 'object', description: 'JSON Schema of the arguments.', additionalProperties: true },
    outputSchema: {
      type: 'object',
      description: 'JSON Schema of the result, an envelope.',
      additionalProperties: true,
    },
    annotations: object('Hints of the protocol.', {
      readOnlyHint: { type: 'boolean' },
      destructiveHint: { type: 'boolean' },
      idempotentHint: { type: 'boolean' },
      openWorldHint: { type: 'boolean' },
    }),
  }),
  ServiceIndex: object('What the service offers.', {
    name: text('Name of the service.'),
    version: text('Version of this description.'),
    endpoints: list(ref('Endpoint'), 'Every address.'),
    links: object('Further descriptions.', {
      documentation: address('Page for developers.'),
      openapi: address('This API in OpenAPI 3.1.'),
      tools: address('The tools.'),
      mcp: address('The MCP server.'),
      llmsTxt: address('Index for language models.'),
      llmsIndex: address('Manifest of every record: how to enumerate the catalog.'),
      terms: address('Terms of use.'),
    }),
  }),
  Endpoint: object('One address of the service.', {
    method: text('HTTP method.'),
    path: text('Path below the address of the API.'),
    description: text('What it answers.'),
    tool: nullable('The MCP tool that does the same; null where there is none.'),
  }),

  RecordInteractions: object('Everything documented that reaches one record, in either direction.', {
    type: kind,
    ...identity,
    assessed: { type: 'boolean', description: 'Whether the record has an interactions section of its own.' },
    substances: texts('Active substances.'),
    classes: texts('Ids of the classes it belongs to, parents included.'),
    entries: list(ref('DocumentedEntry'), 'Its own entries, and those of other records that reach it.'),
    warnings: list(ref('RecordWarning'), 'What is to be known before any pair is looked at.'),
  }),
  DocumentedEntry: object(
    'One interaction entry.',
    {
      text: text('What it names.'),
      severity: oneOf('How much it matters.', severities),
      action: oneOfOrNull('What the cited source says to do.', actions),
      risk: text("The record's own word for it."),
      evidence: oneOfOrNull('What it rests on.', evidences),
      effect: text('What happens.'),
      sources: list(ref('CitedSource'), 'The sources of this very statement.'),
      documented_in: object('Where it stands.', { type: kind, slug, field: text('Path in the profile.') }),
      targets: {
        type: 'object',
        description: 'What the text means, in ids of the vocabulary; only of own entries.',
        additionalProperties: true,
      },
      reaches: list(ref('ReachedRecord'), 'Records at the other end.'),
    },
    ['targets'],
  ),
  ReachedRecord: object('A record at the other end of an entry.', {
    ref: text('Kind and slug, such as `medication/warfarin`.'),
    name,
    basis: oneOf('Why it is reached.', ['direct', 'class', 'ingredient', 'duplicate_ingredient']),
    via: text('The name by which it is reached.'),
  }),
  RecordWarning: object('What is to be known of one item by itself.', {
    id: text('Which warning it is.'),
    tone: text('How loud it is said.'),
    title: text('The warning in a few words.'),
    text: text('The warning.'),
    section: text('Part of the page that says more.'),
  }),
};

/** `data` of each answer, by the name of the answer. */
export const answerData = {
  LookupAnswer: { oneOf: kinds.map((of) => ref(`${nameOf(of)}Lookup`)) },
  ...Object.fromEntries(kinds.map((of) => [`${nameOf(of)}Answer`, ref(`${nameOf(of)}Record`)])),
  FundingAnswer: ref('Funding'),
  AlternativesAnswer: ref('Alternatives'),
  InteractionsAnswer: { oneOf: [ref('InteractionCheck'), ref('ManyInteractions')] },
  ComparisonAnswer: ref('Comparison'),
  SearchAnswer: ref('SearchResults'),
  ReportAnswer: ref('ReportReceipt'),
  RecordInteractionsAnswer: ref('RecordInteractions'),
  ToolsAnswer: ref('ToolList'),
  IndexAnswer: ref('ServiceIndex'),
} satisfies Readonly<Record<string, JsonSchema>>;

/**
 * The outline of an answer's `data`, as MCP lists it: which properties there are and of which type, and no more. Every client
 * reads all outlines into its context with every list of tools.
 */
export function outlineOf(answer: keyof typeof answerData): JsonSchema {
  const { $ref, oneOf = [{ $ref }] } = answerData[answer] as { $ref?: string; oneOf?: { $ref?: string }[] };
  const forms = oneOf.map((one) => shapes[(one.$ref as string).replace(/.*\//, '')] as unknown as ObjectSchema);
  const required = forms.map((one) => one.required).reduce((all, some) => all.filter((name) => some.includes(name)));
  const properties = Object.assign({}, ...forms.map((one) => one.properties)) as ObjectSchema['properties'];
  const consts = new Set(forms.flatMap((one) => one.properties.type?.const ?? []));
  if (consts.size > 0) properties.type = { type: 'string', enum: [...consts] };
  const outlined = Object.entries(properties).map(([name, field]) => [name, typeOnly(field)]);
  return { type: 'object', required, properties: Object.fromEntries(outlined) };
}

interface ObjectSchema {
  readonly required: readonly string[];
  readonly properties: Record<string, JsonSchema>;
}

/** Which type a value has, and which words it may be. */
function typeOnly(schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref === 'string') return { type: 'object' };
  if (Array.isArray(schema.oneOf)) return { type: ['object', 'null'] };
  const { type, enum: words, const: word, items } = schema as { items?: JsonSchema } & JsonSchema;
  return {
    type,
    ...(words !== undefined && { enum: words }),
    ...(word !== undefined && { const: word }),
    ...(items && { items: { type: items.$ref ? 'object' : items.type } }),
  };
}

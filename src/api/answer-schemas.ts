import recordSchema from '../schema/content/record.json' with { type: 'json' };
import { type Kind, kinds } from '../schema/kinds.ts';
import medicationSchema from '../schema/profile/medication.json' with { type: 'json' };
import { capitalized } from '../text/sentences.ts';
import written from './answer-schemas.json' with { type: 'json' };
import type { JsonSchema } from './inputs.ts';

/* THE schemas of what answers hold, by their name in OpenAPI; objects stay open: a field may come within /v1. */

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const nameOf = (of: Kind): string => capitalized(of);

/** `data` of a profile answer of one kind. */
const recordOf = (of: Kind): JsonSchema & { properties: object } =>
  JSON.parse(JSON.stringify(written.record).replaceAll('{kind}', of).replaceAll('{Kind}', nameOf(of)));

const lookupOf = (of: Kind): JsonSchema => {
  const { required, properties, ...record } = recordOf(of);
  return {
    ...record,
    required: [...(required as string[]), 'match'],
    properties: { ...properties, match: ref('Match') },
  };
};

const { taperingInfo, metabolicAlternatives } = medicationSchema.properties;
export const liftedParts: Readonly<Record<string, JsonSchema>> = {
  TaperingInfo: taperingInfo,
  Intervention: metabolicAlternatives.properties.interventions.items,
  AlternativeStudy: metabolicAlternatives.properties.studies.items,
};

const { allOf: _, ...sourceSchema } = recordSchema.$defs.source;
const practical = Object.entries(recordSchema.properties.practical.properties);

export const shapes: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(kinds.map((of) => [`${nameOf(of)}Record`, recordOf(of)])),
  ...Object.fromEntries(kinds.map((of) => [`${nameOf(of)}Lookup`, lookupOf(of)])),
  Source: { ...sourceSchema, description: 'What a record was written from; labels have `setId` and `effective`.' },
  Practical: {
    type: 'object',
    description: 'What people ask and the profile has no field for; what is absent is not stated.',
    properties: Object.fromEntries(practical.map(([key, { description }]) => [key, { type: 'string', description }])),
  },
  ...written.parts,
};

export const answerData: Readonly<Record<keyof typeof written.answers, JsonSchema>> = written.answers;

/** Properties and types of an answer's `data`, as MCP lists them: every client reads all of them into its context. */
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

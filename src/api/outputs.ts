import { kinds } from '../schema/kinds.ts';
import { shapes } from './answer-schemas.ts';
import type { JsonSchema } from './inputs.ts';

/**
 * Schemas of `data` as MCP lists them: the outline of what OpenAPI describes in full. Every client reads all of them into
 * its context with every list of tools, so they say which properties there are and of which type, and no more.
 */
export const outputs = {
  lookup: outline({
    ...shapes.MedicationLookup,
    properties: { ...(shapes.MedicationLookup?.properties as object), type: { type: 'string', enum: [...kinds] } },
  }),
  funding: outlineOf('Funding'),
  alternatives: outlineOf('Alternatives'),
  interactions: outline({
    type: 'object',
    required: ['items'],
    properties: {
      ...(shapes.InteractionCheck?.properties as object),
      ...(shapes.ManyInteractions?.properties as object),
    },
  }),
  compare: outlineOf('Comparison'),
  search: outlineOf('SearchResults'),
  report: outlineOf('ReportReceipt'),
} satisfies Record<string, JsonSchema>;

function outlineOf(name: string): JsonSchema {
  return outline(shapes[name] as JsonSchema);
}

function outline({ type, required, properties }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  return { type, required, properties: Object.fromEntries(fields.map(([name, field]) => [name, typeOnly(field)])) };
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

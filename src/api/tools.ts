import type { JsonSchema } from './inputs.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

export interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: Operation['annotations'];
}

/** The tools as MCP lists them and `/v1/tools` repeats them. */
export const toolListing = (): ToolListing[] =>
  operations.map(({ tool, title, purpose, input, output, annotations }) => ({
    name: tool,
    title,
    description: purpose,
    inputSchema: input,
    outputSchema: envelopeOf(output),
    annotations,
  }));

const text = { type: 'string' };

/** The envelope's schema around a schema of `data`, without descriptions: every client reads it for every tool. */
export const envelopeOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: [
    'assessment_summary',
    'interpretation_guidance',
    'must_not',
    'attribution',
    'disclaimer',
    'source_url',
    'last_updated',
    'data',
  ],
  properties: {
    assessment_summary: text,
    interpretation_guidance: text,
    must_not: { type: 'array', items: text },
    attribution: text,
    disclaimer: text,
    source_url: text,
    last_updated: text,
    data,
  },
});

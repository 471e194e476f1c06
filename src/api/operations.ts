import envelopeSchema from '../schema/envelope.json' with { type: 'json' };
import { kinds } from '../schema/kinds.ts';
import { compare } from './answers/compare.ts';
import { fundingBias } from './answers/funding-bias.ts';
import { interactions } from './answers/interactions.ts';
import { lifestyleAlternatives } from './answers/lifestyle-alternatives.ts';
import { lookup } from './answers/lookup.ts';
import { report } from './answers/report.ts';
import { search } from './answers/search.ts';
import type { JsonSchema } from './inputs.ts';
import type { Operation } from './operation.ts';

/** THE table: REST, MCP, `/v1`, `/v1/tools` and OpenAPI all come from it. */
export const operations: readonly Operation[] = [
  lookup,
  fundingBias,
  lifestyleAlternatives,
  interactions,
  compare,
  search,
  report,
];

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly description: string;
  /** The MCP tool that does the same; null where there is none. */
  readonly tool: string | null;
}

const fixed = (method: string, path: string, description: string) => ({ method, path, description, tool: null });

export const fixedEndpoints: readonly Endpoint[] = [
  ...kinds.map((kind) => fixed('GET', `/v1/${kind}/{slug}`, `The record of one ${kind}`)),
  ...kinds.map((kind) => fixed('GET', `/v1/${kind}`, `How many ${kind} records there are, and how to look one up`)),
  fixed('GET', '/v1/tools', 'The tools with their input schemas, as the MCP server lists them'),
  fixed('GET', '/v1/openapi.json', 'OpenAPI 3.1 description of the REST surface'),
  fixed('GET', '/v1', 'This index'),
  fixed('POST', '/mcp', 'The same operations as MCP tools, stateless HTTP'),
];

/** Every endpoint (docs/contract.md, Addresses). */
export const endpoints: readonly Endpoint[] = [
  ...operations.map(({ method, path, title, tool }) => ({ method, path, description: title, tool })),
  ...fixedEndpoints,
];

export const toolListing = () =>
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
export const envelopeOf = (data: JsonSchema): JsonSchema => {
  const special: Readonly<Record<string, JsonSchema>> = { must_not: { type: 'array', items: text }, data };
  const { required } = envelopeSchema;
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(required.map((name) => [name, special[name] ?? text])),
  };
};

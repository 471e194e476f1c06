import { kinds } from '../schema/kinds.ts';
import { operations } from './operations.ts';

/** One address of the service, as `/v1`, the developers page and OpenAPI list it. */
export interface Endpoint {
  readonly method: string;
  /** Below BASE_URL. */
  readonly path: string;
  readonly description: string;
  /** The MCP tool that does the same; null where there is none. */
  readonly tool: string | null;
}

/** Addresses that are no operation. */
export const fixedEndpoints: readonly Endpoint[] = [
  ...kinds.map((kind) => fixed('GET', `/v1/${kind}/{slug}`, `The record of one ${kind}`)),
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

function fixed(method: string, path: string, description: string): Endpoint {
  return { method, path, description, tool: null };
}

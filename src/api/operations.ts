import { compare } from './answers/compare.ts';
import { fundingBias } from './answers/funding-bias.ts';
import { interactions } from './answers/interactions.ts';
import { lifestyleAlternatives } from './answers/lifestyle-alternatives.ts';
import { lookup } from './answers/lookup.ts';
import { report } from './answers/report.ts';
import { search } from './answers/search.ts';
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

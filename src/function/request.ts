import type { RawInput } from '../api/inputs.ts';
import type { Header } from './response.ts';
import type { Call } from './service.ts';

/** The form of a failure: JSON on the API and the probes, Markdown where that was asked for, else a page. */
export type Form = 'json' | 'markdown' | 'page';

/** A request as the handlers see it. `instance` is its path and query. */
export interface ApiRequest extends Call {
  readonly method: string;
  /** Path of the address as it came, percent-encoded. */
  readonly path: string;
  /** Empty, or the query with its question mark. */
  readonly search: string;
  readonly header: Header;
  /** It would rather have Markdown than a page. Browsers, and clients that take anything, would not. */
  readonly prefersMarkdown: boolean;
  readonly form: Form;
  /** For whoever reads the body. */
  readonly raw: Request;
}

/** No operation has a third as many. */
export const MAX_PARAMETERS = 20;

/** Each parameter's value, or its values where it was repeated; undefined when there are more than any request needs. */
export function queryInput(search: string): RawInput | undefined {
  if (search.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) return undefined;
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : [known, value].flat());
  }
  // fromEntries defines own properties, so that even `__proto__` is a parameter like another.
  return Object.fromEntries(values);
}

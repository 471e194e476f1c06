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

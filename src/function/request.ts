import type { RawInput } from '../api/inputs.ts';
import type { ProblemCode } from '../api/problem.ts';
import type { Header } from './response.ts';
import type { Call } from './service.ts';

/** In which form a failure is told: JSON on the API and the probes, Markdown where that was asked for, else a page. */
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

/** Each parameter's value, or its values where it was repeated. */
export function queryInput(search: string): RawInput {
  const query = new URLSearchParams(search);
  // fromEntries defines own properties, so that even `__proto__` is a parameter like another.
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** A body that cannot be read, and why. */
export interface UnreadableBody {
  readonly code: ProblemCode;
  readonly detail: string;
}

/** The JSON of a body, in a box since `null` is valid JSON; or why it cannot be read. */
export async function jsonBody(request: Request): Promise<{ readonly value: unknown } | UnreadableBody> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    return {
      code: 'unsupported_media_type',
      detail: 'The body must be JSON, sent with Content-Type: application/json.',
    };
  try {
    return { value: JSON.parse(await request.text()) };
  } catch (error) {
    if (error instanceof SyntaxError) return { code: 'invalid_json', detail: 'The body is not valid JSON.' };
    throw error;
  }
}

/** The fields of a JSON object; or why there are none. */
export async function bodyInput(request: Request): Promise<{ readonly input: RawInput } | UnreadableBody> {
  const body = await jsonBody(request);
  if ('code' in body) return body;
  const { value } = body;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { input: value as RawInput }
    : { code: 'invalid_body', detail: 'The body must be a JSON object with a claim.' };
}

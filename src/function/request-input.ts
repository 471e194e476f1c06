import type { RawInput } from '../api/inputs.ts';
import type { ProblemCode } from '../api/problem.ts';
import type { Bytes } from '../text/bytes.ts';
import type { Headers } from './response.ts';

export interface UnreadableInput {
  readonly code: ProblemCode | undefined;
  readonly detail: string;
  readonly headers?: Headers;
}

/** No operation has a third as many. */
const MAX_PARAMETERS = 20;

export function queryInput(search: string): { readonly input: RawInput } | UnreadableInput {
  if (search.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    return { code: 'invalid_parameter', detail: `More than ${MAX_PARAMETERS} parameters were sent.` };
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : [known, value].flat());
  }
  // fromEntries defines own properties, so that even `__proto__` is a parameter like another.
  return { input: Object.fromEntries(values) };
}

export interface BodyBudget {
  /** False when there is no room for that many bytes now. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** Bytes of all bodies together that are being read at one time. */
const ALL_BODIES = 16 * 1024 ** 2;

export function createBodyBudget(most: number = ALL_BODIES): BodyBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    give(bytes) {
      taken -= bytes;
    },
  };
}

/** The bytes of a request's body, at most `most`. Nothing is read of one that says that it is longer. */
async function readBody(
  request: Request,
  { most, budget }: { most: number; budget: BodyBudget },
): Promise<{ readonly bytes: Uint8Array } | UnreadableInput> {
  const tooLarge = { code: 'payload_too_large', detail: `The body is larger than ${most} bytes.` } as const;
  if (Number(request.headers.get('content-length') ?? 0) > most) return tooLarge;
  if (!budget.take(most)) return busy;
  const chunks: Bytes[] = [];
  let length = 0;
  try {
    const reader = request.body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) {
        void reader.cancel().catch(() => {});
        return tooLarge;
      }
      chunks.push(value);
    }
  } catch {
    return { code: undefined, detail: 'The body ended before it was whole.' };
  } finally {
    budget.give(most);
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
}

const busy = {
  code: 'rate_limited',
  detail: 'Too many bodies are being sent at this moment. Try again in a second.',
  headers: { 'Retry-After': '1' },
} as const;

/** The JSON of a body, in a box since `null` is valid JSON; or why it cannot be read. */
export async function jsonBody(
  request: Request,
  bounds: { most: number; budget: BodyBudget },
): Promise<{ readonly value: unknown } | UnreadableInput> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    return {
      code: 'unsupported_media_type',
      detail: 'The body must be JSON, sent with Content-Type: application/json.',
    };
  const body = await readBody(request, bounds);
  if ('code' in body) return body;
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.bytes)) };
  } catch {
    return { code: 'invalid_json', detail: 'The body is not valid JSON.' };
  }
}

export async function bodyInput(
  request: Request,
  bounds: { most: number; budget: BodyBudget },
): Promise<{ readonly input: RawInput } | UnreadableInput> {
  const body = await jsonBody(request, bounds);
  if ('code' in body) return body;
  const { value } = body;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { input: value as RawInput }
    : { code: 'invalid_body', detail: 'The body must be a JSON object with a claim.' };
}

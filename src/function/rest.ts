import type { Input, Operation } from '../api/operation.ts';
import type { ProblemCode } from '../api/problem.ts';
import { failure, problemAnswer } from './errors.ts';
import type { Policy } from './limits.ts';
import type { ApiRequest } from './request.ts';
import { envelopeReply, type ResponseParts, receiptReply, unlessFresh } from './response.ts';
import { admit, perform, type Service } from './service.ts';

/** Answers a request to an operation's path: the query of GET or the JSON body of POST goes in as it came. */
export async function answerOperation(service: Service, operation: Operation, ask: ApiRequest): Promise<ResponseParts> {
  const { headers, refusal } = await admit(service, policyOf(operation), ask);
  if (refusal !== undefined) return problemAnswer(service, ask, { problem: refusal, headers });
  const reply = await (operation.method === 'GET' ? getReply : postReply)(service, operation, ask);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** What a build answers to a query never changes, so that an answer that was given is given again. */
async function getReply(service: Service, operation: Operation, ask: ApiRequest): Promise<ResponseParts> {
  const { answers } = service.edition;
  const given = answers.get(ask.instance);
  if (given !== undefined) return unlessFresh(given, ask.header);
  const answer = await perform(service, { operation, input: queryInput(ask.search) }, ask);
  if (!answer.ok) return problemAnswer(service, ask, { problem: answer.body });
  const reply = await envelopeReply(service, answer.body);
  answers.set(ask.instance, reply);
  return unlessFresh(reply, ask.header);
}

async function postReply(service: Service, operation: Operation, ask: ApiRequest): Promise<ResponseParts> {
  const read = await bodyInput(ask.request);
  if ('code' in read) return failure(service, ask, read);
  const answer = await perform(service, { operation, input: read.input }, ask);
  return answer.ok ? receiptReply(service, answer.body) : problemAnswer(service, ask, { problem: answer.body });
}

/** Writing draws on an allowance of its own. */
export const policyOf = ({ annotations }: Operation): Policy => (annotations.readOnlyHint ? 'default' : 'reports');

/** Each parameter's value, or its values where it was repeated. */
function queryInput(search: string): Input {
  const query = new URLSearchParams(search);
  // fromEntries defines own properties, so that even `__proto__` is a parameter like another.
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

async function bodyInput(request: Request): Promise<{ input: Input } | Refusal> {
  if (!isJson(request)) return notJson;
  const body = parseJson(await request.text());
  if (body === undefined) return { code: 'invalid_json', detail: 'The body is not valid JSON.' };
  if (typeof body.value !== 'object' || body.value === null || Array.isArray(body.value)) {
    return { code: 'invalid_body', detail: 'The body must be a JSON object with a claim.' };
  }
  return { input: body.value as Input };
}

interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
}

export const notJson: Refusal = {
  code: 'unsupported_media_type',
  detail: 'The body must be JSON, sent with Content-Type: application/json.',
};

export const isJson = ({ headers }: Request): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');

/** The parsed value in a box, since `null` is valid JSON; undefined when the text is not. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

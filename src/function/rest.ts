import type { Operation } from '../api/operation.ts';
import { LARGEST_REPORT } from '../api/request-limits.ts';
import { problemInForm, unreadableResponse } from './errors.ts';
import { bodyInput, queryInput } from './request-input.ts';
import { envelopeResponse, type ResponseParts, receiptResponse, unlessFresh } from './response.ts';
import { type ApiRequest, admit, perform, type Service } from './service.ts';

export async function operationResponse(
  service: Service,
  operation: Pick<Operation, 'method' | 'policy' | 'answer'>,
  request: ApiRequest,
): Promise<ResponseParts> {
  const { headers, refusal } = await admit(service, operation.policy, request);
  if (refusal !== undefined) return problemInForm(service, request, { problem: refusal, headers });
  const response = await admittedResponse(service, operation, request);
  // What any cache may keep must not tell one client's allowance to another.
  const { RateLimit: _, ...policy } = headers;
  const isPublic = response.headers['Cache-Control']?.startsWith('public');
  return { ...response, headers: { ...response.headers, ...(isPublic ? policy : headers) } };
}

async function admittedResponse(
  service: Service,
  { method, answer }: Pick<Operation, 'method' | 'answer'>,
  request: ApiRequest,
): Promise<ResponseParts> {
  const { addresses } = service.build.assets;
  const read =
    method === 'GET'
      ? queryInput(request.search)
      : await bodyInput(request.raw, { most: LARGEST_REPORT, budget: service.bodies });
  if (!('input' in read)) return unreadableResponse(service, request, read);
  const outcome = await perform(service, (context) => answer(read.input, context), request);
  if ('problem' in outcome) return problemInForm(service, request, outcome);
  return method === 'GET'
    ? unlessFresh(await envelopeResponse(outcome.answer, addresses, service.digest), request.header)
    : receiptResponse(outcome.answer, addresses);
}

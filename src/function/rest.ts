import type { Operation } from '../api/operation.ts';
import { partsOfRecord } from '../api/record-parts.ts';
import { LARGEST_REPORT } from '../api/request-limits.ts';
import { failureResponse, problemInForm, unreadableResponse } from './errors.ts';
import type { RecordAddress } from './files/destinations.ts';
import { type ApiRequest, MAX_PARAMETERS, queryInput } from './request.ts';
import { bodyInput } from './request-body.ts';
import { envelopeResponse, type ResponseParts, receiptResponse, unlessFresh } from './response.ts';
import { admit, perform, type Service } from './service.ts';

/** Answers a request to an operation's path: the query of GET or the JSON body of POST goes in as it came. */
export async function operationResponse(
  service: Service,
  operation: Operation,
  request: ApiRequest,
): Promise<ResponseParts> {
  const { headers, refusal } = await admit(service, operation.policy, request);
  if (refusal !== undefined) return problemInForm(service, request, { problem: refusal, headers });
  const response = await (operation.method === 'GET' ? getResponse : postResponse)(service, operation, request);
  // What any cache may keep must not tell one client's allowance to another.
  const { RateLimit: _, ...policy } = headers;
  const isPublic = response.headers['Cache-Control']?.startsWith('public');
  return { ...response, headers: { ...response.headers, ...(isPublic ? policy : headers) } };
}

/** Answers a request for parts of one record at its own address. */
export async function partsResponse(
  service: Service,
  record: RecordAddress,
  request: ApiRequest,
): Promise<ResponseParts> {
  const { headers, refusal } = await admit(service, 'default', request);
  if (refusal !== undefined) return problemInForm(service, request, { problem: refusal, headers });
  const response = await getResponse(service, partsOfRecord(record), request);
  return { ...response, headers: { ...response.headers, ...headers } };
}

async function getResponse(
  service: Service,
  operation: Pick<Operation, 'answer'>,
  request: ApiRequest,
): Promise<ResponseParts> {
  const input = queryInput(request.search);
  if (input === undefined) {
    const detail = `More than ${MAX_PARAMETERS} parameters were sent.`;
    return failureResponse(service, request, { code: 'invalid_parameter', detail });
  }
  const outcome = await perform(service, (context) => operation.answer(input, context), request);
  if ('problem' in outcome) return problemInForm(service, request, outcome);
  const { addresses } = service.build.assets;
  return unlessFresh(await envelopeResponse(outcome.answer, addresses, service.digest), request.header);
}

async function postResponse(service: Service, operation: Operation, request: ApiRequest): Promise<ResponseParts> {
  const body = await bodyInput(request.raw, { most: LARGEST_REPORT, budget: service.bodies });
  if ('code' in body) return unreadableResponse(service, request, body);
  const outcome = await perform(service, (context) => operation.answer(body.input, context), request);
  return 'problem' in outcome
    ? problemInForm(service, request, outcome)
    : receiptResponse(outcome.answer, service.build.assets.addresses);
}

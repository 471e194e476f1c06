import { html, raw } from 'hono/html';
import { type Addresses, cacheLifetimes, commonHeaders } from '../api/headers.ts';
import type { ProblemCode } from '../api/problem.ts';
import { recordPath } from '../records/address.ts';
import type { Problem } from '../schema/types.ts';
import { escapeMarkdown } from '../text/plain-markdown.ts';
import { NOT_FOUND_PAGE } from './files/destinations.ts';
import type { UnreadableInput } from './request-input.ts';
import { type Headers, problemResponse, type ResponseParts } from './response.ts';
import { type ApiRequest, problemOf, type Service } from './service.ts';

export const failureResponse = (
  service: Service,
  request: ApiRequest,
  { code, detail, headers = {} }: { code: ProblemCode; detail: string; headers?: Headers },
): Promise<ResponseParts> =>
  problemInForm(service, request, {
    problem: problemOf(service, { code, detail, instance: request.instance }),
    headers,
  });

/** What is said of a body that could not be read. Who has gone hears nothing, and it is no fault of ours. */
export const unreadableResponse = async (
  service: Service,
  request: ApiRequest,
  { code, detail, headers = {} }: UnreadableInput,
): Promise<ResponseParts> =>
  code === undefined
    ? { status: CLIENT_GONE, headers: commonHeaders(service.build.assets.addresses), body: null }
    : failureResponse(service, request, { code, detail, headers });

/** As nginx logs it. */
const CLIENT_GONE = 499;

/** A problem in the form that was asked for. Pages that are missing are the build's 404 page. */
export async function problemInForm(
  { build }: Service,
  { form }: ApiRequest,
  { problem, headers = {} }: { problem: Problem; headers?: Headers },
): Promise<ResponseParts> {
  const { assets } = build;
  const allHeaders = problem.code === 'rate_limited' ? { 'Retry-After': TRY_LATER, ...headers } : headers;
  if (form === 'json') return problemResponse(problem, assets.addresses, allHeaders);
  const common = {
    ...commonHeaders(assets.addresses),
    ...allHeaders,
    'Cache-Control': cacheLifetimes.never,
    Vary: 'Accept',
  };
  if (form === 'markdown') {
    return {
      status: problem.status,
      headers: { ...common, 'Content-Type': 'text/markdown; charset=utf-8' },
      body: markdown(problem, assets.addresses),
    };
  }
  const body =
    problem.status === 404 && assets.paths.has(NOT_FOUND_PAGE) ? await assets.read(NOT_FOUND_PAGE) : page(problem);
  return { status: problem.status, headers: { ...common, 'Content-Type': 'text/html; charset=utf-8' }, body };
}

/** An hour, in seconds: sent where no window says when it ends, as for the reports of a day. */
const TRY_LATER = '3600';

function markdown({ title, detail, suggestions = [] }: Problem, { siteUrl }: Addresses): string {
  const links = suggestions.map(({ name, canonical_url }) => `- [${escapeMarkdown(name)}](${canonical_url}.md)`);
  return [
    `# ${title}`,
    escapeMarkdown(detail),
    ...(links.length > 0 ? ['## Near it', links.join('\n')] : []),
    `Every record is listed in [llms.txt](${siteUrl}/llms.txt).\n`,
  ].join('\n\n');
}

/** The page of a failure that the build has no page for: rare, so plain. */
const page = ({ title, detail, suggestions = [] }: Problem): string =>
  String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<h1>${title}</h1>
<p>${detail}</p>
${suggestions.map((one) => html`<p><a href="${recordPath(one)}">${one.name}</a></p>${raw('\n')}`)}<p><a href="/">To the first page</a></p>
</html>
`);

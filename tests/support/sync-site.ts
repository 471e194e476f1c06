import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { companionFiles } from '../../src/publish/companion/companions.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { manifestFile } from '../../src/publish/manifest.ts';

/** What a faulty server answers in place of the site. */
export interface OddAnswer {
  readonly status: number;
  /** The site's own body when left out. */
  readonly body?: string;
  readonly headers?: Record<string, string>;
  /** The connection ends in the middle of the body. */
  readonly isCut?: boolean;
  /** Compressed, whatever was asked for. */
  readonly isGzip?: boolean;
}

/** A site on loopback that serves what a sync asks for, counts what it was asked, and can be told to misbehave. */
export interface SyncSite {
  readonly address: string;
  /** `GET /path` of each request since the last look, with the status of the answer. */
  asked(): string[];
  show(edition: Edition): void;
  /** Answers in place of the site's own; undefined leaves the request to the site. */
  misbehave(answer?: (path: string) => OddAnswer | undefined): void;
  close(): Promise<unknown>;
}

export async function startSite(edition: Edition, crawlDelay = 0): Promise<SyncSite> {
  let files = new Map<string, string>();
  const asked: string[] = [];
  let odd: Parameters<SyncSite['misbehave']>[0];
  const show = (shown: Edition) => {
    const published = [manifestFile(shown), ...companionFiles(shown)];
    files = new Map(published.map(({ path, body }) => [`/${path}`, body]));
    files.set('/robots.txt', `User-agent: *\nCrawl-delay: ${crawlDelay}\n`);
  };
  show(edition);

  const answerTo = (
    path: string,
    known: string | undefined,
  ): Required<Pick<OddAnswer, 'status' | 'headers' | 'body'>> & OddAnswer => {
    const body = files.get(path);
    const own = odd?.(path);
    if (own) return { headers: {}, body: body ?? '', ...own };
    if (body === undefined) return { status: 404, headers: {}, body: '' };
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    return known === etag ? { status: 304, headers: { etag }, body: '' } : { status: 200, headers: { etag }, body };
  };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    const { status, headers, body, isCut, isGzip } = answerTo(path, request.headers['if-none-match']);
    asked.push(`${request.method} ${path} ${status}`);
    const bytes = isGzip ? gzipSync(body) : Buffer.from(body);
    const sent = { ...headers, ...(isGzip && { 'content-encoding': 'gzip' }), 'content-length': bytes.length };
    // A 304 has no body, and no length of one.
    if (status === 304) response.writeHead(status, headers).end();
    else if (isCut)
      response.writeHead(status, sent).write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else response.writeHead(status, sent).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked.splice(0),
    show,
    misbehave: (answer) => {
      odd = answer;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

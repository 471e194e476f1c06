import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { companionFiles } from '../../src/publish/companion/companions.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { manifestFile } from '../../src/publish/manifest.ts';

/** A site on loopback that serves what a sync asks for, counts what it was asked, and can be told to misbehave. */
export interface SyncSite {
  readonly address: string;
  /** `GET /path` of each request since the last look, with the status of the answer. */
  asked(): string[];
  show(edition: Edition): void;
  /** Answers in place of the site's own; undefined leaves the request to the site. */
  misbehave(
    answer?: (path: string) => { status: number; body?: string; headers?: Record<string, string> } | undefined,
  ): void;
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

  const answerTo = (path: string, known: string | undefined) => {
    const own = odd?.(path);
    if (own) return { headers: {}, body: '', ...own };
    const body = files.get(path);
    if (body === undefined) return { status: 404, headers: {}, body: '' };
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    return known === etag ? { status: 304, headers: { etag }, body: '' } : { status: 200, headers: { etag }, body };
  };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    const { status, headers, body } = answerTo(path, request.headers['if-none-match']);
    asked.push(`${request.method} ${path} ${status}`);
    response.writeHead(status, headers).end(body);
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

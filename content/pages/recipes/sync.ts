// A local cache of the Markdown records, for your own use (see /terms). Node 22.18 or newer: node sync.ts SITE FOLDER
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [address = '', folder, ...more] = process.argv.slice(2);
if (!/^https?:\/\/[^/]/i.test(address) || !folder || more.length > 0) {
  console.error('Usage: sync <site> <folder>, such as: sync https://example.org ./cache');
  process.exit(process.argv.includes('--help') ? 0 : 2);
}
const site = address.replace(/\/+$/, '');
const say = (line: string): void => console.error(line);
const sha256 = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('hex');
const read = (name: string): string => (existsSync(name) ? readFileSync(name, 'utf8') : '');
const save = (name: string, body: string | Uint8Array): void => {
  const part = `${name}.${process.pid}.part`; // never half a file under its real name, nor under another run's
  writeFileSync(part, body);
  renameSync(part, name);
};

const LARGEST = 20_000_000; // bytes: no record and no manifest is as large

/** The whole body, or undefined of one that is too large to be meant. */
async function bodyOf(answer: Response): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > LARGEST) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** An answer, or undefined for 304. Three attempts; between them it waits as long as the site asks. */
async function get(
  path: string,
  headers: Record<string, string> = {},
  attempt = 1,
): Promise<{ body: Uint8Array; etag: string } | undefined> {
  let seconds = attempt;
  let fault: string;
  try {
    const answer = await fetch(site + path, { headers, signal: AbortSignal.timeout(60_000) });
    if (answer.status === 304) return undefined;
    const body = answer.ok ? await bodyOf(answer) : undefined;
    if (body) return { body, etag: answer.headers.get('etag') ?? '' };
    fault = answer.ok ? `is larger than ${LARGEST} bytes` : `answered ${answer.status}`;
    if (answer.status !== 429 && answer.status < 500) attempt = 3;
    const asked = answer.headers.get('retry-after') ?? '';
    seconds = Math.max(Number(asked) || (Date.parse(asked) - Date.now()) / 1000 || attempt, 0);
  } catch (error) {
    fault = `was cut off or not answered (${(error as Error).message})`;
  }
  if (attempt >= 3 || seconds > 300) throw new Error(`${path} ${fault}`);
  await sleep(seconds * 1000);
  return get(path, headers, attempt + 1);
}

async function sync(): Promise<void> {
  // 1. Ask whether the manifest changed: one request when nothing did. The tag counts only beside the manifest it names.
  const kept = read('llms-index.json');
  const [of, tag = ''] = read('etag').split(' ');
  const index = await get('/llms-index.json', kept && of === sha256(kept) ? { 'If-None-Match': tag } : {});
  const text = index ? new TextDecoder().decode(index.body) : kept;
  const wanted = new Map<string, string>();
  for (const { kind, slug, sha256: hash } of filesOf(text)) wanted.set(`${kind}/${slug}.md`, hash);

  // 2. Compare it with what is here, and stop if many records would vanish.
  const isCompanion = (name: string): boolean => /^(medication|supplement|peptide)\/[a-z0-9-]+\.md$/.test(name);
  const names = readdirSync('.', { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const here = names.filter(isCompanion);
  const missing = [...wanted].filter(([name, hash]) => isCompanion(name) && sha256(read(name)) !== hash);
  const gone = here.filter((name) => !wanted.has(name));
  if (gone.length > 1 && gone.length > here.length / 20)
    throw new Error(`${gone.length} records would vanish; check ${site}. Nothing was changed`);

  // 3. Fetch only what differs, as slowly as robots.txt asks, and believe only what has the right hash.
  const isFresh = existsSync('robots.txt') && Math.abs(Date.now() - statSync('robots.txt').mtimeMs) < 86_400_000;
  if (missing.length > 0 && !isFresh) save('robots.txt', (await get('/robots.txt'))?.body ?? '');
  const delay = Number(/^crawl-delay:\s*(\d+(?:\.\d+)?)/im.exec(read('robots.txt'))?.[1] ?? 1);
  if (delay > 300) throw new Error(`robots.txt asks for ${delay} seconds between two files. Nothing was changed`);
  const failed: string[] = [];
  for (const [at, [name, hash]] of missing.entries()) {
    await sleep(delay * 1000);
    say(`${at + 1} of ${missing.length}  ${name}`);
    try {
      const { body } = (await get(`/${name}`)) ?? { body: '' };
      if (sha256(body) !== hash) throw new Error(`/${name} is not what the manifest says`);
      save(name, body);
    } catch (error) {
      say((error as Error).message);
      failed.push(name);
    }
    if (failed.length >= 5) break; // the site is not well
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${missing.length} failed; what came was kept. Run again later`);
  for (const name of gone) rmSync(name, { force: true });
  save('llms-index.json', text);
  if (index) save('etag', `${sha256(text)} ${index.etag}`);
  console.log(`${missing.length} fetched, ${gone.length} removed, ${wanted.size - missing.length} unchanged`);
}

function filesOf(text: string): { kind: string; slug: string; sha256: string }[] {
  try {
    const { files } = JSON.parse(text);
    if (Array.isArray(files) && files.length > 0 && files.every((one) => typeof one.sha256 === 'string')) return files;
  } catch {}
  throw new Error(`${site}/llms-index.json is no manifest. Nothing was changed`);
}

try {
  for (const kind of ['medication', 'supplement', 'peptide']) mkdirSync(`${folder}/${kind}`, { recursive: true });
  process.chdir(folder);
  await sync();
} catch (error) {
  say(`${(error as Error).message}.`);
  process.exitCode = 1;
}

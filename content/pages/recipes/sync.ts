// A local cache of the Markdown records, for your own use (see /terms). Node 22.18 or newer: node sync.ts SITE FOLDER
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [site, folder] = process.argv.slice(2) as [string, string];
for (const kind of ['medication', 'supplement', 'peptide']) mkdirSync(`${folder}/${kind}`, { recursive: true });
process.chdir(folder);
const read = (name: string): string => (existsSync(name) ? readFileSync(name, 'utf8') : '');
const save = (name: string, body: string | Uint8Array): void => {
  writeFileSync(`${name}.part`, body); // never half a file under its real name
  renameSync(`${name}.part`, name);
};
const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> => {
  const answer = await fetch(site + path, { headers });
  if (!answer.ok && answer.status !== 304) throw new Error(`${path} answered ${answer.status}`);
  return answer;
};

// 1. Ask whether the manifest changed: one request when nothing did.
const index = await get('/llms-index.json', read('etag') ? { 'If-None-Match': read('etag') } : {});
const text = index.status === 304 ? read('llms-index.json') : await index.text();
const files: { kind: string; slug: string; sha256: string }[] = JSON.parse(text).files;

// 2. Compare it with what is here, and stop if many records would vanish.
const isCompanion = (name: string): boolean => /^(medication|supplement|peptide)\/[a-z0-9-]+\.md$/.test(name);
const sha256 = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('hex');
const wanted = new Map(files.map((file) => [`${file.kind}/${file.slug}.md`, file.sha256]));
const here = readdirSync('.', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter(isCompanion);
const missing = [...wanted].filter(([name, hash]) => isCompanion(name) && sha256(read(name)) !== hash);
const gone = here.filter((name) => !wanted.has(name));
if (gone.length > 1 && gone.length > here.length / 20)
  throw new Error(`${gone.length} records would vanish; check ${site}`);

// 3. Fetch only what differs, as slowly as robots.txt asks, and believe only what has the right hash.
const isFresh = existsSync('robots.txt') && Date.now() - statSync('robots.txt').mtimeMs < 86_400_000;
if (missing.length > 0 && !isFresh) save('robots.txt', await (await get('/robots.txt')).text());
const delay = Number(/^crawl-delay:\s*([\d.]+)/im.exec(read('robots.txt'))?.[1] ?? 1);
for (const [name, hash] of missing) {
  await sleep(delay * 1000);
  const body = await (await get(`/${name}`)).bytes();
  if (sha256(body) !== hash) throw new Error(`${name} is not what the manifest says; run again later`);
  save(name, body);
}
for (const name of gone) rmSync(name);
save('llms-index.json', text);
save('etag', index.headers.get('etag') ?? '');
console.log(`${missing.length} fetched, ${gone.length} removed, ${files.length - missing.length} unchanged`);

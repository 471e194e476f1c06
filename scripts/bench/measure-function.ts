/** `node scripts/bench/measure-function.ts <dist>`: prints what serving that folder costs, as JSON. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../src/function/node/serve.ts';

const distDir = process.argv[2] as string;
const dataDir = mkdtempSync(join(tmpdir(), 'materia-bench-'));
const began = performance.now();
const server = await serve({ distDir, dataDir, port: 0, rates: { default: 0, reports: 0 }, write: () => {} } as never);
const readyMs = performance.now() - began;
const slugs = readdirSync(join(distDir, 'medication'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -3));
const slug = (at: number): string => slugs[(at * 7919) % slugs.length] as string;
const asked = {
  lookup: (at: number) => `/v1/lookup?name=${slug(at)}`,
  search: (at: number) => `/v1/search?q=${['blood+pressure', slug(at), `${slug(at)}+side+effects`][at % 3]}`,
  interactions: (at: number) => `/v1/interactions?item1=${slug(at)}&item2=${slug(at + 1)}`,
};
const readyMb = process.memoryUsage.rss() / 1e6;
const times: Record<string, { p50: number; p99: number }> = {};
for (const [name, path] of Object.entries(asked)) times[name] = await percentiles(path);
const indexes = ['search.json', 'names.json', 'questions.json', 'vocabulary.json'].map((name) => {
  const path = join(distDir, 'v1', name);
  return [name, { bytes: statSync(path).size, brotli: statSync(`${path}.br`).size }];
});
console.log(
  JSON.stringify({
    readyMs,
    readyMb,
    askedMb: process.memoryUsage.rss() / 1e6,
    times,
    indexes: Object.fromEntries(indexes),
  }),
);
await server.close();
rmSync(dataDir, { recursive: true, force: true });

/** One request after the other, the first hundred not counted. */
async function percentiles(path: (at: number) => string): Promise<{ p50: number; p99: number }> {
  const taken: number[] = [];
  for (let at = 0; at < 500; at++) {
    const start = performance.now();
    const response = await fetch(server.address + path(at));
    await response.arrayBuffer();
    if (at >= 100) taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  const part = (share: number): number => taken[Math.floor(taken.length * share)] as number;
  return { p50: part(0.5), p99: part(0.99) };
}

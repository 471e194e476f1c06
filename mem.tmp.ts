import { readFileSync, readdirSync } from 'node:fs';
import { spawn } from 'node:child_process';
const dist = process.argv[2]!;
const child = spawn(process.execPath, [...process.argv.slice(3), 'tests/support/function-serve.ts', dist], { env: { ...process.env, PORT: '0', RATE_LIMIT: '0', REPORT_RATE_LIMIT: '0', DATA_DIR: '/tmp/big/data' }, stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise<string>((r) => { let o = ''; child.stdout.on('data', (d) => { o += d; const f = /Listening on (http:\S+)/.exec(o)?.[1]; if (f) r(f); if (/Mark-Compact|Scavenge/.test(String(d)) ) { last = String(d); } }); });
let last = '';
const rss = () => Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);
const anon = () => Math.round(Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);
console.log('ready', rss(), anon());
const names = readdirSync(dist + '/medication').filter((n) => n.endsWith('.md'));
const slug = (at: number) => names[(at * 7919) % names.length]!.slice(0, -3);
for (const [name, p] of Object.entries({ nothing: () => '/healthz', lookup: (at: number) => `/v1/lookup?name=${slug(at)}`, misspelled: (at: number) => `/v1/lookup?name=${slug(at).slice(0, 2)}${slug(at).slice(3)}`, search: (at: number) => `/v1/search?q=${slug(at)}+side+effects`, interactions: (at: number) => `/v1/interactions?item1=${slug(at)}&item2=${slug(at + 1)}` })) {
  for (let at = 0; at < 1000; at++) await (await fetch(address + p(at))).arrayBuffer();
  console.log(name, rss(), anon(), last.trim().split('\n').at(-1));
}
child.kill();

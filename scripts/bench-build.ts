/** `npm run bench:build`. Processor time counts: where something else runs as well, the clock says little. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from '../src/build/file-system.ts';
import { loadOptions } from '../src/build/options.ts';
import { startServer } from '../tests/support/function-process.ts';
import { copyProject } from '../tests/support/project-copy.ts';
import { writeMultiplied } from './bench/multiplied-catalog.ts';
import { argumentsOf } from './cli.ts';

const { values } = argumentsOf({
  purpose: `Builds catalogs of many records, made from ours, in a copy of the project, and prints what each sort of build and the
server of the result take: CPU seconds, seconds and MB.`,
  usage: 'npm run bench:build [-- <option>...]',
  options: {
    sizes: { type: 'string', takes: 'numbers', default: '200,1000', help: 'numbers of records, separated by commas' },
    json: { type: 'string', takes: 'file', help: 'also write the figures to this file' },
  },
  example: 'npm run bench:build -- --sizes 1000 --json /tmp/figures.json',
});

/** What a process takes: seconds by the clock, CPU seconds of all its threads, and its most resident memory in MB. */
interface Cost {
  readonly cpu: number;
  readonly seconds: number;
  readonly megabytes: number;
}

const figures = [];
const machine = `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
console.log(machine);
for (const size of values.sizes.split(',').map(Number)) figures.push({ size, ...(await measureSize(size)) });
if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);

async function measureSize(size: number): Promise<object> {
  const scratch = mkdtempSync(join(tmpdir(), 'materia-bench-'));
  try {
    const project = copyProject(join(scratch, 'project'));
    const contentDir = join(scratch, 'content');
    writeMultiplied(loadOptions({}), size, contentDir);
    const dist = join(scratch, 'dist');
    const cache = join(scratch, 'cache');
    const env = { CONTENT_DIR: contentDir, OUT_DIR: dist, SITE_URL: 'https://bench.test' };
    const builds: Record<string, Cost> = {};
    const build = (name: string, cacheDir = cache): void => {
      builds[name] = costOfBuild(project, { ...env, CACHE_DIR: cacheDir });
      const { cpu, seconds, megabytes } = builds[name];
      const shown = `${cpu.toFixed(1)} s CPU, ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`;
      console.log(`${size} records, ${name}: ${shown}`);
    };
    build('no cache', 'none');
    build('empty cache');
    build('no change');
    edit(join(contentDir, 'medication/warfarin.yaml'), 'Bleeding in the brain', 'Bleeding within the brain');
    build('one record');
    edit(join(contentDir, 'vocabulary/classes.yaml'), 'lower a strong form', 'lower a form');
    build('vocabulary');
    edit(join(project, 'src/components/frame/Layout.astro'), '<html lang="en"', '<html lang="en" data-bench');
    build('template');
    const served = await costOfServer(dist, scratch);
    console.log(`${size} records, served: ${JSON.stringify(served)}`);
    return { builds, served, distMb: megabytesBelow(dist), cacheMb: megabytesBelow(cache) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs the build of package.json in the project. @throws with what it printed, where it fails */
function costOfBuild(project: string, env: Readonly<Record<string, string>>): Cost {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const usage = join(project, 'usage.json');
  const code = `import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())))`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(code)}`, ...scripts.build.split(' ').slice(1)];
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const seconds = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
  const used = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage;
  return { seconds, cpu: (used.userCPUTime + used.systemCPUTime) / 1e6, megabytes: used.maxRSS / 1024 };
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}" any more; choose another edit.`);
  writeFileSync(file, text.replace(from, to));
}

/** Ms until a server is ready, MB then and after all requests, and the median ms of requests of each sort, one by one. */
async function costOfServer(dist: string, scratch: string): Promise<object> {
  const began = performance.now();
  const server = await startServer(dist, { DATA_DIR: join(scratch, 'data') });
  const readyMs = Math.round(performance.now() - began);
  const resident = (): number =>
    Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024);
  const readyMb = resident();
  const names = readdirSync(join(dist, 'medication')).filter((name) => name.endsWith('.md'));
  const slug = (at: number): string => (names[(at * 7919) % names.length] as string).slice(0, -3);
  const medianMs: Record<string, number> = {};
  for (const [name, pathAt] of Object.entries({
    nothing: () => '/healthz',
    lookup: (at: number) => `/v1/lookup?name=${slug(at)}`,
    misspelled: (at: number) => `/v1/lookup?name=${slug(at).slice(0, 2)}${slug(at).slice(3)}`,
    search: (at: number) => `/v1/search?q=${slug(at)}+side+effects`,
    interactions: (at: number) => `/v1/interactions?item1=${slug(at)}&item2=${slug(at + 1)}`,
  })) {
    const taken: number[] = [];
    for (let at = 0; at < 1000; at++) {
      const start = performance.now();
      await (await fetch(server.address + pathAt(at))).arrayBuffer();
      taken.push(performance.now() - start);
    }
    medianMs[name] = Number(taken.toSorted((a, b) => a - b)[500]?.toFixed(2));
  }
  const askedMb = resident();
  await server.end('SIGTERM');
  return { readyMs, readyMb, askedMb, medianMs };
}

function megabytesBelow(folder: string): number {
  return Math.round(filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0) / 1e6);
}

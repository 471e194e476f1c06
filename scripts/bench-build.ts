/**
 * `npm run bench:build [-- --sizes 200,1000,5000,10000] [--json <file>]`: builds catalogs that are made from the real records,
 * in a copy of the project, and prints what each build costs, what the function costs that serves it, and what Hugo takes
 * for HTML, JSON and Markdown of the same records where it is installed. "plain" is an empty cache with compression and share
 * images left out, which is what Hugo is asked for. Processor time is what counts: on a machine that
 * does something else as well, the clock tells little.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from '../src/build/file-system.ts';
import { loadOptions, root } from '../src/build/options.ts';
import { copyProject } from '../tests/support/project-copy.ts';
import { hugoVersion, writeHugoSite } from './bench/hugo-site.ts';
import { type ServedCost, servedCost } from './bench/measure-function.ts';
import { type Cost, measured } from './bench/measured-process.ts';
import { writeMultiplied } from './bench/multiplied-catalog.ts';
import { argumentsOf } from './cli.ts';

const { values } = argumentsOf({
  purpose: `Builds catalogs of many records, made from ours, and prints what each sort of build and the server of the result take: CPU
seconds, seconds and MB. Hugo builds the same records where it is installed.`,
  usage: 'npm run bench:build [-- <option>...]',
  options: {
    sizes: { type: 'string', takes: 'numbers', default: '200,1000', help: 'numbers of records, separated by commas' },
    json: { type: 'string', takes: 'file', help: 'also write the figures to this file' },
  },
  example: 'npm run bench:build -- --sizes 1000 --json /tmp/figures.json',
});

/** What `npm run build` gives to Node before the script. */
const FLAGS = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { build: string } }
).scripts.build
  .split(' ')
  .slice(1, -1);

interface SizeResult {
  readonly size: number;
  readonly cases: Readonly<Record<string, Cost>>;
  readonly outputMb: number;
  readonly cacheMb: number;
  readonly served: ServedCost;
  readonly hugo?: Cost;
}

const results: SizeResult[] = [];
const machine = `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, Hugo ${hugoVersion() ?? 'not installed'}`;
console.log(machine);
for (const size of (values.sizes as string).split(',').map(Number)) {
  const result = await measureSize(size);
  results.push(result);
  print(result);
}
if (values.json) writeFileSync(values.json as string, `${JSON.stringify({ machine, results }, null, 2)}\n`);

async function measureSize(size: number): Promise<SizeResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'materia-bench-'));
  try {
    const project = copyProject(join(scratch, 'project'));
    const contentDir = join(scratch, 'content');
    writeMultiplied(loadOptions({}), size, contentDir);
    const out = join(scratch, 'dist');
    const cache = join(scratch, 'cache');
    const env = { CONTENT_DIR: contentDir, CACHE_DIR: cache, SITE_URL: 'https://bench.test' };
    const build = (name: string, given: { cacheDir?: string; outDir?: string; script?: string } = {}): Cost => {
      const { cacheDir = cache, outDir = out, script = 'scripts/build.ts' } = given;
      const { output: _, ...cost } = measured([...FLAGS, script], {
        cwd: project,
        env: { ...env, OUT_DIR: outDir, CACHE_DIR: cacheDir },
        scratch,
      });
      console.log(`${String(size).padStart(6)}  ${name.padEnd(18)} ${shown(cost)}`);
      return cost;
    };
    const plain = build('plain', {
      cacheDir: join(scratch, 'plain-cache'),
      outDir: join(scratch, 'plain'),
      script: 'scripts/bench/plain-build.ts',
    });
    const cold = build('cold, no cache', { cacheDir: 'none' });
    const first = build('cold, empty cache');
    const again = build('no change');
    edit(join(contentDir, 'medication/warfarin.yaml'), 'Bleeding becomes', 'Bleeding may become');
    const record = build('one record');
    edit(join(contentDir, 'vocabulary/classes.yaml'), 'lower a strong form', 'lower a form');
    const vocabulary = build('vocabulary');
    edit(join(project, 'src/components/frame/Layout.astro'), '<html lang="en">', '<html lang="en" data-bench>');
    const template = build('template');
    const served = await servedCost({ project, distDir: out, env });
    console.log(JSON.stringify(served));
    const hugo = hugoVersion() === undefined ? undefined : measureHugo(contentDir, join(scratch, 'hugo'));
    return {
      size,
      cases: { plain, cold, first, again, record, vocabulary, template },
      outputMb: megabytesBelow(out),
      cacheMb: megabytesBelow(cache),
      served,
      ...(hugo && { hugo }),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold "${from}" any more; choose another edit.`);
  writeFileSync(file, text.replace(from, to));
}

/** Once to warm the disk, and once measured by the shell: what Hugo takes of all processors. */
function measureHugo(contentDir: string, folder: string): Cost {
  writeHugoSite(contentDir, folder);
  const began = performance.now();
  const { stderr, status } = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; time hugo --quiet'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`hugo failed:\n${stderr}`);
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  const cost = { seconds: (performance.now() - began) / 1000, cpu: user + system, megabytes: 0 };
  console.log(`        ${'hugo'.padEnd(18)} ${shown(cost)}`);
  return cost;
}

function megabytesBelow(folder: string): number {
  return filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0) / 1e6;
}

function shown({ cpu, seconds, megabytes }: Cost): string {
  return `${cpu.toFixed(1).padStart(8)} s CPU ${seconds.toFixed(1).padStart(8)} s ${megabytes.toFixed(0).padStart(6)} MB`;
}

/** A row of the table in docs/performance.md: processor seconds, and in brackets the ratio to Hugo. */
function print({ size, cases, hugo, outputMb, cacheMb }: SizeResult): void {
  const cells = Object.values(cases).map(({ cpu }) =>
    hugo ? `${cpu.toFixed(1)} (${(cpu / hugo.cpu).toFixed(1)})` : cpu.toFixed(1),
  );
  const peak = Math.max(...Object.values(cases).map(({ megabytes }) => megabytes));
  console.log(`| records | ${Object.keys(cases).join(' | ')} | hugo | peak MB | output MB | cache MB |`);
  console.log(
    `| ${[size, ...cells, hugo?.cpu.toFixed(1) ?? '-', peak.toFixed(0), outputMb.toFixed(0), cacheMb.toFixed(0)].join(' | ')} |`,
  );
}

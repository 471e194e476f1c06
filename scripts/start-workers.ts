import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentDist } from '../src/build/current-build.ts';
import { root } from '../src/build/options.ts';
import { settingsOf } from '../src/function/node/settings.ts';
import { argumentsOf, orExit } from './cli.ts';

export interface WorkersOptions {
  readonly distDir: string;
  readonly stateDir: string;
  readonly host?: string;
  readonly port?: number;
}

/** Bundles src/function/workers/worker.ts as a deployment does, and runs it. @throws with wrangler's output when it ends at once. */
export async function startWorkers({ distDir, stateDir, host = '127.0.0.1', port = 0 }: WorkersOptions) {
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
  const where = ['--ip', host, '--port', String(port), '--inspector-port', '0'];
  const args = ['dev', '--local', '--assets', distDir, '--persist-to', stateDir, ...where];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', CI: 'true' };
  const child = spawn(process.execPath, [wrangler, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  return {
    address: await readyAddress(child, exited),
    exited,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readyAddress(child: ChildProcess, exited: Promise<unknown>): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data) => {
        output += data;
        const [, address] = /Ready on (http:\/\/\S+)/.exec(output) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
    exited.then(() => reject(new Error(`wrangler ended:\n${output}`)));
  });
}

async function startForPerson(): Promise<void> {
  argumentsOf({
    purpose: 'Serves the site in OUT_DIR on workerd, the runtime of Cloudflare Workers: here, without an account.',
    usage: 'npm run start:workers',
    notes: `Settings (environment):
  PORT         port to listen on (default: 4321)
  HOST         address to listen on (default: 127.0.0.1)
  OUT_DIR      folder of the site (default: dist)`,
    example: 'PORT=8080 npm run start:workers',
  });
  const distDir = await orExit(currentDist);
  const { host, port } = settingsOf(process.env);
  const workers = await startWorkers({ distDir, stateDir: join(root, '.wrangler/state'), host, port });
  console.log(`Listening on ${workers.address} (workerd, with a local D1)`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => workers.close().then(() => process.exit(0)));
  await workers.exited;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await startForPerson();

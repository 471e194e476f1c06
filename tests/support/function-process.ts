import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { root } from '../../src/build/options.ts';
import { programEnv } from './run-script.ts';

export interface RunningServer {
  readonly address: string;
  readonly child: ChildProcess;
  /** Sends a signal and gives the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/**
 * The server in a process of its own, as `npm start` runs it, on any free port. With `fileKiB` the system refuses to let
 * a file of it grow beyond that, as a full disk does; `files` is how many it may have open.
 */
export async function startServer(
  distDir: string,
  env: Record<string, string>,
  { fileKiB, files }: { fileKiB?: number; files?: number } = {},
): Promise<RunningServer> {
  const size = fileKiB === undefined ? '' : `ulimit -f ${fileKiB * BLOCKS_IN_A_KIB}; `;
  const limit = files === undefined ? size : `${size}ulimit -n ${files}; `;
  const program = [process.execPath, ...memoryFlags(), join(root, 'tests/support/function-serve.ts'), distDir];
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
    env: { ...programEnv(), PORT: '0', RATE_LIMIT: '0', REPORT_RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data) => {
      output += data;
      const found = /Listening on (http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    exited.then(() => reject(new Error(`The server ended at once: ${output}`)));
  });
  return {
    address,
    child,
    async end(signal) {
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? (by as NodeJS.Signals);
    },
  };
}

/** How much memory `npm start` lets the heap take before it is collected. */
function memoryFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => /^--(?:max-semi-space-size|heap-growing-percent)=/.test(word));
}

/** `ulimit` counts in blocks of 512 bytes (POSIX). */
const BLOCKS_IN_A_KIB = 2;

/** Sends bytes as they are and gives all that comes back until the server closes, or `patience` ms pass in silence. */
export function exchange(address: string, bytes: string, patience = 1000): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(patience, done);
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('close', done);
    socket.on('error', done);
  });
}

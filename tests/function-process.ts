import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { root } from '../scripts/options.ts';

export interface RunningServer {
  readonly address: string;
  readonly child: ChildProcess;
  /** Sends a signal and gives the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** The server in a process of its own, as `npm start` runs it, on any free port. */
export async function startServer(distDir: string, env: Record<string, string>): Promise<RunningServer> {
  const child = spawn(process.execPath, [join(root, 'tests/function-serve.ts'), distDir], {
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT: '0', REPORT_RATE_LIMIT: '0', ...env },
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

import { basePath } from '../../records/address.ts';
import { type Served, serve } from './serve.ts';
import { settingsOf } from './settings.ts';

/** `npm start`: ends with exit code 0 on SIGTERM; with 1 when it cannot start, and says what to change. */
export async function serveFromEnvironment(distDir: string): Promise<void> {
  // Whoever read the log may go: that is no reason to stop.
  process.stdout.on('error', () => {});
  const { address, named, close, fail } = await startOrExplain(distDir);
  // Nothing is known any more of what was under way: a supervisor starts anew, and the log says why.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      fail(error);
      process.exit(1);
    });
  }
  const lines = worthTrying(basePath(named.baseUrl)).map((path) => `  ${address}${path}`);
  if (named.siteUrl !== address)
    lines.push(`Pages and answers name ${named.siteUrl} as their address; SITE_URL sets another.`);
  console.log([`Listening on ${address}`, ...lines].join('\n'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => close().then(end));
  }
}

/** Node waits for its threads before it exits, and one that hangs in the system never ends: then only a kill does. */
function end(isClean: boolean): void {
  if (isClean) process.exit(0);
  console.error('The report store hangs; it was left as it is.');
  process.kill(process.pid, 'SIGKILL');
}

async function startOrExplain(distDir: string): Promise<Served> {
  try {
    return await serve({ distDir, ...settingsOf(process.env) });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(code === 'EADDRINUSE' ? `${message}. Set PORT to another: PORT=4322 npm start` : message);
    return process.exit(1);
  }
}

const worthTrying = (api: string): string[] => [
  '/',
  '/medication',
  `${api}/v1/lookup?name=coumadin`,
  `${api}/v1/interactions?item1=warfarin&item2=ibuprofen`,
  `${api}/v1/search?q=blood+pressure`,
  '/llms.txt',
];

/** `npm start`: builds if dist/ is missing, older than its sources or made for other addresses; then serves everything. */
import { flushCompileCache } from 'node:module';
import { currentDist } from '../src/build/current-build.ts';
import { WrongSetting } from '../src/build/options.ts';
// Not cli.ts: what reads and checks a catalog takes 50 MB, which a process that serves for months would keep.
import { argumentsOf } from './arguments.ts';

argumentsOf({ usage: 'Usage: npm start\nPORT, HOST and the rest follow from the environment: see the README.' });
const distDir = await currentDist().catch((error: unknown) => {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exit(1);
});
const { serveFromEnvironment } = await import('../src/function/node/serve-from-environment.ts');
await serveFromEnvironment(distDir);
// A server that is killed would leave nothing for the next start.
flushCompileCache();

import { flushCompileCache } from 'node:module';
import { currentDist } from '../src/build/current-build.ts';
import { WrongSetting } from '../src/build/options.ts';
// Not cli.ts: what reads and checks a catalog takes 50 MB, which a process that serves for months would keep.
import { argumentsOf } from './arguments.ts';

argumentsOf({
  purpose: 'Serves the site in OUT_DIR, and builds it first where it is missing, out of date or of other addresses.',
  usage: 'npm start',
  notes: `Settings (environment):
  PORT         port to listen on (default: 4321)
  HOST         address to listen on (default: 127.0.0.1)
  SITE_URL     public address of the site, without a path (default: siteUrl of site.yaml)
  OUT_DIR      folder of the site (default: dist)
  DATA_DIR     folder of the report store (default: data)
docs/settings.md lists the others.`,
  example: 'PORT=8080 npm start',
});
const distDir = await currentDist().catch((error: unknown) => {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exit(1);
});
const { serveFromEnvironment } = await import('../src/function/node/serve-from-environment.ts');
await serveFromEnvironment(distDir);
// A server that is killed would leave nothing for the next start.
flushCompileCache();

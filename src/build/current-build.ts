import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from './fingerprint.ts';
import { loadOptions, outDirOf, root } from './options.ts';
import { builtFingerprint } from './previous-build.ts';
import { holdFolder, servedBy } from './served-folder.ts';
import { recoverDist } from './staging.ts';

/** The folder to serve, built first where it is not current; its own while others serve it. @throws {WrongSetting} */
export async function currentDist(): Promise<string> {
  const options = loadOptions();
  const site = JSON.stringify([options.siteUrl, options.baseUrl, options.contentDir]);
  const distDir = ownFolder(outDirOf(), site);
  recoverDist(distDir);
  if (builtFingerprint(distDir) !== fingerprint(options)) await buildInto(distDir);
  return distDir;
}

function ownFolder(wanted: string, site: string): string {
  if (holdFolder(wanted, site)) return wanted;
  const own = join(root, '.build/sites', createHash('sha256').update(site).digest('hex').slice(0, 16));
  console.log(
    `${wanted} is served for another site by process ${servedBy(wanted)?.pid}; this one is built into ${own}. OUT_DIR names another folder.`,
  );
  holdFolder(own, site);
  return own;
}

/** A process of its own builds: what a build takes of memory, several times what serving takes, goes with it. */
async function buildInto(outDir: string): Promise<void> {
  const env = { ...process.env, OUT_DIR: outDir };
  const script = (name: string): string => join(root, 'scripts', name);
  const preloaded = pathToFileURL(script('compile-cache.mjs')).href;
  const child = spawn(process.execPath, ['--import', preloaded, script('build.ts')], { env, stdio: 'inherit' });
  const stop = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of STOPPING) process.on(signal, stop);
  const [code] = await once(child, 'exit');
  for (const signal of STOPPING) process.off(signal, stop);
  if (code !== 0) process.exit(1);
}

const STOPPING = ['SIGTERM', 'SIGINT'] as const;

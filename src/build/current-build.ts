import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { loadOptions, root } from './options.ts';
import { recoverDist } from './staging.ts';

/** dist/, built first if it is missing, older than its sources or made for other addresses; exit code 1 if that fails. */
export async function currentDist(): Promise<string> {
  const distDir = join(root, 'dist');
  recoverDist(distDir);
  const manifest = join(distDir, '.assets.json');
  const built = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).fingerprint : undefined;
  if (built === fingerprint(loadOptions())) return distDir;
  // Astro is loaded only when there is something to build.
  const { buildForPerson } = await import('./build-site.ts');
  if (!(await buildForPerson())) process.exit(1);
  return distDir;
}

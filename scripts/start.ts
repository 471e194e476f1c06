/** `npm start`: builds if dist/ is missing, older than its sources or made for other addresses; then serves everything. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { loadOptions, root } from './options.ts';

const distDir = join(root, 'dist');
if (!isCurrent()) {
  const { buildForPerson } = await import('./build.ts');
  if (!(await buildForPerson())) process.exit(1);
}
const { serveFromEnvironment } = await import('../src/function/node.ts');
await serveFromEnvironment(distDir);

function isCurrent(): boolean {
  const manifest = join(distDir, '.assets.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).fingerprint === fingerprint(loadOptions());
}

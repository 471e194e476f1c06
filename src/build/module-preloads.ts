import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names in the head of each tool page the modules that its scripts import, so that a slow line asks for all. */
export function preloadModules(directory: string): void {
  for (const name of readdirSync(directory).filter((file) => file.endsWith('.html'))) {
    const path = join(directory, name);
    const html = readFileSync(path, 'utf8');
    const scripts = [...html.matchAll(SCRIPT)].map(([, source = '']) => source);
    const imported = new Set(scripts.flatMap((script) => importsOf(directory, script)));
    if (imported.size === 0) continue;
    // Before the fonts: six things at most are fetched at a time, and text shows in a stand-in meanwhile.
    const links = [...new Set([...scripts, ...imported])].map(
      (module) => `<link rel="modulepreload" href="${module}">`,
    );
    writeFileSync(
      path,
      html.replace(/<meta charset="[^"]+">/, (charset) => charset + links.join('')),
    );
  }
}

const SCRIPT = /<script type="module" src="(\/[^"]+\.js)"/g;
/** Of what the bundler writes: `from"./name.js"` and `import"./name.js"`; what is imported later is in brackets. */
const IMPORT = /(?:from|import)\s*"\.\/([^"]+\.js)"/g;

function importsOf(directory: string, module: string, known: ReadonlySet<string> = new Set()): string[] {
  const file = join(directory, module);
  if (known.has(module) || !existsSync(file)) return [];
  const folder = module.slice(0, module.lastIndexOf('/') + 1);
  const direct = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name]) => `${folder}${name}`);
  return direct.flatMap((one) => [one, ...importsOf(directory, one, new Set([...known, module]))]);
}

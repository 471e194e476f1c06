import { existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright';

/**
 * A real Chromium out of a registry package, so that browser tests download nothing but packages. Where the system has
 * no libnss3 and its like (a bare Debian), the libraries and fonts that the package ships for Amazon Linux stand in.
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  chromium.setGraphicsMode = false;
  dropHalfUnpacked();
  const executablePath = await chromium.executablePath();
  const args = chromium.args.filter((flag) => !HARMFUL.has(flag));
  return playwright.launch({
    executablePath,
    args: [...args, ...flags],
    headless: true,
    env: { ...process.env, ...(await shippedLibraries()) },
  });
}

/** A run that was killed while it unpacked the browser leaves an empty file, which would be taken for one. */
function dropHalfUnpacked(): void {
  const unpacked = join(tmpdir(), 'chromium');
  if (existsSync(unpacked) && statSync(unpacked).size === 0) rmSync(unpacked);
}

/** In one process a page that closes takes the browser along; without web security CORS and CSP would not be tested. */
const HARMFUL = new Set(['--single-process', '--disable-web-security', '--allow-running-insecure-content']);

async function shippedLibraries(): Promise<Record<string, string>> {
  if (LIBRARY_DIRS.some((directory) => existsSync(join(directory, 'libnss3.so')))) return {};
  await inflate(join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
  return { LD_LIBRARY_PATH: join(tmpdir(), 'al2023/lib'), FONTCONFIG_PATH: join(tmpdir(), 'fonts') };
}

const LIBRARY_DIRS = ['/usr/lib', '/usr/lib64', '/lib64', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright';
import { root } from '../../src/build/options.ts';

/**
 * Starts the Chromium of a registry package, so that browser tests download nothing but packages. Where the system has
 * no libnss3 and its like (a bare Debian), the libraries and fonts that the package ships for Amazon Linux are used.
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  chromium.setGraphicsMode = false;
  const folder = unpackedBrowser();
  const shipped = { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  const hasLibraries = LIBRARY_FOLDERS.some((libraries) => existsSync(join(libraries, 'libnss3.so')));
  return playwright.launch({
    executablePath: join(folder, 'chromium'),
    args: [...chromium.args.filter((flag) => !HARMFUL.has(flag)), ...flags],
    headless: true,
    env: { ...process.env, ...(hasLibraries ? {} : shipped) },
  });
}

/** In one process a page that closes takes the browser along; without web security CORS and CSP would not be tested. */
const HARMFUL = new Set(['--single-process', '--disable-web-security', '--allow-running-insecure-content']);
const LIBRARY_FOLDERS = ['/usr/lib', '/usr/lib64', '/lib64', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];

/** Returns the folder of the unpacked browser below `parent`, named by its version; unpacks it when it is not there. */
export function unpackedBrowser(parent = join(root, '.build')): string {
  const { version } = JSON.parse(readFileSync(join(shippedPackage, 'package.json'), 'utf8')) as { version: string };
  const folder = join(parent, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  const part = mkdtempSync(`${folder}.part-`);
  // The package unpacks into the system's temporary folder, and takes whatever browser is there already.
  execFileSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: root,
    env: { ...process.env, TMPDIR: part },
  });
  try {
    renameSync(part, folder);
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(folder)) throw error;
    rmSync(part, { recursive: true });
  }
  return folder;
}

const shippedPackage = join(root, 'node_modules/@sparticuz/chromium');
const UNPACK = `
  import chromium, { inflate } from '@sparticuz/chromium';
  await chromium.executablePath();
  await inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br');
`;

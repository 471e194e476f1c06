import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * A real Chromium out of a registry package, so that browser tests download nothing but packages. Where the system has
 * no libnss3 and its like (a bare Debian), the libraries that the package ships for Amazon Linux stand in.
 */
export async function launchBrowser(): Promise<Browser> {
  chromium.setGraphicsMode = false;
  const executablePath = await chromium.executablePath();
  if (!hasSystemLibraries()) {
    await inflate(join(packageDir, 'bin/al2023.tar.br'));
    setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'));
  }
  return playwright.launch({
    executablePath,
    args: chromium.args.filter((flag) => !HARMFUL.has(flag)),
    headless: true,
  });
}

const packageDir = join(import.meta.dirname, '../node_modules/@sparticuz/chromium');

/** In one process a page that closes takes the browser along; without web security CORS and CSP would not be tested. */
const HARMFUL = new Set(['--single-process', '--disable-web-security', '--allow-running-insecure-content']);

const hasSystemLibraries = (): boolean =>
  ['/usr/lib', '/lib', '/usr/lib64'].some((dir) =>
    ['', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`].some((sub) =>
      existsSync(join(dir, sub, 'libnss3.so')),
    ),
  );

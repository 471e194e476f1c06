import type { Browser } from 'playwright';
import { type Served, serve } from '../../src/function/node/serve.ts';
import { launchBrowser } from './browser.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface OpenedSite {
  readonly browser: Browser;
  readonly site: Served;
  close(): Promise<void>;
}

/** A browser, and a server of a built site on loopback. */
export async function openSite(built: Promise<string>, flags: readonly string[] = []): Promise<OpenedSite> {
  const [distDir, browser] = await Promise.all([built, launchBrowser(flags)]);
  const site = await serve({ distDir, dataDir: temporaryFolder(), port: 0, write: () => {} });
  const close = async (): Promise<void> => {
    await browser.close();
    await site.close();
  };
  return { browser, site, close };
}

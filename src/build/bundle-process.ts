/** Bundles the pages for the process that forked this one, beside its loading: what it takes of memory goes with it. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AstroIntegration, build } from 'astro';
import { bundledPackages, noticesOf } from './bundled-packages.ts';
import { filesBelow } from './file-system.ts';
import { root } from './options.ts';
import type { BundleAnswer, BundleOrder, PageBundle } from './page-bundle.ts';

process.once('message', async (order: BundleOrder) => {
  process.send?.(await answerTo(order), () => process.disconnect?.());
});
// Answered, or the build that asked was killed.
process.once('disconnect', () => process.exit());

async function answerTo(order: BundleOrder): Promise<BundleAnswer> {
  try {
    return { bundle: await makeBundle(order) };
  } catch (error) {
    const { message, stack, code, path } = error as NodeJS.ErrnoException;
    return { fault: { message, stack, code, path } };
  }
}

async function makeBundle({ siteUrl, folder }: BundleOrder): Promise<PageBundle> {
  const { packages, integration } = bundledPackages();
  const taken = takenBundle(folder);
  mkdirSync(folder, { recursive: true });
  await build({
    root,
    outDir: folder,
    site: siteUrl,
    logLevel: 'error',
    cacheDir: join(folder, '../cache'),
    // Vite's cache is not below node_modules, where it may be read-only, and where two builds at once would share it.
    vite: { cacheDir: join(folder, '../cache/vite') },
    integrations: [taken.integration, integration],
  });
  return { ...taken.bundle(), notices: noticesOf(packages) };
}

/** Astro renders nothing: what it has bundled by then is taken out, and rendered from (build/astro-pages.ts). */
function takenBundle(folder: string) {
  let bundle: Omit<PageBundle, 'notices'> | undefined;
  let pages: ReadonlyMap<string, { readonly styles: readonly unknown[] }> = new Map();
  const take = (): void => {
    const read = (path: string): Uint8Array => new Uint8Array(readFileSync(join(folder, path)));
    const found = filesBelow(folder);
    const isModule = (path: string): boolean => path.startsWith(MODULES);
    bundle = {
      modules: new Map(found.filter(isModule).map((path) => [path.slice(MODULES.length), read(path)])),
      assets: new Map(found.filter((path) => !isModule(path)).map((path) => [path, read(path)])),
      styles: new Map([...pages].map(([key, { styles }]) => [key, styles])),
    };
  };
  const integration: AstroIntegration = {
    name: 'materia:page-bundle',
    hooks: {
      'astro:build:setup': (setup) => {
        pages = setup.pages;
      },
      'astro:build:start': ({ setPrerenderer }) =>
        setPrerenderer({
          name: 'materia:page-bundle',
          getStaticPaths: async () => {
            take();
            return [];
          },
          render: async () => new Response(null),
        }),
    },
  };
  return {
    integration,
    bundle(): Omit<PageBundle, 'notices'> {
      if (bundle === undefined) throw new Error('Astro ended without asking for the pages.');
      return bundle;
    },
  };
}

/** Where Astro puts the program that renders. */
const MODULES = '.prerender/';

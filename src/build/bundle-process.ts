/** Bundles the pages for the process that forked this one, beside its loading: what it takes of memory goes with it. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AstroIntegration, type AstroUserConfig, build } from 'astro';
import { create, type Font } from 'fontkitten';
import type { LicenseNotice } from '../publish/licenses.ts';
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

/** Folders of packages of which a build brings something to browsers, each with the fonts that it brings of it. */
export type BundledPackages = Map<string, Set<string>>;

type VitePlugin = Extract<NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number], { name: string }>;

/** Notes from which packages scripts and fonts of the pages come while Astro writes them. */
export function bundledPackages(): { readonly packages: BundledPackages; readonly integration: AstroIntegration } {
  const packages: BundledPackages = new Map();
  const note = (file: string, font?: string): void => {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/')) ?? [];
    if (folder === undefined) return;
    const fonts = packages.get(folder) ?? new Set();
    packages.set(folder, font === undefined ? fonts : fonts.add(font));
  };
  const plugin = (isForBrowsers: (environment: string) => boolean): VitePlugin => ({
    name: 'materia:bundled-packages',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk' && isForBrowsers(this.environment.name))
          for (const id of output.moduleIds) note(id);
        if (output.type === 'asset')
          for (const file of output.originalFileNames)
            if (FONT.test(file))
              note(join(this.environment.config.root, file), join(this.environment.config.root, file));
      }
    },
  });
  const integration: AstroIntegration = {
    name: 'materia:bundled-packages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const ofPages = plugin((environment) => environment === 'client');
        updateConfig({ vite: { plugins: [ofPages], worker: { plugins: () => [plugin(() => true)] } } });
      },
    },
  };
  return { packages, integration };
}

const FONT = /\.woff2?$/;

/** @throws where a package has no text of its licence: what may not be handed on without it must not be built. */
export const noticesOf = (packages: BundledPackages): LicenseNotice[] =>
  [...packages].map(([folder, fonts]) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one));
    if (file === undefined)
      throw new Error(`${name} brings no text of its licence (${folder}); pages may not contain it.`);
    const copyrights = [...new Set([...fonts].map((font) => (create(readFileSync(font)) as Font).copyright ?? ''))];
    return {
      name,
      version,
      license,
      copyrights: copyrights.toSorted(),
      text: readFileSync(join(folder, file), 'utf8'),
    };
  });

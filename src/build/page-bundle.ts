import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { AstroIntegration } from 'astro';
import type { Kept } from '../catalog/kept.ts';
import type { LicenseNotice } from '../publish/licenses.ts';
import { bundledPackages, noticesOf } from './bundled-packages.ts';
import { filesBelow } from './file-system.ts';
import { root } from './options.ts';

/** What Astro makes of the sources of the pages: all that rendering needs, whatever the catalog. */
export interface PageBundle {
  /** The program that renders: modules by their path in its folder. */
  readonly modules: ReadonlyMap<string, Uint8Array>;
  /** Files of `dist/` that pages refer to: scripts, style sheets, fonts, and what stands in `public/`. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** Style sheets of each page, by Astro's name of the page. */
  readonly styles: ReadonlyMap<string, readonly unknown[]>;
  /** Of the packages of which the assets bring something to browsers. */
  readonly notices: readonly LicenseNotice[];
}

interface BundleOptions {
  readonly siteUrl: string;
  /** A folder of this build, below the project, so that the modules find their packages. */
  readonly work: string;
  readonly kept: Kept;
}

/** The bundle that is kept, or one that Astro makes now, which takes longer than rendering a page a hundred times. */
export async function pageBundle({ siteUrl, work, kept }: BundleOptions): Promise<PageBundle> {
  // Its manifest names the folder of the project.
  const place = kept.at('bundle', [siteUrl, root]);
  const { value } = place;
  if (value !== undefined) return deserialize(value);
  const made = await makeBundle(siteUrl, join(work, 'bundle'));
  place.put(serialize(made));
  return made;
}

async function makeBundle(siteUrl: string, folder: string): Promise<PageBundle> {
  // Vite would make pages for development where the environment says so; what is kept is for production alone.
  Object.assign(process.env, { NODE_ENV: 'production' });
  // Astro and its bundler take longer to load than a build without a change takes.
  const { build } = await import('astro');
  const { packages, integration } = bundledPackages();
  const taken = takenBundle(folder);
  mkdirSync(folder, { recursive: true });
  await inFolder(root, () =>
    build({
      root,
      outDir: folder,
      site: siteUrl,
      logLevel: 'error',
      cacheDir: join(folder, '../cache'),
      // Vite's cache is not below node_modules, where it may be read-only, and where two builds at once would share it.
      vite: { cacheDir: join(folder, '../cache/vite') },
      integrations: [taken.integration, integration],
    }),
  );
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

/** Astro puts the chunks that it runs below the current folder, wherever `root` is, and they find no package from there. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    await work();
  } finally {
    process.chdir(before);
  }
}

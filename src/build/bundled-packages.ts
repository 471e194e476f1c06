import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import { create, type Font } from 'fontkitten';
import type { LicenseNotice } from '../publish/licenses.ts';

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

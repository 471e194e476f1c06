import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Cache } from '../catalog/cache.ts';
import type { LicenseNotice } from '../publish/licenses.ts';
import { root } from './options.ts';

export interface PageBundle {
  readonly modules: ReadonlyMap<string, Uint8Array>;
  /** Files of `dist/` that pages refer to: scripts, style sheets, fonts, and what is in `public/`. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
  readonly styles: ReadonlyMap<string, readonly unknown[]>;
  readonly notices: readonly LicenseNotice[];
}

interface BundleOptions {
  readonly siteUrl: string;
  /** A folder of this build, below the project, so that the modules find their packages. */
  readonly work: string;
  readonly cache: Cache;
}

export interface BundleOrder {
  readonly siteUrl: string;
  readonly folder: string;
}

/** The bundle, or the fields of the error that prevented it. */
export type BundleAnswer = { readonly bundle: PageBundle } | { readonly fault: SystemFault };

type SystemFault = { readonly [K in 'message' | 'stack' | 'code' | 'path']: string | undefined };

interface Bundling {
  readonly bundle: Promise<PageBundle>;
  stop(): void;
}

/** The bundle that is cache, or one that a process of its own makes (build/bundle-process.ts). */
export function pageBundle({ siteUrl, work, cache }: BundleOptions): Bundling {
  // Its manifest names the folder of the project.
  const place = cache.at('bundle', [siteUrl, root]);
  const { value } = place;
  if (value !== undefined) return { bundle: Promise.resolve(deserialize(value)), stop: () => {} };
  const child = fork(join(root, 'src/build/bundle-process.ts'), {
    // Astro puts the chunks that it runs below the current folder, and they find no package from elsewhere.
    cwd: root,
    // Vite would make pages for development where the environment says so; what is cache is for production alone.
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [],
    serialization: 'advanced',
  });
  const bundle = answerOf(child, { siteUrl, folder: join(work, 'bundle') }).then((made) => {
    place.put(serialize(made));
    return made;
  });
  // Handled by whoever awaits the bundle; a build that ends before has another reason.
  bundle.catch(() => {});
  return { bundle, stop: () => child.kill() };
}

const answerOf = (child: ChildProcess, order: BundleOrder): Promise<PageBundle> =>
  new Promise((resolve, reject) => {
    child.once('message', (answer: BundleAnswer) => {
      if ('bundle' in answer) resolve(answer.bundle);
      else reject(Object.assign(new Error(answer.fault.message), answer.fault));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The pages were not bundled: the process for it ended with ${signal ?? code}.`)),
    );
    child.send(order);
  });

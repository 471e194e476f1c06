import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/options.ts';
import { words } from './lists.ts';

/** What a build is made of, copied so that code may be edited; packages are shared. Gives the folder. */
export function copyProject(folder: string): string {
  for (const name of words`
    src scripts public content astro.config.mjs package.json package-lock.json tsconfig.json`)
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

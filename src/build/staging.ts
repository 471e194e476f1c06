import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './options.ts';

/** The new tree takes the old one's place in two renames; across devices it is copied beside it first. */
export function replaceDist(staging: string, outDir: string): void {
  mkdirSync(dirname(outDir), { recursive: true });
  const next = `${outDir}.next`;
  const last = `${outDir}.last`;
  rmSync(next, { recursive: true, force: true });
  rmSync(last, { recursive: true, force: true });
  try {
    renameSync(staging, next);
  } catch {
    cpSync(staging, next, { recursive: true });
  }
  if (existsSync(outDir)) renameSync(outDir, last);
  renameSync(next, outDir);
  rmSync(last, { recursive: true, force: true });
}

/** The folder that a build for `outDir` works in; of this process alone. */
export const workFolder = (outDir: string): string =>
  join(root, '.build', `${process.pid}-${createHash('sha256').update(outDir).digest('hex').slice(0, 8)}`);

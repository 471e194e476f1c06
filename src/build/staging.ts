import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './options.ts';

/** Replaces the old tree by the new one in two renames; across devices the new one is copied beside it first. */
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

/** Work folder of a build into `outDir`, private to this process. */
export const workFolder = (outDir: string): string =>
  join(root, '.build', `${process.pid}-${createHash('sha256').update(outDir).digest('hex').slice(0, 8)}`);

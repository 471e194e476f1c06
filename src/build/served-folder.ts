import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './options.ts';
import { isAlive } from './staging.ts';

export interface Holder {
  readonly pid: number;
  readonly site: string;
}

/** The process that serves a folder now; undefined when there is none, or it is this one. */
export function servedBy(outDir: string): Holder | undefined {
  const holder = readHolder(outDir);
  return holder && holder.pid !== process.pid && isAlive(holder.pid) ? holder : undefined;
}

/** Takes a folder for this process, unless one holds it for another `site`; where nothing can be written, all may. */
export function holdFolder(outDir: string, site: string): boolean {
  const file = holderFile(outDir);
  for (const isLast of [false, true]) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ pid: process.pid, site } satisfies Holder), { flag: 'wx' });
      process.once('exit', () => release(file));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
    }
    const holder = servedBy(outDir);
    if (holder !== undefined || isLast) return holder?.site === site;
    rmSync(file, { force: true });
  }
  return false;
}

function release(file: string): void {
  if (holderIn(file)?.pid === process.pid) rmSync(file, { force: true });
}

const readHolder = (outDir: string): Holder | undefined => holderIn(holderFile(outDir));

function holderIn(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

const holderFile = (outDir: string): string =>
  join(root, '.build/served', `${createHash('sha256').update(outDir).digest('hex').slice(0, 16)}.json`);

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './options.ts';
import { isAlive } from './processes.ts';

/**
 * The new tree takes the old one's place in two renames; across devices it is copied beside it first. Whatever ends it in
 * the midst, a whole build stands in one of three places, where {@link recoverDist} finds it; a second build waits.
 */
export function replaceDist(staging: string, outDir: string): void {
  mkdirSync(dirname(outDir), { recursive: true });
  const unlock = lock(`${outDir}.lock`);
  try {
    recoverDist(outDir);
    const { next, last, copy } = placesOf(outDir);
    for (const old of [next, last, copy]) rmSync(old, { recursive: true, force: true });
    try {
      renameSync(staging, next);
    } catch {
      // What is called next is whole: it gets that name once all of it is there.
      copyWhole(staging, copy);
      renameSync(copy, next);
    }
    if (existsSync(outDir)) renameSync(outDir, last);
    renameSync(next, outDir);
    rmSync(last, { recursive: true, force: true });
  } finally {
    unlock();
  }
}

/** A copy that ends in the midst, of a full disk for example, leaves nothing behind. */
function copyWhole(from: string, to: string): void {
  try {
    cpSync(from, to, { recursive: true });
  } catch (error) {
    rmSync(to, { recursive: true, force: true });
    throw error;
  }
}

/** Puts the newest whole build in its place where a build was killed between its two renames. */
export function recoverDist(outDir: string): void {
  const { next, last } = placesOf(outDir);
  if (existsSync(outDir)) return;
  const whole = [next, last].find((place) => existsSync(join(place, '.assets.json')));
  if (whole !== undefined) renameSync(whole, outDir);
}

const placesOf = (outDir: string) => ({ next: `${outDir}.next`, last: `${outDir}.last`, copy: `${outDir}.copy` });

const LOCK_POLL_MS = 20;
/** No swap takes as long: a lock of that age was left by a process whose number another one has now. */
const STALE_LOCK_MS = 60_000;

/** Waits until no other process holds the lock, takes it, and gives what lets go of it. */
function lock(path: string): () => void {
  while (true) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isStale(path)) rmSync(path, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
    }
  }
}

function isStale(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // Empty for the moment between making and writing it.
    return (pid > 0 && !isAlive(pid)) || Date.now() - statSync(path).mtimeMs > STALE_LOCK_MS;
  } catch {
    return false;
  }
}

/** The folder that a build for `outDir` works in; of this process alone. What killed builds left beside it is swept. */
export function workFolder(outDir: string, builds: string = join(root, '.build')): string {
  for (const name of existsSync(builds) ? readdirSync(builds) : []) {
    const [, pid] = /^(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(builds, name), { recursive: true, force: true });
  }
  return join(builds, `${process.pid}-${createHash('sha256').update(outDir).digest('hex').slice(0, 8)}`);
}

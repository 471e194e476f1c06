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
import { FILE_LIST } from '../api/file-list.ts';
import { root } from './options.ts';

/** Replaces the old tree in two renames, copied first across devices; {@link recoverDist} mends a killed swap. */
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
      // `next` is always complete: the copy is renamed to it when all files are there.
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

/** Copies all or nothing: a partial copy would keep a full disk full. */
function copyWhole(from: string, to: string): void {
  try {
    cpSync(from, to, { recursive: true });
  } catch (error) {
    rmSync(to, { recursive: true, force: true });
    throw error;
  }
}

/** Restores the newest complete build after a process was killed between the two renames. */
export function recoverDist(outDir: string): void {
  const { next, last } = placesOf(outDir);
  if (existsSync(outDir)) return;
  const whole = [next, last].find((place) => existsSync(join(place, FILE_LIST)));
  if (whole !== undefined) renameSync(whole, outDir);
}

const placesOf = (outDir: string) => ({ next: `${outDir}.next`, last: `${outDir}.last`, copy: `${outDir}.copy` });

const LOCK_POLL_MS = 20;
/** No swap takes this long: an older lock belongs to a process that ended and whose id was reused. */
const STALE_LOCK_MS = 60_000;

/** Waits until no other process holds the lock, acquires it, and returns the function that releases it. */
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
    // The file is empty between its creation and the write.
    return (pid > 0 && !isAlive(pid)) || Date.now() - statSync(path).mtimeMs > STALE_LOCK_MS;
  } catch {
    return false;
  }
}

/** The working folder of a build for `outDir`, used by this process only. Folders left by killed builds are deleted. */
export function workFolder(outDir: string, builds: string = join(root, '.build')): string {
  for (const name of existsSync(builds) ? readdirSync(builds) : []) {
    const [, pid] = /^(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(builds, name), { recursive: true, force: true });
  }
  return join(builds, `${process.pid}-${createHash('sha256').update(outDir).digest('hex').slice(0, 8)}`);
}

/** Whether a process lives. A signal of 0 asks only; EPERM is the answer of another user's process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kinds } from '../../src/schema/kinds.ts';
import { isSlug } from './plan.ts';

/** What a cache remembers between two runs, beside the manifest and the companions themselves. */
export interface Memory {
  /** The site that it is a cache of. */
  readonly site: string;
  /** ETag of the manifest in the folder. */
  readonly etag?: string | undefined;
  /** Seconds between two requests, and when robots.txt said so (milliseconds). */
  readonly delay?: { readonly seconds: number; readonly asked: number } | undefined;
}

const MEMORY = '.sync.json';
const MANIFEST = 'llms-index.json';

/**
 * @throws {NotACache} when the folder holds something else: a sync removes files, so it must own the folder
 */
export function openFolder(folder: string, site: string): Memory {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, MEMORY);
  if (!existsSync(file)) {
    if (readdirSync(folder).length > 0)
      throw new NotACache(`${folder} is not empty and no cache of ${site}. Name an empty folder.`);
    return { site };
  }
  const memory = JSON.parse(readFileSync(file, 'utf8')) as Memory;
  if (memory.site !== site)
    throw new NotACache(`${folder} is a cache of ${memory.site}, not of ${site}. Name another folder.`);
  return memory;
}

export class NotACache extends Error {
  override name = 'NotACache';
}

export const remember = (folder: string, memory: Memory): void => put(folder, MEMORY, `${JSON.stringify(memory)}\n`);

export const readSavedManifest = (folder: string): string | undefined => {
  const file = join(folder, MANIFEST);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

export const saveManifest = (folder: string, text: string): void => put(folder, MANIFEST, text);

/** SHA-256 of every companion in the folder, by path. */
export function digestsIn(folder: string): Map<string, string> {
  const paths = kinds.flatMap((kind) => {
    const directory = join(folder, kind);
    const names = existsSync(directory) ? readdirSync(directory) : [];
    return names.filter((name) => name.endsWith('.md') && isSlug(name.slice(0, -3))).map((name) => `${kind}/${name}`);
  });
  return new Map(paths.map((path) => [path, digest(readFileSync(join(folder, path)))]));
}

export const digest = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

/** Whole or not at all: a file that is being written has another name. */
export function put(folder: string, path: string, body: string | Uint8Array): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.part`, body);
  renameSync(`${target}.part`, target);
}

export const removeFrom = (folder: string, path: string): void => rmSync(join(folder, path), { force: true });

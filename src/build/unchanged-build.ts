import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptPlace } from '../catalog/kept.ts';
import { type BuiltSite, readBuilt } from './built-site.ts';
import { filesBelow } from './file-system.ts';

/**
 * What stands in `outDir`, where `place` says that a build of equal inputs ended with it and no file was touched since:
 * every file has its size, and none is younger than the list of them all, which a build writes last.
 */
export function unchangedBuild(outDir: string, place: KeptPlace): BuiltSite | undefined {
  if (place.value === undefined) return undefined;
  const built = readBuilt(outDir);
  if (built === undefined || Buffer.from(place.value).toString() !== listDigest(outDir)) return undefined;
  const sizes = new Map<string, number | undefined>([['.assets.json', undefined]]);
  for (const [path, { bytes, br, gzip }] of Object.entries(built.files)) {
    sizes.set(path, bytes);
    if (br) sizes.set(`${path}.br`, undefined);
    if (gzip) sizes.set(`${path}.gz`, undefined);
  }
  const { mtimeMs: last } = statSync(join(outDir, '.assets.json'));
  const found = filesBelow(outDir);
  const isAsBuilt = (path: string): boolean => {
    const { size, mtimeMs } = statSync(join(outDir, path));
    return sizes.has(path) && mtimeMs <= last && (sizes.get(path) ?? size) === size;
  };
  return found.length === sizes.size && found.every(isAsBuilt) ? built : undefined;
}

/** To be kept when a build has ended. */
export const keepBuild = (outDir: string, place: KeptPlace): void => place.put(Buffer.from(listDigest(outDir)));

const listDigest = (outDir: string): string =>
  createHash('sha256')
    .update(readFileSync(join(outDir, '.assets.json')))
    .digest('hex');

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { LoadOptions } from '../src/catalog/load.ts';
import { root } from './options.ts';

/** Digest of everything a build is made from: sources, content, addresses, versions of packages. */
export function fingerprint({ contentDir, defaultsDir, siteUrl, baseUrl }: LoadOptions): string {
  const digest = createHash('sha256').update(JSON.stringify([siteUrl ?? '', baseUrl ?? '']));
  const places = [
    contentDir,
    ...(contentDir === defaultsDir ? [] : [defaultsDir]),
    join(root, 'src'),
    join(root, 'public'),
    join(root, 'scripts'),
  ];
  for (const place of places.filter(existsSync)) {
    for (const path of filesBelow(place)) {
      if (path !== 'ledger.json')
        digest
          .update(path)
          .update('\0')
          .update(readFileSync(join(place, path)));
    }
  }
  for (const file of ['astro.config.mjs', 'package-lock.json']) digest.update(readFileSync(join(root, file)));
  return digest.digest('hex');
}

/** Paths of files below a directory, with forward slashes, sorted. */
export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

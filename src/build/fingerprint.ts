import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadOptions } from '../catalog/load.ts';
import { filesBelow, isDirectory } from './file-system.ts';
import { root } from './options.ts';

export function fingerprint({ contentDir, defaultsDir, siteUrl, baseUrl }: LoadOptions): string {
  const digest = createHash('sha256').update(JSON.stringify([siteUrl ?? '', baseUrl ?? '', process.version]));
  const sources = ['src', 'public', 'scripts'].map((folder) => join(root, folder));
  for (const place of new Set([contentDir, defaultsDir, ...sources])) {
    for (const path of isDirectory(place) ? filesBelow(place) : [])
      if (path !== 'ledger.json') digest.update(`${path}\0${digestOf(join(place, path))}\0`);
  }
  for (const file of ['astro.config.mjs', 'package-lock.json']) digest.update(digestOf(join(root, file)));
  return digest.digest('hex');
}

const digestOf = (path: string): string => hash('sha256', readFileSync(path), 'base64');

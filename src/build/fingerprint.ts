import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadOptions } from '../catalog/load.ts';
import { filesBelow } from './file-system.ts';
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

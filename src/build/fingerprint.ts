import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadOptions } from '../catalog/load.ts';
import { filesBelow, isDirectory } from './file-system.ts';
import { root } from './options.ts';

/** Digest of everything a build is made from: sources, content, addresses, versions of packages and of Node. */
export function fingerprint({ contentDir, defaultsDir, siteUrl, baseUrl }: LoadOptions): string {
  const digest = createHash('sha256').update(JSON.stringify([siteUrl ?? '', baseUrl ?? '', process.version]));
  const places = [
    contentDir,
    ...(contentDir === defaultsDir ? [] : [defaultsDir]),
    join(root, 'src'),
    join(root, 'public'),
    join(root, 'scripts'),
  ];
  for (const place of places.filter(isDirectory)) {
    for (const path of filesBelow(place)) {
      if (path !== 'ledger.json') addFile(digest.update(path).update('\0'), join(place, path));
    }
  }
  for (const file of ['astro.config.mjs', 'package-lock.json']) addFile(digest, join(root, file));
  return digest.digest('hex');
}

/** In pieces: a server reads every source when it starts, and would keep the room that whole files took. */
function addFile(digest: Hash, path: string): void {
  const file = openSync(path, 'r');
  try {
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece))
      digest.update(piece.subarray(0, length));
  } finally {
    closeSync(file);
  }
}

const piece = Buffer.alloc(64 * 1024);

/**
 * Fetches the files of the list in the address while the program of the page is still on its way; that one
 * then finds them fetched, and fonts wait for it (`showFonts` in client/dom). It imports nothing, so that it is the first to arrive.
 */

/** Folders below `/v1` to read of each record, and the kind of a part that names none (components/frame/Layout). */
const { api = '', early = '', earlyKind: kind } = document.body.dataset;
const parts = location.hash.slice(1).split(',').filter(Boolean).slice(0, 20);
if (parts.length < 2) delete document.documentElement.dataset.awaiting;

for (const part of new Set(parts)) {
  const record = kind && !part.includes('/') ? `${kind}/${part}` : part;
  if (!/^[a-z]+\/[a-z0-9-]+$/.test(record)) continue;
  for (const folder of early.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = `${api}/v1/${folder === '.' ? '' : `${folder}/`}${record}.json`;
    document.head.append(link);
  }
}

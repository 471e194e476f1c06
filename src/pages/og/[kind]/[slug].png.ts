import type { APIRoute } from 'astro';
import { recordImage } from '../../../components/share-image.ts';
import { drawAhead, faces, pngAnswer } from '../../../components/share-png.ts';
import { edition, isWanted, recordAt } from '../../../publish/current-edition.ts';
import { type Entry, refOf } from '../../../records/entry.ts';

const imageOf = (entry: Entry): string => {
  const { catalog, safety } = edition();
  return recordImage(entry, safety.get(refOf(entry)) ?? [], catalog.site.name, faces);
};

function* picturesOf(entries: readonly Entry[]): Generator<readonly [string, string]> {
  for (const entry of entries) yield [refOf(entry), imageOf(entry)];
}

export function getStaticPaths() {
  const wanted = edition().catalog.entries.filter((entry) => isWanted(`og/${refOf(entry)}.png`));
  if (import.meta.env.PROD) drawAhead(picturesOf(wanted));
  return wanted.map(({ kind, slug }) => ({ params: { kind, slug } }));
}

export const GET: APIRoute = ({ params }) => {
  const entry = recordAt(params);
  return pngAnswer(() => imageOf(entry), refOf(entry));
};

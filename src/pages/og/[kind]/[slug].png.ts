import type { APIRoute } from 'astro';
import { recordImage } from '../../../components/share-image.ts';
import { drawAhead, faces, pngAnswer } from '../../../components/share-png.ts';
import { edition, isWanted } from '../../../publish/current-edition.ts';
import { refOf } from '../../../records/entry.ts';

export function getStaticPaths() {
  const { catalog, safety } = edition();
  const wanted = catalog.entries.filter((entry) => isWanted(`og/${refOf(entry)}.png`));
  const paths = wanted.map((entry) => {
    const svg = recordImage(entry, safety.get(refOf(entry)) ?? [], catalog.site.name, faces);
    return { params: { kind: entry.kind, slug: entry.slug }, props: { svg } };
  });
  if (import.meta.env.PROD) drawAhead(paths.map(({ props }) => props.svg));
  return paths;
}

export const GET: APIRoute = ({ props }) => pngAnswer((props as { svg: string }).svg);

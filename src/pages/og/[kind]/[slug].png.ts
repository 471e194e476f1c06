import type { APIRoute } from 'astro';
import { edition } from '../../../components/edition.ts';
import { recordImage } from '../../../components/share.ts';
import type { Entry } from '../../../profile/entry.ts';
import { faces, pngAnswer } from '../../_share.ts';

export const getStaticPaths = () =>
  edition().catalog.entries.map((entry) => ({ params: { kind: entry.kind, slug: entry.slug }, props: { entry } }));

export const GET: APIRoute = ({ props }) =>
  pngAnswer(recordImage((props as { entry: Entry }).entry, edition().catalog.site.name, faces));

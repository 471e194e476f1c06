import type { APIRoute } from 'astro';
import { siteImage } from '../../components/share-image.ts';
import { faces, pngAnswer } from '../../components/share-png.ts';
import { edition } from '../../publish/current-edition.ts';

export const GET: APIRoute = () => pngAnswer(() => siteImage(edition().catalog.site, faces));

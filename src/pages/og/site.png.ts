import type { APIRoute } from 'astro';
import { siteImage } from '../../components/share.ts';
import { edition } from '../_edition.ts';
import { faces, pngAnswer } from '../_share.ts';

export const GET: APIRoute = () => pngAnswer(siteImage(edition().catalog.site, faces));

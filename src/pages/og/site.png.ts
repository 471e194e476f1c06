import type { APIRoute } from 'astro';
import { edition } from '../../components/edition.ts';
import { siteImage } from '../../components/share.ts';
import { faces, pngAnswer } from '../_share.ts';

export const GET: APIRoute = () => pngAnswer(siteImage(edition().catalog.site, faces));

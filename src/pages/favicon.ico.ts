import type { APIRoute } from 'astro';
import icon from '../../public/icon.svg?raw';
import { iconFile } from '../components/icon-file.ts';

/** Browsers ask for it wherever they show something that is no page of ours. */
export const GET: APIRoute = async () =>
  new Response(await iconFile(icon), { headers: { 'Content-Type': 'image/x-icon' } });

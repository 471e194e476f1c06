import { join, resolve } from 'node:path';
import type { LoadOptions } from '../catalog/load.ts';

export const root = join(import.meta.dirname, '../..');

/** What the environment says of the catalog and its addresses: CONTENT_DIR, SITE_URL, BASE_URL. */
export function loadOptions(env: NodeJS.ProcessEnv = process.env): LoadOptions {
  return {
    contentDir: resolve(env.CONTENT_DIR || join(root, 'content')),
    defaultsDir: join(root, 'content'),
    schemaDir: join(root, 'src/schema'),
    siteUrl: env.SITE_URL,
    baseUrl: env.BASE_URL,
    followLinks: env.FOLLOW_LINKS === '1',
  };
}

/** SOURCE_DATE_EPOCH (seconds) or the clock, as a UTC date. */
export const buildDate = (env: NodeJS.ProcessEnv = process.env): string =>
  new Date(env.SOURCE_DATE_EPOCH ? Number(env.SOURCE_DATE_EPOCH) * 1000 : Date.now()).toISOString().slice(0, 10);

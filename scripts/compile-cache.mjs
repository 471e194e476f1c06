/**
 * Preloaded by `npm start` and `npm run build`: what Node makes of our sources is kept from run to run, where builds keep what
 * they make. Not TypeScript: reading that is most of what is saved.
 */
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

const { CACHE_DIR } = process.env;
if (CACHE_DIR !== 'none')
  enableCompileCache(join(resolve(CACHE_DIR || join(import.meta.dirname, '../.cache')), 'compiled'));

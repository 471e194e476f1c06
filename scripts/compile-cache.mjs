/** Preloaded: keeps what Node compiles of our sources from run to run. Not TypeScript, which takes longest to read. */
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

const { CACHE_DIR } = process.env;
if (CACHE_DIR !== 'none')
  enableCompileCache(join(resolve(CACHE_DIR || join(import.meta.dirname, '../.cache')), 'compiled'));

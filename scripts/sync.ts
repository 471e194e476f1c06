/** `npm run sync -- <site> <folder>`: the recipe of the developers page, which keeps a local cache of the companions. */
import '../content/pages/recipes/sync.ts';

/** `npm run sync -- <site> <folder>`: the recipe of the developers page, which keeps a local cache of the companions. */
import { argumentsOf } from './cli.ts';

argumentsOf({
  usage: `Usage: npm run sync -- <site> <folder>
Keeps the Markdown companions of <site>, such as http://127.0.0.1:4321, up to date in <folder>.`,
  least: 2,
});
await import('../content/pages/recipes/sync.ts');

import { argumentsOf } from './arguments.ts';

argumentsOf({
  purpose: `Keeps a folder of the Markdown records of a site up to date, for your own use (see /terms). Fetches only what changed, as
slowly as robots.txt of the site asks.`,
  usage: 'npm run sync -- <site> <folder>',
  example: 'npm run sync -- https://example.org ./cache',
  least: 2,
});
await import('../content/pages/recipes/sync.ts');

import { type Cache, noCache } from '../catalog/cache.ts';
import { browserFiles } from './browser-files.ts';
import { classCompanionFiles } from './companion/class-companion.ts';
import { companionFiles } from './companion/companions.ts';
import type { Edition } from './edition.ts';
import { feedFiles } from './feeds.ts';
import { jsonFile, type PublishedFile } from './file.ts';
import { llmsFiles } from './llms.ts';
import { manifestFile } from './manifest.ts';
import { hostFiles } from './static-hosts.ts';
import { functionData, type MadeFrom, v1Files } from './v1.ts';
import { webAppFile } from './web-app.ts';
import { wellKnownFiles } from './well-known.ts';

/** Every file of `dist/` that is not HTML. `schemas` are those of src/schema by their path in it. */
export function publishedFiles(
  edition: Edition,
  schemas: ReadonlyMap<string, object>,
  cache: Cache = noCache,
): PublishedFile[] {
  const from = { cache, data: functionData(edition) };
  return [...namedFiles(edition, schemas, from), ...llmsFiles(edition), ...browserFiles(edition, from)];
}

/** The files whose addresses are known before any of them is made: all but the parts of llms.txt and of the indexes for browsers. */
export const namedFiles = (edition: Edition, schemas: ReadonlyMap<string, object>, from: MadeFrom): PublishedFile[] => [
  ...companionFiles(edition),
  ...classCompanionFiles(edition),
  manifestFile(edition),
  ...feedFiles(edition),
  ...wellKnownFiles(edition),
  webAppFile(edition),
  ...hostFiles(edition),
  ...schemaFiles(schemas, edition.catalog.site.siteUrl),
  ...v1Files(edition, from.data),
];

/** The JSON Schemas of src/schema by their path there, published at `/schema/<path>` and named by that address. */
export const schemaFiles = (schemas: ReadonlyMap<string, object>, siteUrl: string): PublishedFile[] =>
  [...schemas].map(([path, schema]) => {
    const file = `schema/${path}`;
    return jsonFile(file, () => ({ $id: `${siteUrl}/${file}`, ...schema }));
  });

import { companionFiles } from './companions.ts';
import type { Edition } from './edition.ts';
import { feedFiles } from './feeds.ts';
import type { PublishedFile } from './file.ts';
import { hostFiles } from './hosts.ts';
import { llmsFiles } from './llms.ts';
import { manifestFile } from './manifest.ts';
import { schemaFiles } from './schemas.ts';
import { sitemapFiles } from './sitemap.ts';
import { v1Files } from './v1.ts';
import { wellKnownFiles } from './wellknown.ts';

/** Every file of `dist/` that is not HTML. `schemas` are those of src/schema by their path in it. */
export const publishedFiles = (edition: Edition, schemas: ReadonlyMap<string, object>): PublishedFile[] => [
  ...companionFiles(edition),
  ...llmsFiles(edition),
  manifestFile(edition),
  ...sitemapFiles(edition),
  ...feedFiles(edition),
  ...wellKnownFiles(edition),
  ...hostFiles(edition),
  ...schemaFiles(schemas, edition.catalog.site.siteUrl),
  ...v1Files(edition),
];

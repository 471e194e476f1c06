import { countsOf } from '../records/counts.ts';
import { type Entry, refOf } from '../records/entry.ts';
import type { Manifest } from '../schema/types.ts';
import { compareText } from '../text/order.ts';
import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile } from './file.ts';

export const manifestFile = (edition: Edition): PublishedFile => jsonFile('llms-index.json', () => manifest(edition));

/** `/llms-index.json` (docs/contract.md, Discovery and sync), by kind and slug; equal catalogs give equal bytes. */
export function manifest(edition: Edition): Manifest {
  const { entries, site } = edition.catalog;
  return {
    schema: `${site.siteUrl}/schema/manifest.json`,
    version: 1,
    generated: edition.updated,
    site: site.siteUrl,
    documentation: `${site.siteUrl}/developers`,
    related: {
      llmsTxt: `${site.siteUrl}/llms.txt`,
      llmsFullTxt: `${site.siteUrl}/llms-full.txt`,
      sitemap: `${site.siteUrl}/sitemap.xml`,
      openapi: `${site.baseUrl}/v1/openapi.json`,
    },
    counts: countsOf(entries),
    files: entries.toSorted(byRef).map((entry) => fileOf(entry, edition)),
  };
}

const byRef = (a: Entry, b: Entry): number => compareText(`${a.kind} ${a.slug}`, `${b.kind} ${b.slug}`);

function fileOf(entry: Entry, { catalog, companions }: Edition): Manifest['files'][number] {
  const ref = refOf(entry);
  const companion = companions.get(ref);
  if (!companion) throw new Error(`${ref} has no companion.`);
  const { bytes, lastModified, sha256 } = companion;
  const canonical = `${catalog.site.siteUrl}/${ref}`;
  return { kind: entry.kind, slug: entry.slug, url: `${canonical}.md`, canonical, bytes, lastModified, sha256 };
}

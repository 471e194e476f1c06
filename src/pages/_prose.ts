import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Prose, renderProse } from '../components/prose.ts';
import { edition } from '../publish/current-edition.ts';

/** `content/pages/<name>.md` of the catalog that is built, else our own. */
export function prose(name: string): Prose {
  const { site } = edition().catalog;
  const file = [process.env.CONTENT_DIR ?? OWN, OWN].map((dir) => join(dir, 'pages', `${name}.md`)).find(existsSync);
  if (!file) throw new Error(`There is no pages/${name}.md, neither in CONTENT_DIR nor in content/.`);
  return renderProse(readFileSync(file, 'utf8'), {
    name: site.name,
    site_url: site.siteUrl,
    base_url: site.baseUrl,
    email: site.contact.email,
    attribution: site.attribution,
    disclaimer: site.disclaimer,
    crawl_delay: String(site.crawlDelay),
  });
}
// Relative to the working directory: inside a built page import.meta.url points into dist/chunks.
const OWN = 'content';

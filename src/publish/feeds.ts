import { generateAtomFeed } from 'feedsmith';
import type { Catalog, CatalogSite, LedgerChange } from '../catalog/catalog.ts';
import { displayName, refOf } from '../records/entry.ts';
import type { ChangeList } from '../schema/types.ts';
import { capitalized } from '../text/sentences.ts';
import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile, textFile } from './file.ts';
import { writable } from './xml.ts';

export type Change = ChangeList['changes'][number];

/** `changes.json`, everything since the ledger began, and `changes.atom`; newest first. */
export function feedFiles(edition: Edition): PublishedFile[] {
  const { site, ledger } = edition.catalog;
  const { siteUrl } = site;
  const generated = ledger.changes[0]?.date ?? edition.updated;
  const schema = `${siteUrl}/schema/changes.json`;
  return [
    jsonFile('changes.json', () => ({ schema, version: 1, generated, site: siteUrl, changes: changeList(edition) })),
    textFile('changes.atom', () => atom(site, changeList(edition), generated)),
  ];
}

function changeList({ catalog }: Pick<Edition, 'catalog'>): Change[] {
  const entries = new Map(catalog.entries.map((entry) => [refOf(entry), entry]));
  return catalog.ledger.changes.map((change): Change => {
    const entry = entries.get(refOf(change));
    const notes = entry?.changes.filter(({ date }) => date === change.date).map(({ text }) => text) ?? [];
    return {
      ...change,
      name: entry ? displayName(entry) : change.slug,
      canonical: `${catalog.site.siteUrl}/${refOf(change)}`,
      ...(notes.length > 0 && { note: notes.join(' ') }),
      ...(change.type === 'withdrawn' && withdrawal(change, catalog)),
    };
  });
}

function withdrawal({ kind, slug }: LedgerChange, { redirects }: Catalog): Pick<Change, 'reason' | 'successor'> {
  const line = redirects.withdrawn.find((one) => one.kind === kind && one.slug === slug);
  if (!line) return {};
  return { reason: line.reason, ...(line.successor && { successor: line.successor }) };
}

/** A reader of feeds looks for news; all of the history is in changes.json. */
const FEED_LENGTH = 1_000;

/** RFC 4287, written by feedsmith. */
function atom(site: CatalogSite, changes: readonly Change[], updated: string): string {
  const { siteUrl, name, attribution } = site;
  return generateAtomFeed({
    id: `${siteUrl}/changes`,
    title: text(`${name}: changes`),
    subtitle: text(`Records added, changed, renamed and withdrawn. ${attribution}.`),
    updated: midnight(updated),
    authors: [{ name: writable(name) }],
    links: [
      { href: `${siteUrl}/changes.atom`, rel: 'self', type: 'application/atom+xml' },
      { href: `${siteUrl}/changes`, rel: 'alternate', type: 'text/html' },
      { href: `${siteUrl}/license.xml`, rel: 'license', type: 'application/rsl+xml' },
    ],
    entries: changes.slice(0, FEED_LENGTH).map((change) => ({
      id: `${siteUrl}/changes#${change.date}-${change.type}-${change.kind}-${change.slug}`,
      title: text(headline(change)),
      updated: midnight(change.date),
      links: [{ href: change.canonical, rel: 'alternate', type: 'text/html' }],
      summary: text(change.note ?? change.reason ?? headline(change)),
    })),
  });
}

const text = (value: string) => ({ value: writable(value) });

/** The ledger stores days; Atom requires a time. */
const midnight = (date: string): string => `${date}T00:00:00.000Z`;

function headline({ type, kind, name, from, successor }: Change): string {
  const what = `${capitalized(type)}: ${name} (${kind})`;
  if (type === 'renamed') return `${what}, formerly ${from}`;
  return type === 'withdrawn' && successor ? `${what}; see ${successor}` : what;
}

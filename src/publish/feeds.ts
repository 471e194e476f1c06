import type { Catalog, LedgerChange, Site } from '../catalog/catalog.ts';
import { displayName, refOf } from '../records/entry.ts';
import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile } from './file.ts';
import { escapeXml, xmlFile } from './xml.ts';

/** One line of the change list: what the ledger saw, and what the record or the editors say about it. */
export interface Change extends LedgerChange {
  readonly name: string;
  readonly canonical: string;
  /** What the record says it changed on that day. */
  readonly note?: string;
  /** Why a record was withdrawn, and the slug to read instead. */
  readonly reason?: string;
  readonly successor?: string;
}

/** `changes.json`, everything since the ledger began, and `changes.atom`; newest first. */
export function feedFiles(edition: Edition): PublishedFile[] {
  const { site } = edition.catalog;
  const changes = changeList(edition);
  const generated = changes[0]?.date ?? edition.updated;
  const list = { schema: `${site.siteUrl}/schema/changes.json`, version: 1, generated, site: site.siteUrl, changes };
  return [jsonFile('changes.json', list), xmlFile('changes.atom', atom(site, changes, generated))];
}

export function changeList({ catalog }: Pick<Edition, 'catalog'>): Change[] {
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

/** RFC 4287. */
function atom(site: Site, changes: readonly Change[], updated: string): string {
  const { siteUrl, name, attribution } = site;
  return [
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `${siteUrl}/changes`),
    element('title', `${name}: changes`),
    element('subtitle', `Records added, changed, renamed and withdrawn. ${attribution}.`),
    element('updated', midnight(updated)),
    `<author>${element('name', name)}</author>`,
    link(`${siteUrl}/changes.atom`, 'self', 'application/atom+xml'),
    link(`${siteUrl}/changes`, 'alternate', 'text/html'),
    link(`${siteUrl}/license.xml`, 'license', 'application/rsl+xml'),
    ...changes.slice(0, FEED_LENGTH).map((change) => feedEntry(change, siteUrl)),
    '</feed>',
  ].join('\n');
}

const feedEntry = (change: Change, siteUrl: string): string =>
  [
    '<entry>',
    element('id', `${siteUrl}/changes#${change.date}-${change.type}-${change.kind}-${change.slug}`),
    element('title', headline(change)),
    element('updated', midnight(change.date)),
    link(change.canonical, 'alternate', 'text/html'),
    element('summary', change.note ?? change.reason ?? headline(change)),
    '</entry>',
  ].join('\n');

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
const link = (href: string, rel: string, type: string): string =>
  `<link href="${escapeXml(href)}" rel="${rel}" type="${type}"/>`;

/** The ledger knows days; a feed wants a time. */
const midnight = (date: string): string => `${date}T00:00:00.000Z`;

function headline({ type, kind, name, from, successor }: Change): string {
  switch (type) {
    case 'added':
      return `Added: ${name} (${kind})`;
    case 'changed':
      return `Changed: ${name} (${kind})`;
    case 'renamed':
      return `Renamed: ${name} (${kind}), formerly ${from}`;
    case 'withdrawn':
      return `Withdrawn: ${name} (${kind})${successor ? `; see ${successor}` : ''}`;
    default:
      return type satisfies never;
  }
}

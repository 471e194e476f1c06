import type { Graph } from 'schema-dts';
import type { RecordInteractions } from '../interactions/findings.ts';
import type { SafetyFact } from '../profile/safety.ts';
import type { Section } from '../profile/section.ts';
import { sections } from '../profile/sections.ts';
import type { Edition } from '../publish/edition.ts';
import { recordPath } from '../records/address.ts';
import { displayName, type Entry, type Related, refOf, subtitle } from '../records/entry.ts';
import { identifiersOf } from '../records/identifiers.ts';
import { type NumberedSource, numberedSources, sourcesOf } from '../records/sources.ts';
import { describeRecord } from './describe.ts';
import { recordData } from './jsonld.ts';

/** All that the page of a record shows, computed once; the components only show it. */
export interface RecordPage {
  readonly entry: Entry;
  readonly name: string;
  readonly subtitle: string;
  readonly path: string;
  /** One sentence for search results and shared links. */
  readonly description: string;
  /** schema.org's view of the record. */
  readonly data: Graph;
  readonly facts: readonly SafetyFact[];
  readonly nameRows: readonly NameRow[];
  readonly sections: readonly { section: Section; sources: readonly NumberedSource[] }[];
  readonly contents: readonly { id: string; title: string }[];
  readonly related: readonly Related[];
  readonly sources: readonly NumberedSource[];
  readonly citation: string;
  readonly lastModified: string;
}

/** `links` are paths of pages, by the value that leads there. */
export interface NameRow {
  readonly label: string;
  readonly values: readonly string[];
  readonly links?: ReadonlyMap<string, string>;
}

export function recordPage(entry: Entry, edition: Edition): RecordPage {
  const { catalog, companions, updated } = edition;
  const interactions = edition.interactions.get(refOf(entry)) as RecordInteractions;
  const facts = edition.safety.get(refOf(entry)) ?? [];
  const lastModified = companions.get(refOf(entry))?.lastModified ?? updated;
  const related = edition.related.get(refOf(entry)) ?? [];
  const parts = sections(entry, interactions);
  const description = describeRecord(entry, facts);
  return {
    entry,
    name: displayName(entry),
    subtitle: subtitle(entry),
    path: recordPath(entry),
    description,
    data: recordData(entry, { site: catalog.site, lastModified, description }),
    facts,
    nameRows: nameRows(entry, edition),
    sections: parts.map((section) => ({ section, sources: sourcesOf(entry, section.fields) })),
    contents: [
      ...parts.map(({ id, title }) => ({ id, title })),
      ...(related.length > 0 ? [{ id: 'related', title: 'Related records' }] : []),
      { id: 'sources', title: 'Sources' },
      { id: 'changes', title: 'What changed' },
      { id: 'cite', title: 'Cite this page' },
    ],
    related,
    sources: numberedSources(entry),
    citation: citation(entry, edition, lastModified),
    lastModified,
  };
}

function nameRows(entry: Entry, { catalog, classes: pages }: Edition): RecordPage['nameRows'] {
  const { names, classes = [], substances } = entry;
  const { brands = [], synonyms = [], abbreviations = [], salts = [] } = names;
  const nameOf = new Map(catalog.vocabulary.classes.map(({ id, name }) => [id, name]));
  const links = new Map(classes.flatMap((id) => pages.get(id) ?? []).map(({ name, path }) => [name, path]));
  return [
    { label: 'Brands', values: brands },
    { label: 'Also called', values: [...synonyms, ...abbreviations] },
    { label: 'Contains', values: substances.length > 1 ? substances : [] },
    { label: 'Forms by name', values: salts },
    { label: 'Counts among', values: classes.map((id) => nameOf.get(id) ?? id), links },
    { label: 'Identifiers', values: identifiersOf(entry).map(({ register, id }) => `${register} ${id}`) },
  ].filter(({ values }) => values.length > 0);
}

function citation(entry: Entry, { catalog: { site } }: Edition, lastModified: string): string {
  const { version, lastReviewed } = entry.profile;
  const dates = [
    version && `data version ${version}`,
    lastReviewed && `reviewed ${lastReviewed}`,
    `changed ${lastModified}`,
  ];
  return `${displayName(entry)}. ${site.attribution}; ${dates.filter(Boolean).join(', ')}. ${site.siteUrl}${recordPath(entry)}`;
}

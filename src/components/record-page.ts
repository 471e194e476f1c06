import type { CatalogSite } from '../catalog/catalog.ts';
import { omitted, STATEMENTS_LENGTH } from '../profile/partner-section.ts';
import type { SafetyFact } from '../profile/safety.ts';
import type { LabelledValue, Pointer, Section, Tone } from '../profile/section.ts';
import { sections } from '../profile/sections.ts';
import type { Edition } from '../publish/edition.ts';
import { recordPath } from '../records/address.ts';
import { displayName, type Entry, refOf, subtitle } from '../records/entry.ts';
import { identifiersOf } from '../records/identifiers.ts';
import { type NumberedSource, numberedSources, sourcesAt, sourcesOf } from '../records/sources.ts';
import { kindWords } from '../schema/kinds.ts';
import { longDate } from '../text/dates.ts';
import { withFullStop } from '../text/sentences.ts';
import { truncate } from '../text/truncate.ts';
import { recordData } from './jsonld.ts';

export type RecordPage = ReturnType<typeof recordPage>;
export type Cite = (at: Pointer | undefined) => readonly NumberedSource[];

/** A section with what its closed fold shows. */
export interface PagePart {
  readonly section: Section;
  readonly sources: readonly NumberedSource[];
  readonly hint: Hint;
  readonly fold: FoldState;
}
/** How many entries of each sign, or how many entries at all. */
export interface Hint {
  readonly counts: readonly { tone: Tone; count: number }[];
  readonly text: string;
}
/** A short section is open for everybody, a long one for nobody, and any other on a wide window. */
export type FoldState = 'open' | 'wide' | 'closed';

/** Characters of statements that a page tells in full. */
const PAGE_LENGTH = 12_000;

/** Told elsewhere on the page: above, or with the interactions. */
const ELSEWHERE = new Set(['what-it-is', 'warnings', 'practical', 'interactions']);

/** `links` are paths of pages, by the value that leads there. */
export interface NameRow {
  readonly label: string;
  readonly values: readonly string[];
  readonly links?: ReadonlyMap<string, string>;
}

/** All that the page of a record shows, computed once; the components only show it. */
export function recordPage(entry: Entry, edition: Edition) {
  const { catalog, companions, updated } = edition;
  const partners = edition.partners.get(refOf(entry)) ?? [];
  const facts = edition.safety.get(refOf(entry)) ?? [];
  const { lastModified = updated, room = { statementsLength: STATEMENTS_LENGTH } } = companions.get(refOf(entry)) ?? {};
  const related = edition.related.get(refOf(entry)) ?? [];
  const all = sections(entry, partners);
  const description = describeRecord(entry, facts);
  const practical = all.find(({ id }) => id === 'practical')?.blocks.flatMap(rowsOf) ?? [];
  const uses = all.find(({ id }) => id === 'what-it-is');
  const parts = all
    .filter(({ id }) => !ELSEWHERE.has(id))
    .map((section) => pagePart({ ...section, blocks: tableFirst(section.blocks) }, sourcesOf(entry, section.fields)));
  return {
    entry,
    name: displayName(entry),
    brands: entry.kind === 'medication' ? (entry.profile.brandName ?? '') : '',
    lede: entry.kind === 'medication' ? (entry.profile.drugClass ?? '') : subtitle(entry),
    path: recordPath(entry),
    description,
    data: recordData(entry, { site: catalog.site, lastModified, description }),
    facts,
    /** A crisis line is shown beside such warnings. */
    isCrisis: facts.some(({ text, more }) => SUICIDE.test(`${text} ${more ?? ''}`)),
    nameRows: nameRows(entry, edition),
    uses,
    mechanism: practical.find(({ at }) => at === MECHANISM),
    daily: practical.filter(({ at }) => at !== MECHANISM),
    partners,
    /** What of the partners the companion only names (data-markdown-ignore). */
    omitted: omitted(partners, room.statementsLength),
    /** Statements of other records that a long page leaves to them: it only leads there. */
    linkedOnly: new Set([...omitted(partners, PAGE_LENGTH)].filter(({ from }) => from)),
    hasAllSources: !room.isTight,
    parts,
    contents: contents(parts, {
      uses,
      daily: practical.length > 0,
      partners: partners.length > 0,
      related: related.length > 0,
    }),
    related,
    sources: numberedSources(entry),
    /** The sources of one statement. */
    cite: (at: Pointer | undefined) => (at === undefined ? [] : sourcesAt(entry, at)),
    citation: citation(entry, edition, lastModified),
    lastModified,
  };
}

/** The table of the studies before what is said of them: who took part and who paid, then the words. */
function tableFirst(blocks: Section['blocks']): Section['blocks'] {
  const at = blocks.findIndex((block) => block.type === 'items' && block.items.some(({ study }) => study));
  const from = at > 0 && blocks[at - 1]?.type === 'heading' ? at - 1 : at;
  return at < 0 ? blocks : [...blocks.slice(from, at + 1), ...blocks.slice(0, from), ...blocks.slice(at + 1)];
}

const MECHANISM = '/practical/mechanism';
const SUICIDE = /\bsuicid/i;
export const isAboutSuicide = (text: string): boolean => SUICIDE.test(text);

const rowsOf = (block: Section['blocks'][number]): readonly LabelledValue[] =>
  block.type === 'facts' ? block.rows : [];

/** What the bar and the rail lead to, in the order of the page. */
function contents(
  parts: readonly PagePart[],
  has: { uses: Section | undefined; daily: boolean; partners: boolean; related: boolean },
): { id: string; title: string }[] {
  const titles = parts.map(({ section: { id, title } }) => ({ id, title }));
  const all = [
    has.uses && { id: has.uses.id, title: has.uses.title },
    { id: 'warnings', title: 'What to know first' },
    has.daily && { id: 'practical', title: 'Day by day' },
    ...titles.filter(({ id }) => BEFORE_DAILY.has(id)),
    has.partners && { id: 'interactions', title: 'Interactions' },
    ...titles.filter(({ id }) => !BEFORE_DAILY.has(id)),
    has.related && { id: 'related', title: 'Related records' },
    { id: 'sources', title: 'Sources' },
    { id: 'changes', title: 'What changed' },
    { id: 'cite', title: 'Cite this page' },
  ];
  return all.filter((one) => typeof one === 'object');
}

/** Sections that stand before the interactions. */
export const BEFORE_DAILY: ReadonlySet<string> = new Set([
  'regulation',
  'grey-market',
  'contraindications',
  'cautions',
]);

const SHORT = 360;
const LONG = 6_000;

function foldOf({ id, blocks }: Section): FoldState {
  if (id === 'record') return 'closed';
  const length = blocks.reduce((sum, block) => sum + lengthOf(block), 0);
  return length <= SHORT ? 'open' : length <= LONG ? 'wide' : 'closed';
}

function lengthOf(block: Section['blocks'][number]): number {
  switch (block.type) {
    case 'text':
    case 'heading':
      return block.text.length + 60;
    case 'list':
      return block.items.join('').length + 50 * block.items.length;
    case 'facts':
      return block.rows.reduce((sum, { label, value }) => sum + label.length + value.length + 60, 0);
    case 'items':
      return block.items.reduce(
        (sum, { title, rows }) => sum + title.length + rows.map(({ value }) => value).join('').length + 100,
        0,
      );
    case 'warning':
      return block.title.length + block.text.length + 80;
    default:
      return block satisfies never;
  }
}

const SIGNS: readonly Tone[] = ['contraindicated', 'major', 'moderate', 'minor', 'food'];

export const pagePart = (section: Section, sources: readonly NumberedSource[]): PagePart => ({
  section,
  sources,
  hint: hintOf(section),
  fold: foldOf(section),
});

/** Signs where entries carry them by gravity, else how many entries there are. */
function hintOf({ blocks }: Section): Hint {
  const items = blocks.flatMap((block) => (block.type === 'items' ? block.items : []));
  const lines = blocks.reduce((sum, block) => sum + (block.type === 'list' ? block.items.length : 0), 0);
  const counts = toneCounts(items.flatMap(({ tone }) => tone ?? []));
  const graded = counts.some(({ tone }) => tone === 'major' || tone === 'moderate');
  const count = items.length + lines;
  return { counts: graded ? counts : [], text: graded || count < 2 ? '' : String(count) };
}

export const toneCounts = (tones: readonly Tone[]): Hint['counts'] =>
  SIGNS.map((tone) => ({ tone, count: tones.filter((one) => one === tone).length })).filter(({ count }) => count > 0);

function nameRows(entry: Entry, { catalog, classes: pages }: Edition): NameRow[] {
  const { names, classes = [], substances } = entry;
  const { brands = [], synonyms = [], abbreviations = [], salts = [] } = names;
  const nameOf = new Map(catalog.vocabulary.classes.map(({ id, name }) => [id, name]));
  const links = new Map(classes.flatMap((id) => pages.get(id) ?? []).map(({ name, path }) => [name, path]));
  return [
    ...brandRow(entry, brands),
    { label: 'Also called', values: [...synonyms, ...abbreviations] },
    { label: 'Contains', values: substances.length > 1 ? substances : [] },
    { label: 'Salts', values: salts },
    { label: 'Belongs to', values: classes.map((id) => nameOf.get(id) ?? id), links },
    { label: 'Identifiers', values: identifiersOf(entry).map(({ register, id }) => `${register} ${id}`) },
  ].filter(({ values }) => values.length > 0);
}

/** Brands that the fields of the record do not show already. */
function brandRow({ kind, profile }: Entry, brands: readonly string[]): NameRow[] {
  const shown = new Set((kind === 'medication' ? (profile.brandName ?? '') : '').split(/, */));
  const further = brands.filter((brand) => !shown.has(brand));
  return [{ label: further.length < brands.length ? 'Further brands' : 'Brands', values: further }];
}

function citation(entry: Entry, { catalog: { site } }: Edition, lastModified: string): string {
  const { version, lastReviewed } = entry.profile;
  const dates = [
    version && `data version ${version}`,
    lastReviewed && `reviewed ${longDate(lastReviewed)}`,
    `changed ${longDate(lastModified)}`,
  ];
  return `${displayName(entry)}. ${site.attribution}; ${dates.filter(Boolean).join(', ')}. ${site.siteUrl}${recordPath(entry)}`;
}

/** Whom to call for one kind of trouble; emergency services are shown with each. */
export const helpLinesFor = (
  { helpLines }: Pick<CatalogSite, 'helpLines'>,
  trouble: 'poisoning' | 'crisis',
): CatalogSite['helpLines'] => [
  ...helpLines.filter((line) => line.for === trouble),
  ...helpLines.filter((line) => line.for === 'emergency'),
];

/** One sentence for search results and shared links: what it is, then what matters most. */
export function describeRecord(entry: Entry, facts: readonly SafetyFact[]): string {
  const gravest = facts.find(({ tone }) => tone === 'major');
  const warning =
    gravest &&
    (gravest.id === 'boxed-warning' ? withFullStop(`${gravest.title}: ${gravest.text}`) : `${gravest.title}.`);
  const about = subtitle(entry) || kindWords[entry.kind].one;
  // Brands and class often have brackets of their own, so they get none.
  const said = [
    withFullStop(`${displayName(entry)}: ${about.replaceAll(' · ', '. ')}`),
    warning,
    'Side effects, interactions, evidence and sources.',
  ];
  return truncate(said.filter(Boolean).join(' ').replaceAll(/\s+/g, ' '), LIMIT);
}

const LIMIT = 220;

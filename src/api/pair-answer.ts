import { isTheory, isWritten } from '../interactions/findings.ts';
import { nameOf, type PairItem, recordsFor } from '../interactions/item.ts';
import {
  type Finding,
  type PairStatus,
  pairFindings,
  pairStatements,
  pairStatus,
  partsNotLookedAt,
  worstOf,
} from '../interactions/pair.ts';
import type { VocabularyIndex } from '../interactions/vocabulary.ts';
import type { NamedRecord } from '../names/name-index.ts';
import type { CheckedRecord } from '../profile/safety.ts';
import { refOf } from '../records/entry.ts';
import type { CitedSource, EntryPlace } from '../records/statement.ts';
import type { Envelope } from '../schema/types.ts';
import { toBytes } from '../text/bytes.ts';
import { compareText, newestOf } from '../text/order.ts';
import { counted, firstSentence, listOf } from '../text/sentences.ts';
import { sizeBudget } from '../text/size-budget.ts';
import { truncate } from '../text/truncate.ts';
import type { CatalogData } from './catalog-data.ts';
import { type EnvelopeOf, envelope } from './envelope.ts';
import guidance from './guidance.json' with { type: 'json' };

export interface LookedAt {
  readonly item: PairItem;
  readonly published: readonly EnvelopeOf<CheckedRecord>[];
}

export const lookAt = async (item: PairItem, data: Pick<CatalogData, 'interactions'>): Promise<LookedAt> => ({
  item,
  published: await Promise.all(recordsFor(item).map(({ kind, slug }) => data.interactions(kind, slug))),
});

export const lookAtRecord = (record: NamedRecord, data: Pick<CatalogData, 'interactions'>): Promise<LookedAt> =>
  lookAt({ type: record.kind, query: record.slug, record, match: null }, data);

export const filesOf = ({ published }: LookedAt): readonly CheckedRecord[] => published.map(({ data }) => data);

/** What is on file between two items; the same whichever is named first, but for their order. */
export function pairEnvelope(
  pair: readonly [LookedAt, LookedAt],
  { service, vocabulary }: Pick<CatalogData, 'service' | 'vocabulary'>,
  hasStatements = false,
): Envelope {
  const { status, findings, omitted } = pairData(pair, vocabulary, service.site_url);
  const known = publishedOf(pair);
  return envelope(service, {
    summary: summarize(status, pair, findings),
    guidance: [
      ...namesNotes(pair),
      guidance.pairs[status],
      ...(omitted > 0 ? [`${counted(omitted, 'further finding')}: ask again with section=statements.`] : []),
    ].join(' '),
    mustNot: [
      ...constraints(pair),
      ...(status === 'documented'
        ? ['Do not leave out the most severe finding.']
        : ['Do not turn the absence of a documented interaction into "no interaction".']),
      ...(findings.some(isTheory) ? ['Do not present a theory as a documented interaction.'] : []),
    ],
    sourceUrl: known[0]?.data.canonical_url ?? service.site_url,
    lastUpdated: newestOf(known.map((one) => one.last_updated)) ?? service.last_updated,
    data: {
      status,
      items: pair.map(({ item }) => itemData(item, service.site_url)),
      findings,
      ...(hasStatements && { statements: statementsOf(pair, vocabulary, service.site_url) }),
      checked: pair.map((one) => checkedData(one, vocabulary)),
    },
  });
}

/** Status and findings of a pair, as a pair's answer and the answer on many items both have them. */
export function pairData(
  [a, b]: readonly [LookedAt, LookedAt],
  vocabulary: VocabularyIndex,
  siteUrl: string,
): { status: PairStatus; findings: Finding[]; omitted: number } {
  const items = [a.item, b.item] as const;
  const files = [filesOf(a), filesOf(b)] as const;
  const findings = pairFindings(items, files, vocabulary);
  const told = withinBytes(
    findings.slice(0, MOST_FINDINGS).map((finding, at) => {
      const { sources, documented_in: place, ...rest } = at < FULL_FINDINGS ? finding : inShort(finding, at);
      return {
        ...rest,
        sources: cited(sources).slice(0, MOST_SOURCES),
        documented_in: placedBy(items, siteUrl)(place),
      };
    }),
  );
  return {
    status: pairStatus(items, files, findings),
    omitted: findings.length - told.length,
    findings: told,
  };
}

/** As many as fit; the first, and what is contraindicated, in any case. */
function withinBytes<T extends Pick<Finding, 'action'>>(findings: readonly T[]): T[] {
  const fits = sizeBudget(FINDINGS_BYTES);
  const fit = findings.findIndex(
    (finding) => !fits(toBytes(JSON.stringify(finding)).length) && finding.action !== 'contraindicated',
  );
  return findings.slice(0, fit < 0 ? findings.length : Math.max(1, fit));
}

/** Every statement behind the findings, whole, with all its sources. */
function statementsOf([a, b]: readonly [LookedAt, LookedAt], vocabulary: VocabularyIndex, siteUrl: string) {
  const items = [a.item, b.item] as const;
  return pairStatements(items, [filesOf(a), filesOf(b)], vocabulary).map((one) => ({
    ...one,
    sources: cited(one.sources),
    documented_in: placedBy(items, siteUrl)(one.documented_in),
  }));
}

/** The place of a statement, with an address where it is in a record that is none of the items. */
const placedBy =
  (items: readonly PairItem[], siteUrl: string) =>
  (place: EntryPlace): EntryPlace & { canonical_url?: string } => {
    const isItem = items.some(
      (item) => 'record' in item && item.record.kind === place.type && item.record.slug === place.slug,
    );
    return {
      ...place,
      ...(!isItem && { canonical_url: `${siteUrl}/${refOf({ ...place, kind: place.type })}#interactions` }),
    };
  };

const cited = (sources: readonly CitedSource[]): CitedSource[] =>
  sources.map((source) => ({ ...source, title: truncate(source.title, LONGEST_TITLE) }));

/** Of a finding: its strictest source and its guidance first; `section=statements` has all. */
const MOST_SOURCES = 2;
/** Further ones are told in one sentence with one source, so that an answer fits 6 KB. */
const MOST_FINDINGS = 5;
const FINDINGS_BYTES = 2_400;
const FULL_FINDINGS = 2;
const CITED_FINDINGS = 4;

function inShort({ guidance: _, also_in: __, ...finding }: Finding, at: number): Finding {
  const sources = at < CITED_FINDINGS ? finding.sources.slice(0, 1) : [];
  return { ...finding, effect: firstSentence(finding.effect), sources };
}

/** Titles are whole in the record's `sources`; here, where several findings cite one source, they are short. */
const LONGEST_TITLE = 60;

/** The files of all items, each once, in an order of their own: the same page whichever item was named first. */
export const publishedOf = (looked: readonly LookedAt[]): EnvelopeOf<CheckedRecord>[] =>
  [...new Map(looked.flatMap(({ published }) => published).map((one) => [one.source_url, one])).values()].toSorted(
    (a, b) => compareText(a.source_url, b.source_url),
  );

export function itemData(item: PairItem, siteUrl: string) {
  if (!('record' in item))
    return { query: item.query, type: item.type, slug: null, name: item.name, canonical_url: null };
  const { record, match } = item;
  return {
    query: item.query,
    type: record.kind,
    slug: record.slug,
    name: record.name,
    canonical_url: `${siteUrl}/${refOf(record)}`,
    match,
  };
}

export const namesNotes = (looked: readonly LookedAt[]): string[] => [
  ...looked
    .map(({ item }) => item)
    .filter((item) => item.type === 'class')
    .map(
      (item) =>
        `"${item.query}" names a group (${nameOf(item)}): a finding may name one member of it; do not carry it over to the others.`,
    ),
  ...guesses(looked).map(
    ({ query, name }) => `"${query}" was read as ${name}: confirm the name with the person before anything else.`,
  ),
];

/** The constraints of the records that speak, and what any answer on items taken together adds. */
export const constraints = (looked: readonly LookedAt[]): string[] => [
  ...guesses(looked).map(
    ({ query, name }) => `Do not answer about ${name} before the person has confirmed that "${query}" means it.`,
  ),
  ...publishedOf(looked).flatMap((one) => one.must_not),
  ...looked.flatMap(partialCheck),
  'Do not say or imply that a pair is safe to combine, whatever the status.',
];

const guesses = (looked: readonly LookedAt[]): { query: string; name: string }[] =>
  looked.flatMap(({ item }) =>
    'record' in item && item.match?.method === 'fuzzy' ? [{ query: item.query, name: item.record.name }] : [],
  );

/** What was looked at on one side: its record, how many entries it or its ingredients have, the classes it belongs to. */
function checkedData({ item, published }: LookedAt, vocabulary: VocabularyIndex) {
  const files = published.map(({ data }) => data);
  const [file] = 'record' in item ? files : [];
  const ids = 'subject' in item ? item.subject.classes : (file?.classes ?? []);
  return {
    record: file ? { type: file.type, slug: file.slug } : null,
    assessed: file?.assessed ?? false,
    entries: files.flatMap(({ entries }) => entries.filter(isWritten)).length,
    classes: ids.map((id) => vocabulary.classes.get(id)?.name ?? id),
  };
}

/** Says of a side without a record what it is, and what of it was looked at. */
export function noRecordNote(looked: LookedAt): string {
  const { item } = looked;
  const files = filesOf(looked);
  if ('record' in item || item.type !== 'substance') return '';
  const { substances } = item.subject;
  const holds = substances.length > 1 ? ` It contains ${listOf(substances)}.` : '';
  const seen =
    files.length > 0 ? ` Of these the record of ${listOf(files.map(({ name }) => name))} was looked at.` : '';
  return ` There is no record of ${item.name} here.${holds}${seen}`;
}

/** A part of a product must not be taken for the whole. */
function partialCheck(looked: LookedAt): string[] {
  const missing = partsNotLookedAt(looked.item, filesOf(looked));
  if (missing.length === 0) return [];
  return [
    `Do not present this as a full check of ${nameOf(looked.item)}: there is no record of ${listOf(missing)}, which it contains too.`,
  ];
}

function summarize(status: PairStatus, looked: readonly LookedAt[], findings: readonly Finding[]): string {
  const pair = listOf(looked.map(({ item }) => nameOf(item)));
  const alone = looked.map(noRecordNote).join('');
  const guessed = theories(findings);
  switch (status) {
    case 'documented': {
      const documented = findings.filter((finding) => !isTheory(finding));
      const worst = worstOf(findings);
      const count = `${counted(documented.length, 'documented interaction')} between ${pair}`;
      const how = worst?.severity === 'food' ? 'with food or drink' : `the most severe is ${worst?.severity}`;
      return `${count}; ${how}: ${firstSentence(worst?.effect ?? '')}${guessed}${alone}`;
    }
    case 'same_substance':
      return `${pair} are the same substance; their doses add up.${alone}`;
    case 'none_documented':
      return `No interaction between ${pair} is on file. Both records were assessed; this is not evidence that the pair is safe.${guessed}`;
    case 'not_assessed': {
      const lacking = looked.flatMap(filesOf).flatMap(({ assessed, name }) => (assessed ? [] : [name]));
      const why = lacking.length ? ` The record of ${listOf(lacking)} has no interactions section.` : '';
      return `Whether ${pair} interact was not assessed.${why}${guessed}${alone} This says nothing about safety.`;
    }
    default:
      return status satisfies never;
  }
}

/** What nobody has shown, but a source holds possible. */
function theories(findings: readonly Finding[]): string {
  const [worst, ...others] = findings.filter(isTheory);
  if (worst === undefined) return '';
  return ` In theory only, not documented${others.length > 0 ? ` (${counted(others.length, 'more such statement')})` : ''}: ${firstSentence(worst.effect)}`;
}

import { normalize } from '../names/normalize.ts';
import { type Match, type NamedRecord, type NameIndex, type Resolution, resolveName } from '../names/resolve.ts';
import { refOf } from '../profile/entry.ts';
import {
  type Finding,
  findingsBetween,
  findingsWith,
  isSameSet,
  placeKey,
  type RecordInteractions,
  sortFindings,
} from '../profile/interactions.ts';
import { type Subject, type VocabularyIndex, withParents } from '../profile/vocabulary.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Envelope } from '../schema/types.ts';
import { envelope } from './envelope.ts';
import type { Context } from './operation.ts';

export type PairStatus = 'documented' | 'none_documented' | 'not_assessed' | 'same_substance';

/** One side of a pair: a record, or a name that we know without a record, with the records of its ingredients. */
export type Item =
  | { type: Kind; query: string; record: NamedRecord; match: Match | null }
  | {
      type: 'substance' | 'food' | 'class';
      query: string;
      name: string;
      subject: Subject & { classAsked?: string };
      parts: readonly NamedRecord[];
    };

/** The records that speak for an item: its own, or those of its ingredients. */
export const recordsFor = (item: Item): readonly NamedRecord[] => ('record' in item ? [item.record] : item.parts);

export type ItemFailure = Exclude<Resolution, { status: 'found' }>;

/** What a name means to the checker: an exact record, a word of the vocabulary, a known drug, or a spelling of a record. */
export function resolveItem(query: string, names: NameIndex, vocabulary: VocabularyIndex): Item | ItemFailure {
  const resolution = resolveName(names, query);
  if (resolution.status === 'found' && resolution.match.method !== 'fuzzy') return ofRecord(resolution, query);
  const key = normalize(query);
  const classId = vocabulary.classNames.get(key);
  const asked = classId === undefined ? undefined : vocabulary.classes.get(classId);
  const substance = vocabulary.substanceNames.get(key);
  if (asked) {
    // "Alcohol" is a group of drinks and the substance in them: what belongs to either counts.
    const itself = substance ? (vocabulary.memberships.get(normalize(substance.name)) ?? []) : [];
    const classes = [...new Set([...withParents([asked.id], vocabulary.classes), ...itself])].toSorted();
    return {
      type: asked.kind,
      query,
      name: asked.name,
      subject: { substances: substance ? [substance.name] : [], classes, classAsked: asked.id },
      parts: [],
    };
  }
  if (substance)
    return ofSubstances(
      query,
      substance.name,
      [substance.name],
      substance.kind === 'food' ? 'food' : 'substance',
      vocabulary,
    );
  if (vocabulary.memberships.has(key) && resolution.status !== 'not_in_catalog')
    return ofSubstances(query, key, [key], 'substance', vocabulary);
  if (resolution.status === 'not_in_catalog' && resolution.canonical.length) {
    const { name, canonical } = resolution;
    return {
      ...ofSubstances(query, name, canonical, 'substance', vocabulary),
      parts: ingredientRecords(canonical, names),
    };
  }
  return resolution.status === 'found' ? ofRecord(resolution, query) : resolution;
}

const ofRecord = ({ record, match }: Extract<Resolution, { status: 'found' }>, query: string): Item => ({
  type: record.kind,
  query,
  record,
  match,
});

/** The records of the ingredients of a product that has none of its own. */
const ingredientRecords = (ingredients: readonly string[], names: NameIndex): NamedRecord[] =>
  ingredients.flatMap((ingredient) => {
    const resolution = resolveName(names, ingredient);
    return resolution.status === 'found' && resolution.match.method !== 'fuzzy' ? [resolution.record] : [];
  });

function ofSubstances(
  query: string,
  name: string,
  ingredients: readonly string[],
  type: 'substance' | 'food',
  vocabulary: VocabularyIndex,
): Exclude<Item, { record: NamedRecord }> {
  const substances = ingredients.map((one) => vocabulary.substanceNames.get(normalize(one))?.name ?? one);
  const classes = [
    ...new Set(substances.flatMap((one) => vocabulary.memberships.get(normalize(one)) ?? [])),
  ].toSorted();
  return { type, query, name, subject: { substances, classes }, parts: [] };
}

export type PairResult =
  | { ok: true; body: Envelope }
  | { ok: false; failures: { at: number; resolution: ItemFailure }[] };

/** Everything on file between two items, in whichever order they are named; `records` skips the look-up of names. */
export async function checkPair(
  queries: readonly [string, string],
  context: Context,
  records?: readonly [NamedRecord, NamedRecord],
): Promise<PairResult> {
  const { names, vocabulary } = context.data;
  const items = queries.map((query, at): Item | ItemFailure =>
    records
      ? { type: records[at as 0 | 1].kind, query, record: records[at as 0 | 1], match: null }
      : resolveItem(query, names, vocabulary),
  );
  const failures = items.flatMap((item, at) => ('status' in item ? [{ at, resolution: item }] : []));
  if (failures.length) return { ok: false, failures };
  const [a, b] = items as [Item, Item];
  if (recordsFor(a).length + recordsFor(b).length === 0) {
    const both = [a, b].map((item, at) => ({
      at,
      resolution: {
        status: 'not_in_catalog' as const,
        query: item.query,
        name: 'name' in item ? item.name : item.query,
        canonical: 'subject' in item ? item.subject.substances : [],
        suggestions: [],
      },
    }));
    return { ok: false, failures: both };
  }
  const filesOf = (item: Item) => Promise.all(recordsFor(item).map((record) => interactionsOf(record, context)));
  return { ok: true, body: await pairEnvelope([a, b], [await filesOf(a), await filesOf(b)], context) };
}

async function interactionsOf(record: NamedRecord, { data }: Context): Promise<RecordInteractions> {
  const file = await data.interactions(record.kind, record.slug);
  if (!file) throw new Error(`v1/interactions/${refOf(record)}.json is missing`);
  return file;
}

/** For each side the files of the records that speak for it. */
type Files = readonly [readonly RecordInteractions[], readonly RecordInteractions[]];

async function pairEnvelope([a, b]: readonly [Item, Item], [left, right]: Files, context: Context): Promise<Envelope> {
  const { service, vocabulary } = context.data;
  const findings = pairFindings([a, b], [left, right], vocabulary);
  const status = pairStatus([a, b], [left, right], findings);
  const items = [a, b].map((item) => itemData(item, service.site_url));
  const profiles = await Promise.all(
    [a, b].flatMap(recordsFor).map(({ kind, slug }) => context.data.profile(kind, slug)),
  );
  const known = profiles
    .filter((one) => one !== undefined)
    .toSorted((one, other) => (one.source_url < other.source_url ? -1 : 1));
  // The same page and the same order of constraints whichever item was named first.
  const url = [...left, ...right].map((file) => file.canonical_url).toSorted()[0] ?? service.site_url;
  const guessed = items.filter(({ match }) => match?.method === 'fuzzy');
  return envelope(service, {
    summary: summarize(status, [a, b], findings, [left, right]),
    guidance: [
      ...[a, b]
        .filter((item) => item.type === 'class')
        .map(
          (item) =>
            `"${item.query}" names a group (${nameOf(item)}): a finding may name one member of it; do not carry it over to the others.`,
        ),
      ...guessed.map(
        ({ query, name }) => `"${query}" was read as ${name}: confirm the name with the person before anything else.`,
      ),
      guidance[status],
    ].join(' '),
    mustNot: [
      ...guessed.map(
        ({ query, name }) => `Do not answer about ${name} before the person has confirmed that "${query}" means it.`,
      ),
      ...known.flatMap((one) => one.must_not),
      ...[a, b].flatMap((item, at) => partialCheck(item, at === 0 ? left : right)),
      'Do not say or imply that a pair is safe to combine, whatever the status.',
      ...(status === 'documented'
        ? ['Do not leave out the most severe finding.']
        : ['Do not turn the absence of a documented interaction into "no interaction".']),
    ],
    sourceUrl: url,
    lastUpdated:
      known
        .map((one) => one.last_updated)
        .toSorted()
        .at(-1) ?? service.last_updated,
    data: {
      status,
      items,
      findings: findings.map((finding) => ({
        ...finding,
        documented_in: {
          ...finding.documented_in,
          canonical_url: `${service.site_url}/${finding.documented_in.type}/${finding.documented_in.slug}#interactions`,
        },
      })),
      checked: [a, b].map((item, at) => checkedData(item, at === 0 ? left : right, vocabulary)),
    },
  });
}

/**
 * Findings of a pair for which at least one record speaks; the same in either order. What the record of an ingredient
 * documents holds for the product.
 */
export function pairFindings(
  [a, b]: readonly [Item, Item],
  [left, right]: Files,
  vocabulary: Pick<VocabularyIndex, 'classes' | 'memberships'>,
): Finding[] {
  const found = [...findingsFrom(a, left, b, right, vocabulary), ...findingsFrom(b, right, a, left, vocabulary)];
  const first = new Map<string, Finding>();
  for (const finding of found.toSorted(byNearness)) {
    const place = placeKey(finding.documented_in);
    if (!first.has(place)) first.set(place, finding);
  }
  return sortFindings([...first.values()]);
}

/** What the records of one side say of the other. */
function findingsFrom(
  item: Item,
  files: readonly RecordInteractions[],
  other: Item,
  otherFiles: readonly RecordInteractions[],
  vocabulary: Pick<VocabularyIndex, 'classes' | 'memberships'>,
): Finding[] {
  const of = (file: RecordInteractions): Finding[] =>
    'record' in other
      ? otherFiles.flatMap(({ type, slug }) => findingsBetween(file, refOf({ kind: type, slug })))
      : findingsWith(file, other.subject, vocabulary);
  if ('record' in item) return files.flatMap(of);
  return files.flatMap((file) =>
    of(file).map((finding) => ({ ...finding, basis: 'ingredient' as const, via: file.name })),
  );
}

/** A finding that both sides lead to is told by the nearer of its reasons. */
const byNearness = (one: Finding, other: Finding): number =>
  nearness.indexOf(one.basis) - nearness.indexOf(other.basis) || (one.via < other.via ? -1 : 1);
const nearness: readonly Finding['basis'][] = ['direct', 'duplicate_ingredient', 'class', 'ingredient'];

export function pairStatus(
  [a, b]: readonly [Item, Item],
  [left, right]: Files,
  findings: readonly Finding[],
): PairStatus {
  const substances = (item: Item, files: readonly RecordInteractions[]): readonly string[] =>
    'record' in item ? (files[0]?.substances ?? []) : item.subject.substances;
  const own = substances(a, left);
  if (own.length && isSameSet(own, substances(b, right))) return 'same_substance';
  if (findings.length) return 'documented';
  const isAssessed = (item: Item, files: readonly RecordInteractions[]): boolean =>
    'record' in item && files.every(({ assessed }) => assessed);
  return isAssessed(a, left) && isAssessed(b, right) ? 'none_documented' : 'not_assessed';
}

function itemData(item: Item, siteUrl: string) {
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

/** What was looked at on one side: its record, how many entries it or its ingredients have, the classes it belongs to. */
function checkedData(item: Item, files: readonly RecordInteractions[], vocabulary: VocabularyIndex) {
  const [file] = 'record' in item ? files : [];
  const ids = 'subject' in item ? item.subject.classes : (file?.classes ?? []);
  return {
    record: file ? { type: file.type, slug: file.slug } : null,
    assessed: file?.assessed ?? false,
    entries: files.flatMap(({ entries }) => entries.filter(({ targets }) => targets)).length,
    classes: ids.map((id) => vocabulary.classes.get(id)?.name ?? id),
  };
}

const nameOf = (item: Item): string => ('record' in item ? item.record.name : item.name);

/** Says of a side without a record what it is, and what of it was looked at. */
function standIn(item: Item, files: readonly RecordInteractions[]): string {
  if ('record' in item || item.type !== 'substance') return '';
  const { substances } = item.subject;
  const holds = substances.length > 1 ? ` It contains ${listed(substances)}.` : '';
  const looked =
    files.length > 0 ? ` Of these the record of ${listed(files.map(({ name }) => name))} was looked at.` : '';
  return ` There is no record of ${item.name} here.${holds}${looked}`;
}

/** Ingredients of a product that were not looked at, where others were. */
export function partsNotLookedAt(item: Item, files: readonly RecordInteractions[]): string[] {
  if ('record' in item || files.length === 0) return [];
  const looked = files.flatMap(({ substances }) => substances);
  return item.subject.substances.filter((name) => !looked.includes(name));
}

/** A part of a product must not be taken for the whole. */
function partialCheck(item: Item, files: readonly RecordInteractions[]): string[] {
  const missing = partsNotLookedAt(item, files);
  if (missing.length === 0) return [];
  return [
    `Do not present this as a full check of ${nameOf(item)}: there is no record of ${listed(missing)}, which it contains too.`,
  ];
}

const listed = (names: readonly string[]): string => names.join(' and ');

function summarize(
  status: PairStatus,
  items: readonly [Item, Item],
  findings: readonly Finding[],
  files: Files,
): string {
  const pair = items.map(nameOf).join(' and ');
  const alone = items.map((item, at) => standIn(item, files[at as 0 | 1])).join('');
  switch (status) {
    case 'documented': {
      const worst = findings[0];
      const count = `${findings.length} documented ${findings.length === 1 ? 'interaction' : 'interactions'} between ${pair}`;
      // Of food some findings say that nothing changes: told alone, such a one would hide the others.
      if (worst?.severity === 'food')
        return `${count}, with food or drink: ${findings.map(({ effect }) => effect).join(' ')}${alone}`;
      return `${count}; the most severe is ${worst?.severity}: ${worst?.effect}${alone}`;
    }
    case 'same_substance':
      return `${pair} are the same substance; their doses add up.${alone}`;
    case 'none_documented':
      return `No interaction between ${pair} is on file. Both records were assessed; this is not evidence that the pair is safe.`;
    case 'not_assessed': {
      const lacking = files.flat().flatMap(({ assessed, name }) => (assessed ? [] : [name]));
      const why = lacking.length ? ` The record of ${listed(lacking)} has no interactions section.` : '';
      return `Whether ${pair} interact was not assessed.${why}${alone} This says nothing about safety.`;
    }
    default:
      return status satisfies never;
  }
}

const guidance: Record<PairStatus, string> = {
  documented:
    'Tell the most severe finding first, name the record it stands in and link it. A finding by class holds for the class; say so. Advise to ask a pharmacist or prescriber.',
  same_substance: 'Say that both are the same substance and that their doses add up.',
  none_documented:
    'Say that nothing is on file in the two records, that this is not evidence of safety, and that a pharmacist can check further.',
  not_assessed: 'Say that this pair could not be assessed here, and that a pharmacist can check it.',
};

import type { Finding, RecordInteractions } from '../../interactions/findings.ts';
import { type ItemFailure, type PairItem, recordsFor, resolveItem } from '../../interactions/item.ts';
import { type Files, type PairStatus, pairFindings, pairStatus, partsNotLookedAt } from '../../interactions/pair.ts';
import type { VocabularyIndex } from '../../interactions/vocabulary.ts';
import type { NamedRecord } from '../../names/name-index.ts';
import { refOf } from '../../records/entry.ts';
import type { Envelope } from '../../schema/types.ts';
import { envelope } from '../envelope.ts';
import type { Context } from '../operation.ts';

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
  const items = queries.map((query, at): PairItem | ItemFailure =>
    records
      ? { type: records[at as 0 | 1].kind, query, record: records[at as 0 | 1], match: null }
      : resolveItem(query, names, vocabulary),
  );
  const failures = items.flatMap((item, at) => ('status' in item ? [{ at, resolution: item }] : []));
  if (failures.length) return { ok: false, failures };
  const [a, b] = items as [PairItem, PairItem];
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
  const filesOf = (item: PairItem) => Promise.all(recordsFor(item).map((record) => interactionsOf(record, context)));
  return { ok: true, body: await pairEnvelope([a, b], [await filesOf(a), await filesOf(b)], context) };
}

async function interactionsOf(record: NamedRecord, { data }: Context): Promise<RecordInteractions> {
  const file = await data.interactions(record.kind, record.slug);
  if (!file) throw new Error(`v1/interactions/${refOf(record)}.json is missing`);
  return file;
}

async function pairEnvelope(
  [a, b]: readonly [PairItem, PairItem],
  [left, right]: Files,
  context: Context,
): Promise<Envelope> {
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

function itemData(item: PairItem, siteUrl: string) {
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
function checkedData(item: PairItem, files: readonly RecordInteractions[], vocabulary: VocabularyIndex) {
  const [file] = 'record' in item ? files : [];
  const ids = 'subject' in item ? item.subject.classes : (file?.classes ?? []);
  return {
    record: file ? { type: file.type, slug: file.slug } : null,
    assessed: file?.assessed ?? false,
    entries: files.flatMap(({ entries }) => entries.filter(({ targets }) => targets)).length,
    classes: ids.map((id) => vocabulary.classes.get(id)?.name ?? id),
  };
}

const nameOf = (item: PairItem): string => ('record' in item ? item.record.name : item.name);

/** Says of a side without a record what it is, and what of it was looked at. */
function standIn(item: PairItem, files: readonly RecordInteractions[]): string {
  if ('record' in item || item.type !== 'substance') return '';
  const { substances } = item.subject;
  const holds = substances.length > 1 ? ` It contains ${listed(substances)}.` : '';
  const looked =
    files.length > 0 ? ` Of these the record of ${listed(files.map(({ name }) => name))} was looked at.` : '';
  return ` There is no record of ${item.name} here.${holds}${looked}`;
}

/** A part of a product must not be taken for the whole. */
function partialCheck(item: PairItem, files: readonly RecordInteractions[]): string[] {
  const missing = partsNotLookedAt(item, files);
  if (missing.length === 0) return [];
  return [
    `Do not present this as a full check of ${nameOf(item)}: there is no record of ${listed(missing)}, which it contains too.`,
  ];
}

const listed = (names: readonly string[]): string => names.join(' and ');

function summarize(
  status: PairStatus,
  items: readonly [PairItem, PairItem],
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

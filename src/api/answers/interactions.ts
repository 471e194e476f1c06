import type { Finding, RecordInteractions } from '../../interactions/findings.ts';
import { type PairItem, recordsFor, resolveItem } from '../../interactions/item.ts';
import { type Files, type PairStatus, pairFindings, pairStatus, partsNotLookedAt } from '../../interactions/pair.ts';
import type { VocabularyIndex } from '../../interactions/vocabulary.ts';
import { refOf } from '../../records/entry.ts';
import type { Envelope } from '../../schema/types.ts';
import { compareText, newestOf } from '../../text/order.ts';
import { counted, listOf } from '../../text/sentences.ts';
import type { CatalogData } from '../catalog-data.ts';
import { type EnvelopeOf, envelope } from '../envelope.ts';
import { nameField } from '../inputs.ts';
import { type FailedName, nameRefusal } from '../named-record.ts';
import { nameProblems, operation, readsOnly } from '../operation.ts';
import { outputs } from '../outputs.ts';

export const interactions = operation({
  tool: 'check_interactions',
  title: 'Check two items for interactions',
  method: 'GET',
  path: '/v1/interactions',
  purpose:
    'Use this to check two items that a person takes together: medications, supplements, peptides, a drug class, or a food or drink; one needs a record here. Returns the findings on file, worst first, each with its record, or says that none is documented or that it was not assessed. Neither is evidence of safety: never say so. For more items check every pair.',
  input: {
    item1: nameField('A medication, supplement, peptide, drug class, food or drink.'),
    item2: nameField('A medication, supplement, peptide, drug class, food or drink.'),
  },
  output: outputs.interactions,
  annotations: readsOnly,
  policy: 'default',
  problems: nameProblems,
  async run({ item1, item2 }, { data }) {
    const pair = resolvePair([item1, item2], data);
    const filesOf = (item: PairItem) =>
      Promise.all(recordsFor(item).map(({ kind, slug }) => data.interactions(kind, slug)));
    return pairEnvelope(pair, [await filesOf(pair[0]), await filesOf(pair[1])], data);
  },
});

/** Both sides, of which at least one has a record to speak for it. @throws {Refusal} that names each side at fault */
function resolvePair(queries: readonly [string, string], data: CatalogData): [PairItem, PairItem] {
  const items = queries.map((query) => resolveItem(query, data.names, data.vocabulary));
  const failures = items.flatMap((item, at) =>
    'status' in item ? [{ parameter: `item${at + 1}`, resolution: item }] : [],
  );
  if (failures.length > 0) throw nameRefusal(failures, data, failures.length === 2 ? NEEDS_A_RECORD : '');
  const [a, b] = items as [PairItem, PairItem];
  if (recordsFor(a).length + recordsFor(b).length > 0) return [a, b];
  throw nameRefusal([a, b].map(withoutRecord), data, NEEDS_A_RECORD);
}

const NEEDS_A_RECORD = 'At least one of two items needs a record here, or an ingredient that has one.';

const withoutRecord = (item: PairItem, at: number): FailedName => ({
  parameter: `item${at + 1}`,
  resolution: {
    status: 'not_in_catalog',
    query: item.query,
    name: 'name' in item ? item.name : item.query,
    canonical: 'subject' in item ? item.subject.substances : [],
    suggestions: [],
  },
});

type Published = readonly EnvelopeOf<RecordInteractions>[];

/** `left` and `right` are the files of the records that speak for each side. */
function pairEnvelope(
  [a, b]: readonly [PairItem, PairItem],
  [publishedLeft, publishedRight]: readonly [Published, Published],
  { service, vocabulary }: CatalogData,
): Envelope {
  const [left, right] = [publishedLeft, publishedRight].map((files) => files.map((file) => file.data)) as [
    RecordInteractions[],
    RecordInteractions[],
  ];
  const findings = pairFindings([a, b], [left, right], vocabulary);
  const status = pairStatus([a, b], [left, right], findings);
  const items = [a, b].map((item) => itemData(item, service.site_url));
  const known = [...publishedLeft, ...publishedRight].toSorted((one, other) =>
    compareText(one.source_url, other.source_url),
  );
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
    lastUpdated: newestOf(known.map((one) => one.last_updated)) ?? service.last_updated,
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
  const holds = substances.length > 1 ? ` It contains ${listOf(substances)}.` : '';
  const looked =
    files.length > 0 ? ` Of these the record of ${listOf(files.map(({ name }) => name))} was looked at.` : '';
  return ` There is no record of ${item.name} here.${holds}${looked}`;
}

/** A part of a product must not be taken for the whole. */
function partialCheck(item: PairItem, files: readonly RecordInteractions[]): string[] {
  const missing = partsNotLookedAt(item, files);
  if (missing.length === 0) return [];
  return [
    `Do not present this as a full check of ${nameOf(item)}: there is no record of ${listOf(missing)}, which it contains too.`,
  ];
}

function summarize(
  status: PairStatus,
  items: readonly [PairItem, PairItem],
  findings: readonly Finding[],
  files: Files,
): string {
  const pair = listOf(items.map(nameOf));
  const alone = items.map((item, at) => standIn(item, files[at as 0 | 1])).join('');
  switch (status) {
    case 'documented': {
      const worst = findings[0];
      const count = `${counted(findings.length, 'documented interaction')} between ${pair}`;
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
      const why = lacking.length ? ` The record of ${listOf(lacking)} has no interactions section.` : '';
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

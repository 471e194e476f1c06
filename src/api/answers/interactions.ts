import { type PairItem, recordsFor, resolveItem } from '../../interactions/item.ts';
import type { Finding, PairStatus } from '../../interactions/pair.ts';
import { firstSentence } from '../../text/sentences.ts';
import type { CatalogData } from '../catalog-data.ts';
import { choiceField, nameField, nameListField } from '../inputs.ts';
import { manyEnvelope, type PairOfMany } from '../many-answer.ts';
import { type FailedName, nameRefusal } from '../named-record.ts';
import { nameProblems, operation, readsOnly } from '../operation.ts';
import { type LookedAt, lookAt, pairEnvelope } from '../pair-answer.ts';

const MOST_FURTHER = 18;

export const interactions = operation({
  tool: 'check_interactions',
  title: 'Check items for interactions',
  method: 'GET',
  path: '/v1/interactions',
  purpose:
    'Use this to check what a person takes together: medications, supplements, peptides, a drug class, or a food or drink; at least one needs a record here. For more than two send the others in `more`: one call answers every pair, worst first, what adds up, what they share, and what must not be stopped suddenly. Nothing documented, or not assessed, is no evidence of safety: never say so.',
  input: {
    item1: nameField('A medication, supplement, peptide, drug class, food or drink.'),
    item2: nameField('A medication, supplement, peptide, drug class, food or drink.'),
    more: nameListField(MOST_FURTHER, 'Further items, if there are more than two.'),
    section: choiceField('statements', '`statements` adds every statement, whole.'),
  },
  answerSchema: 'InteractionsAnswer',
  annotations: readsOnly,
  policy: 'default',
  problems: nameProblems,
  summarize: (data) => interactionsSummary(data as Parameters<typeof interactionsSummary>[0]),
  async run({ item1, item2, more, section }, { data }) {
    const asked = [
      { parameter: 'item1', query: item1 },
      { parameter: 'item2', query: item2 },
      ...more.map((query) => ({ parameter: 'more', query })),
    ];
    const items = await resolveItems(asked, data);
    const looked = await Promise.all(items.map((item) => lookAt(item, data)));
    const [a, b, ...rest] = looked as [LookedAt, LookedAt, ...LookedAt[]];
    return rest.length === 0 ? pairEnvelope([a, b], data, section !== undefined) : manyEnvelope(looked, data);
  },
});

/** The items, of which at least one has a record to speak for it. @throws {Refusal} that names each at fault */
async function resolveItems(
  asked: readonly { parameter: string; query: string }[],
  data: CatalogData,
): Promise<PairItem[]> {
  const resolved = await data.named((names) => asked.map(({ query }) => resolveItem(query, names, data.vocabulary)));
  const failures = resolved.flatMap((item, at) =>
    'status' in item ? [{ parameter: asked[at]?.parameter ?? 'more', resolution: item }] : [],
  );
  if (failures.length > 0) throw nameRefusal(failures, data, failures.length === asked.length ? NEEDS_A_RECORD : '');
  const items = resolved as PairItem[];
  if (items.some((item) => recordsFor(item).length > 0)) return items;
  throw nameRefusal(
    items.map((item, at) => withoutRecord(item, asked[at]?.parameter ?? 'more')),
    data,
    NEEDS_A_RECORD,
  );
}

const NEEDS_A_RECORD = 'At least one of the items needs a record here, or an ingredient that has one.';

const withoutRecord = (item: PairItem, parameter: string): FailedName => ({
  parameter,
  resolution: {
    status: 'not_in_catalog',
    query: item.query,
    name: 'name' in item ? item.name : item.query,
    canonical: 'subject' in item ? item.subject.substances : [],
    suggestions: [],
  },
});

interface PairAnswer {
  readonly items: readonly { readonly name: string }[];
  readonly findings: readonly Finding[];
}
interface ManyAnswer {
  readonly items: readonly { readonly name: string }[];
  readonly pairs: readonly PairOfMany[];
  readonly same_ingredient: readonly { readonly substance: string; readonly members: readonly string[] }[];
}

/** Findings in a line each, worst first, with the place of the first; of many items the worst of each pair, and how many more it has. */
export const interactionsSummary = (data: PairAnswer | ManyAnswer): string[] =>
  'pairs' in data
    ? manyLines(data)
    : data.findings.map((finding, at) =>
        [`${grade(finding)}:`, finding.effect, finding.guidance, at === 0 && place(finding)].filter(Boolean).join(' '),
      );

function manyLines({ items, pairs, same_ingredient: shared }: ManyAnswer): string[] {
  const name = (at: number): string => items[at]?.name ?? '';
  const documented = pairs.filter(({ findings, status }) => findings.length > 0 || status === 'same_substance');
  const silent = (status: PairStatus): string[] =>
    pairs
      .filter((pair) => pair.status === status && pair.findings.length === 0)
      .map((pair) => pair.items.map(name).join(' + '));
  return [
    ...documented.map(({ items: pair, findings: [worst, ...others], status }) => {
      const both = pair.map(name).join(' + ');
      if (worst === undefined) return `${both}: ${status.replaceAll('_', ' ')}`;
      const more = others.length > 0 ? ` (${others.length} more for this pair)` : '';
      return `${both}: ${grade(worst)}: ${firstSentence(worst.effect)}${more} ${place(worst)}`;
    }),
    ...shared.map(({ substance, members }) => `Same ingredient: ${substance} is in ${members.join(', ')}`),
    ...labelled('Not assessed', silent('not_assessed')),
    ...labelled('Nothing on file, which is no evidence of safety', silent('none_documented')),
    'For all findings of one pair ask again with its two items alone.',
  ];
}

const labelled = (label: string, texts: readonly string[]): string[] =>
  texts.length > 0 ? [`${label}: ${texts.join('; ')}`] : [];

/** "major, avoid (label)"; a theory is called one. */
const grade = ({ severity, action, evidence }: Finding): string =>
  evidence === 'theory'
    ? `theory only, would be ${severity}`
    : `${[severity, action].filter(Boolean).join(', ')}${evidence ? ` (${evidence})` : ''}`;

const place = ({ documented_in: { type, slug }, basis, via }: Finding): string =>
  `[${basis === 'direct' ? '' : `${basis.replaceAll('_', ' ')}: ${via}; `}record ${type}/${slug}]`;

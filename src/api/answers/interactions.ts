import { type PairItem, recordsFor, resolveItem } from '../../interactions/item.ts';
import type { CatalogData } from '../catalog-data.ts';
import { choiceField, nameField, nameListField } from '../inputs.ts';
import { interactionsSummary } from '../interactions-summary.ts';
import { manyEnvelope } from '../many-answer.ts';
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
    'Use this to check what a person takes together: medications, supplements, peptides, a drug class, or a food or drink; at least one needs a record here. For more than two send the others in `more`: one call answers every pair, worst first, and says what adds up over several, what they share, and what must not be stopped suddenly. That nothing is documented, or not assessed, is no evidence of safety: never say so.',
  input: {
    item1: nameField('A medication, supplement, peptide, drug class, food or drink.'),
    item2: nameField('A medication, supplement, peptide, drug class, food or drink.'),
    more: nameListField(MOST_FURTHER, 'Further items, if there are more than two.'),
    section: choiceField('statements', 'Send `statements` for every statement behind the findings of one pair, whole.'),
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

interface Asked {
  readonly parameter: string;
  readonly query: string;
}

/** The items, of which at least one has a record to speak for it. @throws {Refusal} that names each at fault */
async function resolveItems(asked: readonly Asked[], data: CatalogData): Promise<PairItem[]> {
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

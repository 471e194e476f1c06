import { type Finding, severityOrder } from '../interactions/findings.ts';
import { type PairStatus, worstOf } from '../interactions/pair.ts';
import { addingUp, sharedIngredients } from '../interactions/together.ts';
import { refOf } from '../records/entry.ts';
import type { Envelope } from '../schema/types.ts';
import { newestOf } from '../text/order.ts';
import { counted, listOf } from '../text/sentences.ts';
import type { CatalogData } from './catalog-data.ts';
import { envelope } from './envelope.ts';
import {
  constraints,
  filesOf,
  itemData,
  type LookedAt,
  nameOf,
  namesNotes,
  noRecordNote,
  pairData,
  publishedOf,
} from './pair-answer.ts';

/** One pair of several items, by their positions; each equals the answer on the pair alone. */
export interface PairOfMany {
  items: [number, number];
  status: PairStatus;
  severity: Finding['severity'] | null;
  action: Finding['action'];
  findings: Finding[];
}

/** Every pair of several items, worst first, and what only shows when all are looked at together. */
export function manyEnvelope(
  looked: readonly LookedAt[],
  { service, vocabulary }: Pick<CatalogData, 'service' | 'vocabulary'>,
): Envelope {
  const pairs = everyPair(looked, vocabulary, service.site_url);
  const files = looked.map((one) => ({ item: one.item, files: filesOf(one) }));
  const named = (members: readonly number[]): string[] => members.map((at) => nameOf((looked[at] as LookedAt).item));
  const addsUp = addingUp(files, vocabulary.sharedEffects).map((one) => ({ ...one, members: named(one.members) }));
  const sameIngredient = sharedIngredients(files).map((one) => ({ ...one, members: named(one.members) }));
  const known = publishedOf(looked);
  const stopping = known.flatMap(({ data }) =>
    data.warnings
      .filter(({ id }) => id === 'abrupt-stop')
      .map(({ title, text }) => ({
        name: data.name,
        title,
        text,
        canonical_url: `${service.site_url}/${refOf({ kind: data.type, slug: data.slug })}#stopping`,
      })),
  );
  return envelope(service, {
    summary: summarize(looked, pairs, addsUp),
    guidance: [
      ...namesNotes(looked),
      'Tell the worst pairs first, then what adds up over several, then what must not be stopped suddenly. Say which pairs were not assessed. `action` is what the cited source says to do; evidence "theory" is a guess: tell it as one. Advise to ask a pharmacist or prescriber about all of it together.',
    ].join(' '),
    mustNot: [
      ...constraints(looked),
      'Do not leave out a major finding, nor a pair that was not assessed.',
      'Do not turn the absence of a documented interaction into "no interaction".',
    ],
    sourceUrl: `${service.site_url}/interactions`,
    lastUpdated: newestOf(known.map((one) => one.last_updated)) ?? service.last_updated,
    data: {
      items: looked.map(({ item }) => itemData(item, service.site_url)),
      pairs,
      adds_up: addsUp,
      same_ingredient: sameIngredient,
      stopping,
    },
  });
}

function everyPair(looked: readonly LookedAt[], vocabulary: CatalogData['vocabulary'], siteUrl: string): PairOfMany[] {
  const pairs = looked.flatMap((a, i) =>
    looked.slice(i + 1).map((b, after): PairOfMany => {
      const { status, findings } = pairData([a, b], vocabulary, siteUrl);
      const worst = worstOf(findings);
      const items: [number, number] = [i, i + 1 + after];
      return { items, status, severity: worst?.severity ?? null, action: worst?.action ?? null, findings };
    }),
  );
  return pairs.toSorted((a, b) => rank(a) - rank(b));
}

/** Worst first: what is documented by its severity, one substance twice, what nobody looked at, what is not on file. */
function rank({ status, severity }: PairOfMany): number {
  if (severity !== null) return severityOrder.indexOf(severity) + (severity === 'major' ? 0 : 1);
  return { same_substance: 1, documented: 6, not_assessed: 7, none_documented: 8 }[status];
}

function summarize(
  looked: readonly LookedAt[],
  pairs: readonly PairOfMany[],
  addsUp: readonly { effect: string; members: readonly string[] }[],
): string {
  const count = (test: (pair: PairOfMany) => boolean): number => pairs.filter(test).length;
  const parts = [
    ...severityOrder.map((severity) => [count((pair) => pair.severity === severity), severity] as const),
    [count(({ status }) => status === 'same_substance'), 'of one substance'],
    [count(({ status }) => status === 'not_assessed'), 'not assessed'],
    [count(({ status }) => status === 'none_documented'), 'with nothing on file'],
  ] as const;
  const counts = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const shared = addsUp.map(({ effect, members }) => `${effect}: ${listOf(members)}`);
  return [
    `${counted(pairs.length, 'pair')} of ${listOf(looked.map(({ item }) => nameOf(item)))}: ${counts.join(', ')}.`,
    ...(shared.length > 0 ? [`What adds up: ${shared.join('; ')}.`] : []),
    'Nothing on file is no evidence of safety.',
    ...looked
      .map(noRecordNote)
      .filter(Boolean)
      .map((text) => text.trim()),
  ].join(' ');
}

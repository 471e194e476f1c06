import { type RecordTally, recordTally } from '../profile/record-tally.ts';
import { type Entry, refOf } from '../records/entry.ts';
import { type Kind, kinds } from '../schema/kinds.ts';
import type { MostUsed, Source } from '../schema/types.ts';
import { compareText } from '../text/order.ts';
import type { Catalog } from './catalog.ts';

export interface Coverage {
  readonly kinds: Readonly<Record<Kind, KindCoverage>>;
  /** Records for the most used medicines: of the first 100, and of all on the list. */
  readonly ranks: { readonly first: Share; readonly all: Share };
  /** Purchases of the listed medicines that have a record, in thousands, of those whose number is known. */
  readonly purchases: Share;
  /** The label with the earliest effective date that a record cites; YYYY-MM-DD. */
  readonly oldestLabel: Dated | undefined;
  readonly sources: readonly (readonly [type: Source['type'], count: number])[];
  /** Papers and guidelines that are cited without a DOI, a PMID, a registry number or an agency's address. */
  readonly unidentifiedSources: number;
  readonly interactions: number;
  readonly notAssessed: number;
}
export interface Share {
  readonly count: number;
  readonly of: number;
}
/** A date (YYYY-MM-DD) and the record that has it, as `kind/slug`. */
interface Dated {
  readonly date: string;
  readonly ref: string;
}
export interface KindCoverage {
  readonly records: number;
  readonly fields: Share;
  readonly rare: readonly (readonly [field: string, count: number])[];
  readonly oldestReview: Dated | undefined;
}

const FIRST_RANKS = 100;

export function coverageOf(
  { entries, vocabulary }: Pick<Catalog, 'entries' | 'vocabulary'>,
  tallyOf: (entry: Entry) => RecordTally = recordTally,
): Coverage {
  const covered = new Set(entries.map(({ substances }) => key(substances ?? [])));
  const listed = vocabulary.mostUsed.map((one) => ({ ...one, isCovered: covered.has(key(one.substances)) }));
  const count = (list: typeof listed): Share => ({
    count: list.filter((one) => one.isCovered).length,
    of: list.length,
  });
  const purchases = (list: typeof listed): number => sum(list.map((one) => one.purchases ?? 0));
  const tallies = entries.map(tallyOf);
  const cited = tallies.flatMap((tally) => tally.sources);
  const labels = entries.flatMap((entry, at) => {
    const date = tallies[at]?.oldestLabel;
    return date ? [{ date, ref: refOf(entry) }] : [];
  });
  return {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, kindCoverage(kind, entries)])) as Coverage['kinds'],
    ranks: { first: count(listed.filter(({ rank }) => rank <= FIRST_RANKS)), all: count(listed) },
    purchases: { count: purchases(listed.filter(({ isCovered }) => isCovered)), of: purchases(listed) },
    oldestLabel: earliest(labels),
    sources: [...Map.groupBy(cited, ([type]) => type)]
      .map(([type, of]) => [type, sum(of.map(([, count]) => count))] as const)
      .toSorted(([a, more], [b, less]) => less - more || compareText(a, b)),
    unidentifiedSources: sum(tallies.map((tally) => tally.unidentifiedSources)),
    interactions: entries.flatMap(({ statements }) => statements ?? []).length,
    notAssessed: entries.filter(({ statements }) => !statements).length,
  };
}

function kindCoverage(kind: Kind, all: Catalog['entries']): KindCoverage {
  const entries = all.filter((entry) => entry.kind === kind);
  const filled = entries.flatMap(({ profile }) => Object.keys(profile));
  const counts = [...Map.groupBy(filled, (field) => field)].map(([field, of]) => [field, of.length] as const);
  const reviews = entries.flatMap((entry) => {
    const date = entry.profile.lastReviewed;
    return date ? [{ date, ref: refOf(entry) }] : [];
  });
  return {
    records: entries.length,
    fields: { count: sum(counts.map(([, count]) => count)), of: counts.length * entries.length },
    rare: counts.filter(([, count]) => count < entries.length / 2),
    oldestReview: earliest(reviews),
  };
}

export const share = ({ count, of }: Share): string => percent.format(of === 0 ? 0 : count / of);
const percent = new Intl.NumberFormat('en', { style: 'percent' });

/** A combination is another medicine than each of its ingredients. */
const key = (substances: MostUsed[number]['substances']): string => substances.toSorted(compareText).join(' + ');

const earliest = (dated: readonly Dated[]): Dated | undefined =>
  dated.toSorted((a, b) => compareText(a.date, b.date) || compareText(a.ref, b.ref))[0];

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

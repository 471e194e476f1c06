import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Cache } from '../catalog/cache.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type Effect, type EffectIndex, effectIndex } from '../interactions/effects.ts';
import type { DocumentedEntry, RecordInteractions } from '../interactions/findings.ts';
import { joinInteractions } from '../interactions/join.ts';
import type { Terms } from '../interactions/vocabulary.ts';
import { type ClassPage, classPages } from '../profile/class-page.ts';
import { type Partner, partners as partnersOf } from '../profile/partners.ts';
import type { RecordTally } from '../profile/record-tally.ts';
import type { SafetyFact } from '../profile/safety.ts';
import { type Entry, type Related, refOf } from '../records/entry.ts';
import { kinOf, relatedRecords } from '../records/related.ts';
import type { EntryPlace } from '../records/statement.ts';
import type { Ledger } from '../schema/types.ts';
import { type Memo, noMemo } from '../text/memo.ts';
import { newestOf } from '../text/order.ts';
import type { Companion } from './companion/companion.ts';
import { makeCompanions, type RecordSummary } from './companion/companions.ts';

/** What is made of each record when it is first asked for, by `kind/slug`: while what it is made of is at hand. */
export type MadeWhenAsked<T> = Pick<ReadonlyMap<string, T>, 'get'>;

/** One build's data: the catalog with everything that is computed from it once. Maps are keyed by `kind/slug`. */
export interface Edition {
  readonly catalog: Catalog;
  readonly interactions: ReadonlyMap<string, RecordInteractions>;
  /** What is documented of a record, partner by partner: made when it is asked for, and let go when room is wanted. */
  readonly partners: MadeWhenAsked<readonly Partner[]>;
  readonly related: ReadonlyMap<string, readonly Related[]>;
  readonly safety: MadeWhenAsked<readonly SafetyFact[]>;
  readonly summaries: ReadonlyMap<string, RecordSummary>;
  readonly companions: ReadonlyMap<string, Companion>;
  /** Pages of classes by id, in alphabetical order of the ids. */
  readonly classes: ReadonlyMap<string, ClassPage>;
  /** Digest of all that is shown of each record: equal digests mean equal files. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly tallyOf: (entry: Entry) => RecordTally;
  /** Newest lastModified of the companions (YYYY-MM-DD). */
  readonly updated: string;
}

/** Date of the newest record that the page of a class shows (YYYY-MM-DD). */
export const classDate = (
  { shown }: ClassPage,
  { companions, updated }: Pick<Edition, 'companions' | 'updated'>,
): string => newestOf(shown.map((ref) => companions.get(ref)?.lastModified)) ?? updated;

function partnersWhenAsked(interactions: ReadonlyMap<string, RecordInteractions>, effects: EffectIndex, memo: Memo) {
  // A record is asked for a few times in a row; those of ten thousand are several hundred megabytes.
  const made = new LRUCache<string, readonly Partner[]>({ max: 16 });
  return {
    get(ref: string): readonly Partner[] | undefined {
      const record = interactions.get(ref);
      if (record === undefined) return undefined;
      const partners =
        made.get(ref) ?? memo.compute(`partners ${ref}`, [record, effects], () => partnersOf(record, effects));
      made.set(ref, partners);
      return partners;
    },
  };
}

function inputsOfEach(
  entries: readonly Entry[],
  {
    interactions,
    related,
    effects,
    memo,
  }: Pick<Edition, 'interactions' | 'related'> & { effects: readonly Effect[]; memo: Memo },
): Map<string, string> {
  const effectsDigest = memo.compute('digest of effects', [effects], () => digestOf(effects));
  const statements = new Map<EntryPlace, string>(
    entries.flatMap(({ statements: own = [], statementDigests }) =>
      own.map(({ documented_in }, at) => [documented_in, statementDigests[at] as string]),
    ),
  );
  return new Map(
    entries.map((entry) => {
      const ref = refOf(entry);
      const [documented, relatives = []] = [interactions.get(ref) as RecordInteractions, related.get(ref)];
      const make = (): string => recordInputs(entry, documented, { related: relatives, statements, effectsDigest });
      return [ref, memo.compute(`inputs ${ref}`, [entry, documented, relatives, effectsDigest], make)];
    }),
  );
}

/** Computes an edition and the ledger that dates it; `today` is YYYY-MM-DD and used only for what changed. */
export function makeEdition(
  { catalog, terms }: { catalog: Catalog; terms: Terms },
  today: string,
  cache?: Cache,
  memo: Memo = noMemo,
): { edition: Edition; ledger: Ledger } {
  const { entries, site } = catalog;
  const interactions = joinInteractions(
    entries,
    terms,
    (entry) => `${site.siteUrl}/${refOf(entry)}`,
    catalog.vocabulary.guidance,
    memo,
  );
  const kin = entries.map((entry) => {
    const place = `kin ${refOf(entry)}`;
    return memo.compute(place, [entry], () => memo.same(`${place} as it was`, kinOf(entry)));
  });
  const related = memo.compute('related', [...kin, site.siteUrl], () =>
    memo.sameEach('related records', relatedRecords(kin, site.siteUrl)),
  );
  const { effects } = catalog.vocabulary;
  const byId = memo.compute('effects by id', [effects], () => effectIndex(effects));
  const partners = partnersWhenAsked(interactions, byId, memo);
  const inputs = inputsOfEach(entries, { interactions, related, effects, memo });
  const joined = { catalog, interactions, partners, related, inputs };
  const { summaries, companions, ledger } = makeCompanions(joined, today, cache, memo);
  const safety = { get: (ref: string) => summaries.get(ref)?.facts };
  const updated = newestOf([...companions.values()].map(({ lastModified }) => lastModified)) ?? today;
  const classes = classPages({
    entries,
    classes: catalog.vocabulary.classes,
    interactions,
    safety,
    effects: byId,
  });
  return {
    edition: {
      catalog: { ...catalog, ledger },
      interactions,
      partners,
      related,
      safety,
      summaries,
      companions,
      classes,
      updated,
      inputs,
      tallyOf: (entry) => (summaries.get(refOf(entry)) as RecordSummary).tally,
    },
    ledger,
  };
}

/** Digest of what an interaction entry says, by the object of its place, which all copies share. */
type StatementDigests = Map<EntryPlace, string>;

/** Digest of all that is shown of a record: its file, what is documented of it, what that means for a person, its relatives. */
export function recordInputs(
  { digest, soldAs, names: { ids } }: Entry,
  { entries, ...record }: RecordInteractions,
  {
    related,
    statements,
    effectsDigest,
  }: { related: readonly Related[]; statements: StatementDigests; effectsDigest: string },
): string {
  const documented = entries.map((one) => [saidBy(one, statements), one.targets, one.reaches]);
  return digestOf([digest, soldAs, ids, record, documented, related, effectsDigest]);
}

function saidBy(entry: DocumentedEntry, statements: StatementDigests): string {
  const known = statements.get(entry.documented_in);
  if (known !== undefined) return known;
  const { targets: _, reaches: __, ...said } = entry;
  const digest = digestOf(said);
  statements.set(entry.documented_in, digest);
  return digest;
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64');

import { refOf } from '../records/entry.ts';
import type { CitedSource, EntryPlace, Grounded } from '../records/statement.ts';
import { evidences } from '../schema/interaction-grades.ts';
import { compareText } from '../text/order.ts';
import { findingText, type PairNames, type SentenceIndex, statementText } from './effects.ts';
import {
  actionRank,
  type Basis,
  compareGravity,
  DROWSINESS,
  type Gravity,
  gravityOf,
  isGenericEffect,
  isGuidance,
  isSameSet,
  isTheory,
  type PairStatement,
  placeKey,
  type RecordInteractions,
  SLOWED_BREATHING,
  severityOrder,
  statementsBetween,
  statementsWith,
  TWO_OF_A_KIND,
} from './findings.ts';
import { nameOf, type PairItem, spokenNameOf } from './item.ts';
import type { VocabularyIndex } from './vocabulary.ts';

export type PairStatus = 'documented' | 'none_documented' | 'not_assessed' | 'same_substance';

/** For each side the files of the records that speak for it. */
export type Files = readonly [readonly RecordInteractions[], readonly RecordInteractions[]];

/** One thing that happens between two items (docs/contract.md, Answers). */
export interface Finding extends Pick<Grounded, 'severity' | 'action' | 'risk' | 'evidence' | 'mechanism'> {
  /** Id of what happens (content/vocabulary/effects.yaml). */
  effect_id: string;
  /** What happens, with the names of the two, in at most 420 characters. */
  effect: string;
  /** For whom it holds, where it does not hold for all. */
  when?: string;
  /** The name of the one whose level or effect changes. */
  affects?: string;
  basis: Basis;
  /** The name by which it was found: the entry's class, substance or record. */
  via: string;
  /** What a named source asks for where two such things meet. */
  guidance?: string;
  sources: readonly CitedSource[];
  /** The place of the leading statement. */
  documented_in: EntryPlace;
  /** The places of all other statements on this effect. */
  also_in?: EntryPlace[];
}

/** One statement behind a finding, whole. */
export type FindingStatement = Pick<
  Finding,
  'effect_id' | 'severity' | 'action' | 'evidence' | 'documented_in' | 'sources'
> & { text: string };

interface PairEntry extends PairStatement {
  readonly names: readonly [self: string, partner: string];
  /** The same within a sentence. */
  readonly spoken: PairNames;
}

type Words = Pick<VocabularyIndex, 'classes' | 'memberships' | 'effects'>;

/**
 * Findings of a pair for which at least one record speaks, worst first; the same in either order. What the record of an
 * ingredient documents holds for the product.
 */
export const pairFindings = (items: readonly [PairItem, PairItem], files: Files, vocabulary: Words): Finding[] =>
  pairGroups(items, files, vocabulary).map((group) => findingOf(group, vocabulary.effects));

/** The statements behind the findings of a pair, in their order, each whole. */
export const pairStatements = (
  items: readonly [PairItem, PairItem],
  files: Files,
  vocabulary: Words,
): FindingStatement[] =>
  pairGroups(items, files, vocabulary).flatMap(({ effectId, statements }) =>
    statements.map((one) => ({
      effect_id: effectId,
      text: statementText(one, one.spoken, vocabulary.effects),
      severity: one.severity,
      action: one.action,
      evidence: one.evidence,
      documented_in: one.documented_in,
      sources: one.sources,
    })),
  );

/** Statements on one thing that happens, the leading one first. */
interface PairGroup {
  readonly effectId: string;
  readonly statements: readonly [PairEntry, ...PairEntry[]];
  readonly gravity: Gravity;
}

/** Statements on a pair by what happens, the gravest group first. */
function pairGroups(items: readonly [PairItem, PairItem], files: Files, vocabulary: Words): PairGroup[] {
  const [a, b] = items;
  const [left, right] = files;
  const found = [
    ...statementsFrom([a, b], left, right, vocabulary),
    ...statementsFrom([b, a], right, left, vocabulary),
  ];
  const first = new Map<string, PairEntry>();
  for (const one of found.toSorted(byNearness)) {
    const { documented_in: at } = one;
    // Guidance is on both sides of a pair.
    const place = isGuidance(at) ? at.field : placeKey(at);
    if (!first.has(place)) first.set(place, one);
  }
  const groups = [...Map.groupBy(first.values(), groupKey).values()];
  const order = [...vocabulary.effects.keys()];
  return withoutDrowsiness(withoutGeneric(withoutConditional(groups)))
    .map((group): PairGroup => {
      const statements = group.toSorted(leading) as [PairEntry, ...PairEntry[]];
      return { effectId: effectOf(statements[0]), statements, gravity: gravityOf(statements) };
    })
    .toSorted(
      (one, other) =>
        compareGravity(one.gravity, other.gravity) || rankIn(order, one.effectId) - rankIn(order, other.effectId),
    );
}

const effectOf = (one: PairEntry | undefined): string => one?.effects[0] ?? '';

const rankIn = (order: readonly string[], id: string): number =>
  order.includes(id) ? order.indexOf(id) : order.length;

/** One thing that happens; what holds only for some people or doses is apart, and so is the other direction. */
const groupKey = ({ effects, when, affects, names: [self, partner] }: PairEntry): string => {
  const affected = isGenericEffect(effects[0]) && affects ? (affects === 'this' ? self : partner) : '';
  return [effects[0] ?? '', when === undefined ? '' : 'when', affected].join(' ');
};

/** Groups of which some, the guests, are told with the first of the others that is their home. */
function atHome(
  groups: readonly PairEntry[][],
  isGuest: (group: readonly PairEntry[]) => boolean,
  isHome: (home: readonly PairEntry[], guest: readonly PairEntry[]) => boolean,
): PairEntry[][] {
  const hosts = groups.filter((group) => !isGuest(group)).map((group) => [...group]);
  const apart = groups.filter(isGuest).filter((guest) => {
    const home = hosts.find((host) => isHome(host, guest));
    home?.push(...guest);
    return home === undefined;
  });
  return [...hosts, ...apart];
}

/** What holds for some only and is no graver than what holds for everybody of the same effect belongs to that. */
const withoutConditional = (groups: readonly PairEntry[][]): PairEntry[][] =>
  atHome(
    groups,
    ([head]) => head?.when !== undefined,
    (home, guest) => effectOf(home[0]) === effectOf(guest[0]) && isAsGrave(home, guest),
  );

function isAsGrave(one: readonly PairEntry[], other: readonly PairEntry[]): boolean {
  const [a, b] = [gravityOf(one), gravityOf(other)];
  return (
    a.isTheory === b.isTheory &&
    severityOrder.indexOf(a.severity) <= severityOrder.indexOf(b.severity) &&
    actionRank(a.action) <= actionRank(b.action)
  );
}

/**
 * A mere "acts more strongly" belongs to the harm that follows by the same mechanism, and "two of one kind" to whatever else
 * is known of the pair.
 */
const withoutGeneric = (groups: readonly PairEntry[][]): PairEntry[][] =>
  atHome(
    groups,
    ([head]) => saysNoHarm(effectOf(head)),
    (home, guest) => belongsTo(guest.toSorted(leading)[0] as PairEntry, home),
  );

/** Who breathes too little was drowsy before: said once, where that is as grave. */
const withoutDrowsiness = (groups: readonly PairEntry[][]): PairEntry[][] =>
  atHome(
    groups,
    ([head]) => effectOf(head) === DROWSINESS,
    (home, guest) =>
      effectOf(home[0]) === SLOWED_BREATHING &&
      [home, guest].every(([head]) => head?.when === undefined) &&
      isAsGrave(home, guest),
  );

/** Names no particular harm. */
const saysNoHarm = (effectId: string): boolean => isGenericEffect(effectId) || effectId === TWO_OF_A_KIND;

const belongsTo = (generic: PairEntry, group: readonly PairEntry[]): boolean =>
  generic.effects[0] === TWO_OF_A_KIND
    ? group.some((one) => !isTheory(one) && one.when === undefined)
    : group.some(
        (one) =>
          one.mechanism === generic.mechanism &&
          affectedName(one) === affectedName(generic) &&
          isTheory(one) === isTheory(generic) &&
          (one.when === undefined) === (generic.when === undefined),
      );

const affectedName = ({ affects, names: [self, partner] }: PairEntry): string | undefined =>
  affects && (affects === 'this' ? self : partner);

/** Documented before theory; what names a harm before what names none; on the very two before a class before an ingredient; the stricter action; the firmer evidence. */
const leading = (one: PairEntry, other: PairEntry): number =>
  Number(isTheory(one)) - Number(isTheory(other)) ||
  Number(one.when !== undefined) - Number(other.when !== undefined) ||
  Number(saysNoHarm(effectOf(one))) - Number(saysNoHarm(effectOf(other))) ||
  Number(effectOf(one) === DROWSINESS) - Number(effectOf(other) === DROWSINESS) ||
  Number(isGuidance(one.documented_in)) - Number(isGuidance(other.documented_in)) ||
  nearness.indexOf(one.basis) - nearness.indexOf(other.basis) ||
  actionRank(one.action) - actionRank(other.action) ||
  evidenceRank(one) - evidenceRank(other) ||
  severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity) ||
  compareText(placeKey(one.documented_in), placeKey(other.documented_in));

/** What is said of the very two comes before what is said of their kind. */
const nearness: readonly Basis[] = ['direct', 'duplicate_ingredient', 'class', 'ingredient'];

/** A statement that both sides lead to is reported with the nearer of its reasons. */
const byNearness = (one: PairEntry, other: PairEntry): number =>
  nearness.indexOf(one.basis) - nearness.indexOf(other.basis) ||
  compareText(placeKey(one.documented_in), placeKey(other.documented_in)) ||
  compareText(one.via, other.via);

const evidenceRank = ({ evidence }: PairEntry): number =>
  evidence === null ? evidences.length : evidences.indexOf(evidence);

function findingOf({ effectId, statements, gravity }: PairGroup, effects: SentenceIndex): Finding {
  const [head, ...others] = statements;
  const { severity, action, when } = gravity;
  const guidance = statements
    .filter((one) => isGuidance(one.documented_in))
    .toSorted((a, b) => actionRank(a.action) - actionRank(b.action))[0];
  const asking = statements.find((one) => one.action === action && isTheory(one) === isTheory(head));
  const affects = affectedName(head);
  return {
    effect_id: effectId,
    severity,
    action,
    risk: head.risk,
    evidence: head.evidence,
    effect: findingText(guidance === head ? { ...head, detail: '' } : head, head.spoken, effects),
    ...(when !== undefined && { when }),
    ...(head.mechanism && { mechanism: head.mechanism }),
    ...(affects !== undefined && { affects }),
    basis: head.basis,
    via: head.via,
    ...(guidance && { guidance: guidance.detail }),
    sources: distinctSources([...(asking?.sources ?? []), ...(guidance?.sources ?? []), ...head.sources]),
    documented_in: head.documented_in,
    ...(others.length > 0 && { also_in: others.map(({ documented_in }) => documented_in) }),
  };
}

const distinctSources = (sources: readonly CitedSource[]): CitedSource[] => [
  ...new Map(sources.map((one) => [one.url, one])).values(),
];

/** What the records of one side say of the other. */
function statementsFrom(
  [item, other]: readonly [PairItem, PairItem],
  files: readonly RecordInteractions[],
  otherFiles: readonly RecordInteractions[],
  vocabulary: Words,
): PairEntry[] {
  const names = [nameOf(item), nameOf(other)] as const;
  const spoken: PairNames = [spokenNameOf(item), spokenNameOf(other)];
  const of = (file: RecordInteractions): PairEntry[] =>
    ('record' in other
      ? otherFiles.flatMap(({ type, slug }) => statementsBetween(file, refOf({ kind: type, slug })))
      : statementsWith(file, other.subject, vocabulary)
    ).map((one) =>
      one.speaker === 'record'
        ? { ...one, names, spoken }
        : { ...one, names: [names[1], names[0]] as const, spoken: [spoken[1], spoken[0]] as const },
    );
  if ('record' in item) return files.flatMap(of);
  return files.flatMap((file) => of(file).map((one) => ({ ...one, basis: 'ingredient' as const, via: file.name })));
}

export function pairStatus(
  [a, b]: readonly [PairItem, PairItem],
  [left, right]: Files,
  findings: readonly Finding[],
): PairStatus {
  const substances = (item: PairItem, files: readonly RecordInteractions[]): readonly string[] =>
    'record' in item ? (files[0]?.substances ?? []) : item.subject.substances;
  const own = substances(a, left);
  if (own.length && isSameSet(own, substances(b, right))) return 'same_substance';
  if (findings.some((finding) => !isTheory(finding))) return 'documented';
  const isAssessed = (item: PairItem, files: readonly RecordInteractions[]): boolean =>
    'record' in item && files.every(({ assessed }) => assessed);
  return isAssessed(a, left) && isAssessed(b, right) ? 'none_documented' : 'not_assessed';
}

/** Ingredients of a product that were not looked at, where others were. */
export function partsNotLookedAt(item: PairItem, files: readonly RecordInteractions[]): string[] {
  if ('record' in item || files.length === 0) return [];
  const looked = files.flatMap(({ substances }) => substances);
  return item.subject.substances.filter((name) => !looked.includes(name));
}

/** The gravest of what is documented; of mere theories none is. What holds for everybody comes before what holds for some. */
export const worstOf = (findings: readonly Finding[]): Finding | undefined => {
  const documented = findings.filter((finding) => !isTheory(finding));
  return documented.find(({ when }) => when === undefined) ?? documented[0];
};

import type { EntryPlace, Grounded, InteractionStatement, Severity } from '../records/statement.ts';
import { type Action, actions } from '../schema/interaction-grades.ts';
import type { Kind } from '../schema/kinds.ts';
import { normalize } from '../text/normalize.ts';
import { listOf } from '../text/sentences.ts';
import type { Targets } from './grammar.ts';
import { type InteractionClass, type Subject, type Terms, withParents } from './vocabulary.ts';

export type Basis = 'direct' | 'class' | 'ingredient' | 'duplicate_ingredient';

/** A statement that is on file between two items, and how it reaches them. */
export interface PairStatement extends Grounded {
  basis: Basis;
  /** The name by which it was found: the entry's class, substance or record. */
  via: string;
  /** Whether the record that was asked makes the statement, or its partner. */
  speaker: 'record' | 'partner';
}

/** What v1/interactions/<kind>/<slug>.json holds: only what concerns this record, in either direction. */
export interface RecordInteractions {
  type: Kind;
  slug: string;
  name: string;
  canonical_url: string;
  /** False when the record has no interactions section. */
  assessed: boolean;
  substances: string[];
  /** Ids of the classes it belongs to, parents included. */
  classes: string[];
  /** Its own entries, and the entries of other records that reach it. */
  entries: DocumentedEntry[];
}
export interface DocumentedEntry extends InteractionStatement {
  /** What the text means; only for the record's own entries. */
  targets?: Targets;
  /** Records at the other end: of an own entry those it reaches, of another's entry its owner. */
  reaches: ReachedRecord[];
}
export interface ReachedRecord {
  ref: string;
  name: string;
  basis: Basis;
  via: string;
}

/** An entry that an author wrote into this record: neither another's, nor one that follows from what two things are. */
export const isOwn = ({ documented_in: at, targets }: DocumentedEntry, { type, slug }: RecordInteractions): boolean =>
  targets !== undefined && at.type === type && at.slug === slug;

/** Where an entry is that no record wrote: the other side of a pair of guidance.yaml. */
export const guidanceField = (id: string): string => `guidance.${id}`;
export const isGuidance = ({ field }: EntryPlace): boolean => field.startsWith('guidance.');

/** An entry that the author of some record wrote. */
export const isWritten = ({ targets, documented_in: at }: DocumentedEntry): boolean =>
  targets !== undefined && !isGuidance(at);

/** Equal for entries, or findings, that are in the same place. */
export const placeKey = ({ type, slug, field }: EntryPlace): string => `${type}/${slug} ${field}`;

/** Worst first. */
export const severityOrder: readonly Severity[] = ['major', 'moderate', 'minor', 'food'];
/** Firmest first; last where no source says what to do. */
export const actionRank = (action: Action | null | undefined): number =>
  action ? actions.indexOf(action) : actions.length;

/** Says of two medicines more than that they are of one kind. */
export const isNearer =
  ({ name }: InteractionClass) =>
  ({ basis, via }: Pick<PairStatement, 'basis' | 'via'>): boolean =>
    basis === 'direct' || basis === 'duplicate_ingredient' || via === name;

export const sameKindEntry = (
  { name, sameKind = 'moderate' }: InteractionClass,
  { type, slug }: Pick<RecordInteractions, 'type' | 'slug'>,
): InteractionStatement => ({
  text: name,
  severity: sameKind,
  risk: 'Same kind of medicine',
  effects: [TWO_OF_A_KIND],
  mechanism: 'additive',
  detail: `Their kind: ${name}. A pharmacist can say whether both are meant to be taken.`,
  ...inferredFrom({ type, slug, field: 'classes' }),
});

/** What follows from what two things are has no source of its own. */
const inferredFrom = (place: EntryPlace): Pick<Grounded, 'action' | 'evidence' | 'sources' | 'documented_in'> => ({
  action: null,
  evidence: null,
  sources: [],
  documented_in: place,
});

/** Whether the targets of an entry reach something, and by what; `combination` marks a product of several drugs. */
export function reachSubject(
  targets: Targets,
  subject: Subject,
  terms: Pick<Terms, 'classes'>,
  combination: boolean,
): Pick<ReachedRecord, 'basis' | 'via'> | undefined {
  if (targets.except?.some((name) => subject.substances.includes(name))) return undefined;
  for (const name of targets.substances) {
    const parts = name.split(' / ');
    if (!parts.every((part) => subject.substances.includes(part))) continue;
    return { basis: combination && parts.length < subject.substances.length ? 'ingredient' : 'direct', via: name };
  }
  const id = targets.classes.find((one) => subject.classes.includes(one));
  return id === undefined ? undefined : { basis: 'class', via: terms.classes.get(id)?.name ?? id };
}

export const duplicateEntry = (
  shared: readonly string[],
  { type, slug }: Pick<RecordInteractions, 'type' | 'slug'>,
  severity: Severity,
): InteractionStatement => ({
  text: shared.join(', '),
  severity,
  risk: 'Duplicate ingredient',
  effects: ['same-ingredient'],
  mechanism: 'additive',
  detail: `It is ${listOf(shared)}: taking both adds up its doses.`,
  ...inferredFrom({ type, slug, field: 'substances' }),
});

export const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** What is on file between a record and another record, whichever of the two says it. */
export const statementsBetween = (record: RecordInteractions, otherRef: string): PairStatement[] =>
  record.entries.flatMap((entry) => {
    const reach = entry.reaches.find((one) => one.ref === otherRef);
    const { type, slug } = entry.documented_in;
    const isOwners = entry.targets !== undefined || (type === record.type && slug === record.slug);
    return reach ? [statementOf(entry, reach, isOwners ? 'record' : 'partner')] : [];
  });

/** Who belongs where. */
type Belonging = Pick<Terms, 'classes' | 'memberships'>;

/**
 * What is on file between a record and something without a record: a known drug, a food or a class. Only the record's own
 * entries speak. A class that is asked about is met by an entry on the class, on a class above it, or on one of its members.
 */
export function statementsWith(
  record: RecordInteractions,
  item: Subject & { classAsked?: string },
  terms: Belonging,
): PairStatement[] {
  const documented = record.entries.flatMap((entry) => {
    if (!entry.targets) return [];
    const reach =
      reachAsked(entry.targets, item.classAsked, terms) ??
      reachSubject(entry.targets, item, terms, item.substances.length > 1) ??
      reachMembers(entry.targets, item.classAsked, terms);
    return reach ? [statementOf(entry, reach, 'record')] : [];
  });
  return [...documented, ...sharedSubstances(record, item), ...sameKinds(record, item, documented, terms)];
}

/** A product that has no record, and some, not all, of the substances of one that has. */
function sharedSubstances(record: RecordInteractions, { substances }: Subject): PairStatement[] {
  const shared = record.substances.filter((name) => substances.includes(name));
  if (shared.length === 0 || isSameSet(record.substances, substances)) return [];
  const duplicate = duplicateEntry(shared, record, record.type === 'medication' ? 'major' : 'moderate');
  return [statementOf(duplicate, { basis: 'duplicate_ingredient', via: shared.join(', ') }, 'record')];
}

function sameKinds(
  record: RecordInteractions,
  { substances, classes }: Subject,
  documented: readonly PairStatement[],
  terms: Belonging,
): PairStatement[] {
  const isOther = substances.length > 0 && !record.substances.some((one) => substances.includes(one));
  if (record.type !== 'medication' || !isOther) return [];
  return record.classes.flatMap((id) => {
    const one = terms.classes.get(id);
    if (!one?.sameKind || !classes.includes(id) || documented.some(isNearer(one))) return [];
    return [statementOf(sameKindEntry(one, record), { basis: 'class', via: one.name }, 'record')];
  });
}

/** The entry names the very class that is asked about. */
const reachAsked = (
  targets: Targets,
  asked: string | undefined,
  terms: Pick<Terms, 'classes'>,
): Pick<ReachedRecord, 'basis' | 'via'> | undefined =>
  asked !== undefined && targets.classes.includes(asked)
    ? { basis: 'direct', via: terms.classes.get(asked)?.name ?? asked }
    : undefined;

function reachMembers(
  targets: Targets,
  asked: string | undefined,
  terms: Belonging,
): Pick<ReachedRecord, 'basis' | 'via'> | undefined {
  if (asked === undefined) return undefined;
  const below = targets.classes.find((id) => withParents([id], terms.classes).includes(asked));
  if (below !== undefined) return { basis: 'class', via: terms.classes.get(below)?.name ?? below };
  const member = targets.substances.find((name) => terms.memberships.get(normalize(name))?.includes(asked));
  return member === undefined ? undefined : { basis: 'class', via: member };
}

function statementOf(
  entry: Grounded & Partial<DocumentedEntry>,
  { basis, via }: Pick<ReachedRecord, 'basis' | 'via'>,
  speaker: PairStatement['speaker'],
): PairStatement {
  const { targets, reaches: _, text: __, ...grounded } = entry;
  return { ...(targets?.except ? withoutWhen(grounded) : grounded), basis, via, speaker };
}

/** A statement to something that is none of its exceptions holds without the condition that names them. */
export function withoutWhen<T extends { readonly when?: string }>(statement: T): Omit<T, 'when'> {
  const { when: _, ...held } = statement;
  return held;
}

/** A guess from how two things work, which nobody has shown; it is shown as such and makes no pair "documented". */
export const isTheory = ({ evidence }: Pick<Grounded, 'evidence'>): boolean => evidence === 'theory';

/** The effect of two medicines of one kind, of which nothing nearer is known. */
export const TWO_OF_A_KIND = 'two-of-a-kind';

/** The lesser part of slowed breathing: where both are said of a pair, they are one thing. */
export const DROWSINESS = 'drowsiness';
export const SLOWED_BREATHING = 'slowed-breathing';

/** An effect that says no more than that one acts more or less strongly. */
export const isGenericEffect = (id: string | undefined): boolean => id === 'stronger-effect' || id === 'weaker-effect';

/** What decides how grave a statement is for people. */
export type Weighed = Pick<
  PairStatement,
  'severity' | 'action' | 'evidence' | 'basis' | 'effects' | 'when' | 'documented_in'
>;

export interface Gravity {
  readonly severity: Severity;
  /** The strictest action of what is documented. */
  readonly action: Action | null;
  readonly isTheory: boolean;
  readonly when: string | undefined;
}

/** Documented before theory, then the graver, what holds for everybody, the stricter action. */
export const compareGravity = (a: Gravity, b: Gravity): number =>
  Number(a.isTheory) - Number(b.isTheory) ||
  severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity) ||
  Number(a.when !== undefined) - Number(b.when !== undefined) ||
  actionRank(a.action) - actionRank(b.action);

/** The firmest first. */
export const strictest = (actions: readonly (Action | null)[]): Action | null =>
  actions.toSorted((a, b) => actionRank(a) - actionRank(b))[0] ?? null;

/**
 * How grave a thing is for people. Where guidance speaks its severity holds; else that of the statements, of which one on a
 * whole class is major only where it asks to avoid the pair.
 */
export function gravityOf(statements: readonly Weighed[]): Gravity {
  const documented = statements.filter((one) => !isTheory(one));
  const counted = documented.length > 0 ? documented : statements;
  const guided = counted.filter((one) => isGuidance(one.documented_in));
  const ofOneKind = counted.filter((one) => one.effects[0] === TWO_OF_A_KIND);
  const weighed = guided.length > 0 ? [...guided, ...ofOneKind] : counted;
  const severities = weighed.map((one) => severityFor(one));
  return {
    severity: severityOrder.find((one) => severities.includes(one)) ?? 'moderate',
    action: strictest(counted.map(({ action }) => action)),
    isTheory: documented.length === 0,
    when: counted[0]?.when,
  };
}

/** A statement on a class is graver than moderate only where its source asks to avoid the pair, or says it of the class in a box. */
const severityFor = (one: Weighed): Grounded['severity'] =>
  one.severity === 'major' &&
  one.basis === 'class' &&
  one.effects[0] !== TWO_OF_A_KIND &&
  !isGuidance(one.documented_in) &&
  !ASKS_TO_AVOID.has(one.action)
    ? 'moderate'
    : one.severity;
const ASKS_TO_AVOID: ReadonlySet<Action | null> = new Set(['contraindicated', 'avoid']);

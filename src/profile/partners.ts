import {
  type Effect,
  type EffectIndex,
  type PairNames,
  partnerText,
  spokenRecord,
  spokenTitle,
  statementText,
} from '../interactions/effects.ts';
import {
  actionRank,
  type Basis,
  type DocumentedEntry,
  gravityOf,
  isGenericEffect,
  isGuidance,
  isOwn,
  placeKey,
  type ReachedRecord,
  type RecordInteractions,
  severityOrder,
  strictest,
  type Weighed,
} from '../interactions/findings.ts';
import { substanceTitle, titleOf } from '../interactions/titles.ts';
import { type InteractionGrade, refOf } from '../records/entry.ts';
import type { CitedSource, EntryPlace, Severity } from '../records/statement.ts';
import type { Action } from '../schema/interaction-grades.ts';
import type { Kind } from '../schema/kinds.ts';
import { normalize } from '../text/normalize.ts';
import { compareText } from '../text/order.ts';
import { capitalized } from '../text/sentences.ts';
import type { Tone } from './section.ts';

/** What is documented with one partner: a substance, a food, a kind of medicine; in this record and in others. */
export interface Partner {
  /** Anchor of its row, such as `with-amiodarone`: checker and shared links lead there. */
  readonly anchor: string;
  readonly title: string;
  /** Its own record, as `kind/slug`. */
  readonly ref?: string;
  /** What happens: of several things the gravest; undefined where no effect is named. */
  readonly effect?: Effect;
  readonly level: Level;
  /** The strictest of its statements. */
  readonly action?: Action;
  /** Set where it is no partner but a list of what works on one enzyme or transporter. */
  readonly enzyme?: EnzymeList;
  /** Records that a kind of medicine reaches; with an anchor where no row above is of the record. */
  readonly members: readonly { readonly ref: string; readonly name: string; readonly anchor?: string }[];
  /** Worst first, this record's own before those of others. */
  readonly statements: readonly PartnerStatement[];
}

/** A severity, or the level above all of them: the source forbids the pair. */
export type Level = 'contraindicated' | Severity;
export type EnzymeList = 'slow' | 'speed' | 'depend';

/** What one record says of the pair. */
export interface PartnerStatement extends Pick<InteractionGrade, 'action' | 'evidence'> {
  /** The whole statement. */
  readonly effect: string;
  /** Id of what happens, and the statement where that and the partner are named already. */
  readonly under: { readonly effectId: string; readonly text: string };
  /** How the record names the partner. */
  readonly about: string;
  readonly severity: Severity;
  readonly risk: string;
  readonly place: EntryPlace;
  readonly sources: readonly CitedSource[];
  /** The other record, or that of an ingredient, where the statement is its own; else this record says it, or it is so of any two such things. */
  readonly from?: { readonly ref: string; readonly name: string; readonly isIngredient?: true };
  /** What a named source asks for where two such things meet. */
  readonly isGuidance?: true;
  /** What that source asks for, without the names. */
  readonly asked?: string;
  /** Says no more than that one acts more or less strongly. */
  readonly isGeneric: boolean;
  /** This record says as much of the pair, or more: the other's words add nothing. */
  readonly isDuplicate: boolean;
  /** Title of an earlier partner under which the same entry is shown: one entry may name several. */
  readonly shownUnder?: string;
}

/** What to do, in the words of a label: an instruction for the pair, not for a person. */
export const actionWords: Readonly<Record<Action, string>> = {
  contraindicated: 'Contraindicated',
  avoid: 'Avoid together',
  separate: 'Take apart',
  adjust: 'Dose may change',
  monitor: 'Watch closely',
  know: 'Good to know',
};

/** Worst first; each with its sign. */
export const levels: readonly Level[] = ['contraindicated', 'major', 'moderate', 'minor', 'food'];
const levelWords: Readonly<Record<Level, string>> = {
  contraindicated: 'Contraindicated',
  major: 'Major',
  moderate: 'Moderate',
  minor: 'Minor',
  food: 'Food and drink',
};
/** A medication's lists are called major and moderate; a supplement or a peptide says how high the risk is. */
export const wordOfLevel = (kind: Kind, level: Level): string =>
  kind === 'medication' ? levelWords[level] : (riskWords.get(level) ?? levelWords[level]);
const riskWords: ReadonlyMap<Level, string> = new Map([
  ['major', 'High risk'],
  ['moderate', 'Moderate risk'],
  ['minor', 'Low risk'],
]);

/** Forbidden, or of serious harm: named wherever a record is. */
export const isGrave = ({ level }: Pick<Partner, 'level'>): boolean => level === 'contraindicated' || level === 'major';

export const levelTone = (level: Level): Tone => level;

const evidenceWords = {
  label: 'from a label',
  human: 'seen in people',
  theory: 'a theory, not seen in people',
} as const;

/** "Major, avoid together, from a label": how grave it is, what to do, and what that rests on. */
export const statementWords = (one: PartnerStatement): string =>
  [severityWords(one), one.action && actionWords[one.action].toLowerCase(), one.evidence && evidenceWords[one.evidence]]
    .filter(Boolean)
    .join(', ');

const severityWords = ({ severity, risk, place }: PartnerStatement): string =>
  place.type === 'medication' || !/^(?:High|Moderate|Low)$/.test(risk) ? levelWords[severity] : `${risk} risk`;

/** What `statementWords` adds to the level and the action of the partner; a capital first. */
export function furtherWords(one: PartnerStatement, { level, action }: Pick<Partner, 'level' | 'action'>): string {
  const isShown = one.severity === level && one.action === action;
  if (!isShown) return statementWords(one);
  return one.evidence ? capitalized(evidenceWords[one.evidence]) : '';
}

/** The JSON Pointer of an entry: `drugInteractions.major[0]` is `/profile/drugInteractions/major/0`. */
export const pointerOfPlace = ({ field }: EntryPlace): string =>
  `/profile/${field.replaceAll(/[.[]/g, '/').replaceAll(']', '')}`;

/** The anchor of another record on a record's page. */
export const partnerAnchor = ({ slug }: { slug: string }): string => `with-${slug}`;

interface PartnerDraft {
  title: string;
  key: string;
  ref?: string;
  enzyme?: EnzymeList;
  /** Refs that its own statements reach, with how. */
  reaches: Map<string, ReachedRecord>;
  statements: PartnerStatement[];
  weighed: Weighed[];
}

/**
 * Everything documented of a record, partner by partner, worst first: each partner once, with what this record says and
 * what the other one says. A kind of medicine is one partner with its members; lists of what works on an enzyme are kept
 * apart by `enzyme`, unless they forbid or avoid the pair or call it major.
 */
export function partners(record: RecordInteractions, effects: EffectIndex): Partner[] {
  const statement = statementIn(record, effects);
  const drafts = new Map<string, PartnerDraft>();
  const self = refOf({ kind: record.type, slug: record.slug });
  const own = record.entries.filter((entry) => isOwn(entry, record));
  for (const entry of own.toSorted(
    (a, b) => Number(isGuidance(a.documented_in)) - Number(isGuidance(b.documented_in)),
  )) {
    for (const draft of draftsOf(entry)) {
      const known = drafts.get(draft.key) ?? homeOf(entry, draft, drafts) ?? draft;
      known.statements.push(statement(entry));
      known.weighed.push({ ...entry, basis: basisOf(entry) });
      for (const [ref, reach] of draft.reaches) if (!known.reaches.has(ref)) known.reaches.set(ref, reach);
      drafts.set(known.key, known);
    }
  }
  for (const entry of record.entries.filter((one) => !isOwn(one, record))) {
    for (const reach of entry.reaches.filter(({ ref }) => ref !== self)) {
      const draft = nearest(drafts.values(), reach.ref, entry) ?? partnerDraft(reach, drafts);
      drafts.set(draft.key, draft);
      draft.statements.push(
        isDerived(entry) ? statement(entry) : statement(entry, speakerOf(entry, reach), reach.name),
      );
      draft.weighed.push({ ...entry, basis: reach.basis });
    }
  }
  return anchored(withoutRepeats([...drafts.values()].map((draft) => finished(draft, effects)).toSorted(byGravity)));
}

/** The row that speaks of all records which guidance reaches, where there is one. */
const homeOf = (
  { documented_in }: DocumentedEntry,
  { reaches }: PartnerDraft,
  drafts: ReadonlyMap<string, PartnerDraft>,
): PartnerDraft | undefined =>
  !isGuidance(documented_in) || reaches.size === 0
    ? undefined
    : [...drafts.values()].find((draft) => !draft.enzyme && [...reaches.keys()].every((ref) => draft.reaches.has(ref)));

/** A statement on a class is one on the class, whoever it reaches. */
const basisOf = ({ targets }: DocumentedEntry): Basis =>
  targets && targets.classes.length > 0 && targets.substances.length + targets.records.length === 0
    ? 'class'
    : 'direct';

/** Follows from what two things are, not from what a record says of them. */
const isDerived = ({ documented_in: { field } }: DocumentedEntry): boolean =>
  field === 'substances' || field === 'classes';

/** Whose record says what this one does not: that of the partner, or of an ingredient, which speaks for its product. */
const speakerOf = ({ targets, documented_in: { type, slug } }: DocumentedEntry, reach: ReachedRecord): Speaker =>
  targets === undefined
    ? { ref: reach.ref, name: reach.name }
    : { ref: `${type}/${slug}`, name: reach.via, isIngredient: true };
type Speaker = NonNullable<PartnerStatement['from']>;

const statementIn =
  (record: RecordInteractions, effects: EffectIndex) =>
  (entry: DocumentedEntry, from?: Speaker, partner?: string): PartnerStatement => {
    const { text: about, severity, risk, documented_in: place, sources, action, evidence, detail } = entry;
    const self = spokenRecord(record.name);
    const other = partner === undefined ? spokenTitle(about) : spokenRecord(partner);
    const isTheirs = from !== undefined && !from.isIngredient;
    const names: PairNames = isTheirs ? [other, self] : [self, other];
    const isAffected = (entry.affects === 'this') !== isTheirs;
    return {
      effect: statementText(entry, names, effects),
      under: {
        effectId: entry.effects[0] ?? '',
        text: partnerText(entry, { self: self.text, isList: other.isList, isAffected }),
      },
      about,
      severity,
      risk,
      place,
      sources,
      ...(action && { action }),
      ...(evidence && { evidence }),
      ...(isGuidance(place) && { isGuidance: true as const }),
      isGeneric: isGenericEffect(entry.effects[0]),
      ...(from && { from }),
      ...(isGuidance(place) && detail && { asked: detail }),
      isDuplicate: false,
    };
  };

const ENZYMES = /^(?:combined-pgp|cyp\d|bcrp|oat|oct\d|p-gp|ugt)[\w-]*-(inhibitors|inducers|substrates)/;
const ENZYME_LISTS: Readonly<Record<string, EnzymeList>> = {
  inhibitors: 'slow',
  inducers: 'speed',
  substrates: 'depend',
};

/** More names than that make one row: nobody looks for the ninth of them by reading. */
const MOST_SPLIT = 8;

/** An entry on several substances is shown under each; an entry on a class, or on very many, under the class. */
function draftsOf({ text, targets, reaches }: DocumentedEntry): PartnerDraft[] {
  const title = titleOf(text);
  const whole: PartnerDraft = {
    title,
    key: normalize(title),
    reaches: new Map(reaches.map((reach) => [reach.ref, reach])),
    statements: [],
    weighed: [],
  };
  const { classes = [], substances = [], records = [] } = targets ?? {};
  const lists = classes.map((id) => ENZYME_LISTS[ENZYMES.exec(id)?.[1] ?? '']);
  if (lists.length > 0 && lists.every(Boolean)) return [{ ...whole, enzyme: lists[0] as EnzymeList }];
  const names = Math.max(substances.length, records.length);
  const sameName = reaches.find(({ name }) => normalize(name) === whole.key);
  if (sameName) return [{ ...whole, title: sameName.name, ref: sameName.ref }];
  if (classes.length > 0 || names > MOST_SPLIT) return [whole];
  const named = [...Map.groupBy(reaches, ({ via }) => normalize(via))];
  if (names < 2) {
    const itself = names < 2 ? reaches.find((reach) => isItself(reach, reaches)) : undefined;
    return [itself ? { ...whole, ref: itself.ref, title: itself.name, key: normalize(itself.name) } : whole];
  }
  const known = new Set(named.flatMap(([via, all]) => [via, ...all.map(({ name }) => normalize(name))]));
  return [
    ...named.map(([via, all]): PartnerDraft => {
      const itself = all.find((reach) => isItself(reach, all));
      return {
        title: itself?.name ?? substanceTitle(all[0]?.via ?? via),
        key: itself ? normalize(itself.name) : via,
        ...(itself && { ref: itself.ref }),
        reaches: new Map(all.map((reach) => [reach.ref, reach])),
        statements: [],
        weighed: [],
      };
    }),
    ...substances
      .filter((name) => !known.has(normalize(name)))
      .map(
        (name): PartnerDraft => ({
          title: substanceTitle(name),
          key: normalize(name),
          reaches: new Map(),
          statements: [],
          weighed: [],
        }),
      ),
  ];
}

/** The one record that is meant, not a product with it in it, and not one of several products of one substance. */
const isItself = (reach: ReachedRecord, all: readonly ReachedRecord[]): boolean =>
  reach.basis === 'direct' && all.filter(({ basis }) => basis === 'direct').length === 1;

/** The row of its own, or a row of its kind on which the same happens; never a list of an enzyme alone. */
const nearest = (
  drafts: Iterable<PartnerDraft>,
  ref: string,
  { effects: [effect] }: DocumentedEntry,
): PartnerDraft | undefined => {
  const reaching = [...drafts].filter((draft) => draft.ref === ref || (draft.reaches.has(ref) && !draft.enzyme));
  return (
    reaching.find((draft) => draft.ref === ref) ??
    reaching.find(
      ({ weighed }) => isGenericEffect(effect) || weighed.some(({ effects }) => effects.includes(effect ?? '')),
    )
  );
};

/** A partner that only its own record names, or that this record names only in lists of an enzyme. */
const partnerDraft = ({ ref, name }: ReachedRecord, drafts: ReadonlyMap<string, PartnerDraft>): PartnerDraft => ({
  title: name,
  key: drafts.has(normalize(name)) ? ref : normalize(name),
  ref,
  reaches: new Map(),
  statements: [],
  weighed: [],
});

type Unanchored = Omit<Partner, 'anchor' | 'members'> & { members: readonly ReachedRecord[] };

function finished(
  { title, ref, enzyme, reaches, statements, weighed }: PartnerDraft,
  effects: EffectIndex,
): Unanchored {
  const { effectId, severity, action } = gravest(weighed);
  const effect = effects.get(effectId);
  const level = action === 'contraindicated' ? action : severity;
  const isKeptApart = enzyme && !isGrave({ level }) && action !== 'avoid';
  return {
    title,
    ...(ref && { ref }),
    ...(effect && { effect }),
    level,
    ...(action && { action }),
    ...(isKeptApart && { enzyme }),
    members: [...reaches.values()].filter((reach) => reach.ref !== ref),
    statements: statements
      .toSorted((a, b) => Number(Boolean(a.from)) - Number(Boolean(b.from)) || rank(a) - rank(b))
      .map((one, at, sorted) => ({
        ...one,
        isDuplicate:
          sorted.some((own) => isSaidBy(own, one) || saysMore(own, one)) ||
          sorted.slice(0, at).some((earlier) => asksTheSame(earlier, one)),
      })),
  };
}

/** Of all that can happen with a partner the gravest, and the strictest action of what holds for everybody. */
function gravest(weighed: readonly Weighed[]): { effectId: string; severity: Severity; action: Action | null } {
  const groups = [...Map.groupBy(weighed, ({ effects, when }) => `${effects[0] ?? ''} ${when ?? ''}`).values()].map(
    (group) => ({ effectId: group[0]?.effects[0] ?? '', ...gravityOf(group) }),
  );
  const [worst] = groups.toSorted(
    (a, b) =>
      Number(a.isTheory) - Number(b.isTheory) ||
      severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity) ||
      actionRank(a.action) - actionRank(b.action),
  );
  const general = groups.filter(({ when, isTheory }) => when === undefined && !isTheory);
  return {
    effectId: worst?.effectId ?? '',
    severity: worst?.severity ?? 'moderate',
    action: strictest((general.length > 0 ? general : groups).map(({ action }) => action)),
  };
}

/** An own statement that is as grave as another record's, and asks for as much. */
const isSaidBy = (own: PartnerStatement, other: PartnerStatement): boolean =>
  !own.from &&
  other.from !== undefined &&
  rank(own) <= rank(other) &&
  actionRank(own.action) <= actionRank(other.action);

/** Another statement of the same other record names what follows, where this one is generic. */
const saysMore = (one: PartnerStatement, generic: PartnerStatement): boolean =>
  generic.isGeneric && !one.isGeneric && one.from !== undefined && one.from.ref === generic.from?.ref;

/** Guidance on one kind of medicine that a row already has for another: "Z-drugs" and "barbiturates" with an opioid. */
const asksTheSame = ({ asked, action }: PartnerStatement, other: PartnerStatement): boolean =>
  asked !== undefined && asked === other.asked && action === other.action;

const rank = ({ severity }: PartnerStatement): number => levels.indexOf(severity);

const byGravity = (a: Unanchored, b: Unanchored): number =>
  levels.indexOf(a.level) - levels.indexOf(b.level) ||
  actionRank(a.action) - actionRank(b.action) ||
  compareText(a.title, b.title);

/** Marks what is shown under a partner above. */
function withoutRepeats(rows: readonly Unanchored[]): Unanchored[] {
  const told = new Map<string, string>();
  return rows.map((row) => ({
    ...row,
    statements: row.statements.map((one) => {
      const place = placeKey(one.place);
      const shownUnder = told.get(place);
      if (shownUnder === undefined) told.set(place, row.title);
      return shownUnder === undefined ? one : { ...one, shownUnder };
    }),
  }));
}

/** Each record has one anchor on the page: its own row, else its place among the members of the first row that reaches it. */
function anchored(rows: readonly Unanchored[]): Partner[] {
  const taken = new Set<string>();
  const slugOf = (ref: string): string => ref.slice(ref.indexOf('/') + 1);
  const own = new Map(
    rows.map((row) => [
      row,
      free(row.ref ? partnerAnchor({ slug: slugOf(row.ref) }) : `with-${normalizedAnchor(row.title)}`, taken),
    ]),
  );
  const told = new Set(rows.flatMap(({ ref }) => ref ?? []));
  const memberAnchors = new Map<ReachedRecord, string>();
  for (const { members } of rows.toSorted((a, b) => Number(Boolean(a.enzyme)) - Number(Boolean(b.enzyme)))) {
    for (const member of members.filter(({ ref }) => !told.has(ref))) {
      told.add(member.ref);
      memberAnchors.set(member, free(partnerAnchor({ slug: slugOf(member.ref) }), taken));
    }
  }
  return rows.map((row) => ({
    ...row,
    anchor: own.get(row) as string,
    members: row.members.map((member) => {
      const anchor = memberAnchors.get(member);
      return { ref: member.ref, name: member.name, ...(anchor && { anchor }) };
    }),
  }));
}

const normalizedAnchor = (title: string): string =>
  normalize(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 48) || 'it';

function free(anchor: string, taken: Set<string>): string {
  let id = anchor;
  for (let at = 2; taken.has(id); at++) id = `${anchor}-${at}`;
  taken.add(id);
  return id;
}

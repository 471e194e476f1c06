import type { EffectIndex } from '../interactions/effects.ts';
import { effectGroups, enzymeGroups, howGrave, OTHER_EFFECTS, signWords } from '../profile/partner-section.ts';
import { isGrave, type Partner, partners } from '../profile/partners.ts';
import type { CheckedRecord } from '../profile/safety.ts';
import type { Kind } from '../schema/kinds.ts';
import { toBytes } from '../text/bytes.ts';
import { counted } from '../text/sentences.ts';
import { sizeBudget } from '../text/size-budget.ts';
import { truncate } from '../text/truncate.ts';
import type { EnvelopeOf, ProfileData } from './envelope.ts';

/** Partners with whom one thing happens, in `by_effect` of an answer with `section=interactions`. */
export interface EffectPartners {
  /** Absent for lists of what works on an enzyme. */
  readonly effect_id?: string;
  readonly effect: string;
  /** What to look out for: with the gravest effects. */
  readonly signs?: string;
  /** Worst first: forbidden and major ones all, then as many as fit. */
  readonly partners: readonly { readonly how: string; readonly names: readonly string[] }[];
  /** How many more there are. */
  readonly further?: number;
}

/** What of such an answer a text tells. */
export interface InteractionsData {
  readonly by_effect: readonly EffectPartners[];
  readonly profile: object;
}

/** Bytes for names of partners that are neither forbidden nor major; for signs; of the whole answer; at least for entries in it. */
const NAMES_BYTES = 1_200;
const SIGNS_BYTES = 1_400;
const ANSWER_BYTES = 13_800;
const ENTRIES_BYTES = 800;

/**
 * An answer with the interactions of a record, of about 14 KB: partners by what happens, and of the record's own entries the
 * gravest that fit, with their sources; the others are counted, with how to ask for them.
 */
export function interactionsPart<T extends Partial<ProfileData>>(
  answer: EnvelopeOf<T>,
  record: CheckedRecord,
  effects: EffectIndex,
): EnvelopeOf<T & { by_effect: EffectPartners[] }> {
  const by_effect = byEffect(record.type, partners(record, effects));
  const all = citedEntries(answer.data);
  const around = sizeOf([{ ...answer, data: onlyEntries(answer.data, []) }, by_effect]);
  const kept = fitting(all, answer.data, Math.max(ENTRIES_BYTES, ANSWER_BYTES - around));
  const leftOut = all.length - kept.length;
  const data = leftOut > 0 ? onlyEntries(answer.data, kept) : answer.data;
  const notes = [
    ...(leftOut > 0
      ? [`${counted(leftOut, 'entry', 'entries')} of its own are left out of \`profile\` for length.`]
      : []),
    ...(leftOut > 0 || by_effect.some(({ further }) => further)
      ? ['Ask check_interactions with both names, or for the whole record without section.']
      : []),
  ];
  return {
    ...answer,
    interpretation_guidance: [answer.interpretation_guidance, ...notes].join(' '),
    data: { ...data, by_effect },
  };
}

/** Lines of a text for a model: what happens, with whom, what to look out for, then the gravest entries. */
export function interactionsDigest({ by_effect, profile }: InteractionsData): string[] {
  return [
    ...by_effect.map(({ effect, signs, partners: of, further }) =>
      [
        `${effect}.`,
        ...of.map(({ how, names }) => `${how}: ${names.join('; ')}.`),
        ...(further ? [`${further} more.`] : []),
        ...(signs ? [signs] : []),
      ].join(' '),
    ),
    ...entriesOf(profile)
      .slice(0, DIGEST_ENTRIES)
      .map(({ entry }) => `${entry.drug ?? entry.item}: ${truncate(entry.effect ?? entry.note ?? '', 280)}`),
  ];
}
const DIGEST_ENTRIES = 5;

function byEffect(kind: Kind, all: readonly Partner[]): EffectPartners[] {
  const groups = [
    ...effectGroups(all.filter(({ enzyme }) => !enzyme)).map(({ effect, partners: of }) => ({
      ...(effect && { effect_id: effect.id }),
      effect: effect?.name ?? OTHER_EFFECTS,
      signs: effect && of.some(isGrave) ? signWords(effect) : '',
      of,
    })),
    ...enzymeGroups(all).map(({ title, lists }) => ({ effect: title, signs: '', of: lists })),
  ];
  const names = sizeBudget(NAMES_BYTES);
  const signsLeft = sizeBudget(SIGNS_BYTES);
  return groups.map(({ of, signs, ...group }) => {
    const named = of.filter((one, at) => isGrave(one) || names(textSize(one.title)) || at === 0);
    const further = of.length - named.length;
    const hows = Map.groupBy(named, (one) => howGrave({ kind }, one));
    return {
      ...group,
      ...(signs && signsLeft(textSize(signs)) && { signs }),
      partners: [...hows].map(([how, some]) => ({ how, names: some.map(({ title }) => title) })),
      ...(further > 0 && { further }),
    };
  });
}

/** Bytes of a text within JSON. */
const textSize = (text: string): number => toBytes(text).length + 3;

interface OwnEntry {
  readonly drug?: string;
  readonly item?: string;
  readonly risk?: string;
  readonly effect?: string;
  readonly note?: string;
}
interface Placed {
  /** Of its list, such as `drugInteractions/major`. */
  readonly list: string;
  readonly at: number;
  readonly entry: OwnEntry;
}

/** The record's own entries, gravest first. */
function entriesOf(profile: object): Placed[] {
  const { drugInteractions = {}, interactions = [] } = profile as {
    drugInteractions?: Readonly<Record<string, readonly OwnEntry[]>>;
    interactions?: readonly OwnEntry[];
  };
  const lists = [
    ...Object.entries(drugInteractions).map(([list, of]) => [`drugInteractions/${list}`, of] as const),
    ['interactions', interactions] as const,
  ];
  const rank = ({ list, entry }: Placed): number => RANKS.indexOf(entry.risk ?? list);
  return lists
    .flatMap(([list, of]) => of.map((entry, at) => ({ list, at, entry })))
    .toSorted((a, b) => rank(a) - rank(b));
}
const RANKS = [
  'drugInteractions/major',
  'High',
  'drugInteractions/food',
  'drugInteractions/moderate',
  'Moderate',
  'Low',
];

/** Where a pointer into the profile meets an entry of a list. */
const ENTRY = /^\/profile\/(drugInteractions\/\w+|interactions)\/(\d+)/;

/** The record's own entries, gravest first, each with what it takes with it: its pointers and their sources. */
function citedEntries({ profile = {}, support = {} }: Partial<ProfileData>): CitedEntry[] {
  const pointers = Map.groupBy(Object.entries(support), ([pointer]) => ENTRY.exec(pointer)?.[0]);
  return entriesOf(profile).map((placed) => {
    const own = pointers.get(`/profile/${placed.list}/${placed.at}`) ?? [];
    return { ...placed, ids: own.flatMap(([, ids]) => ids), size: sizeOf([placed.entry, own]) };
  });
}
interface CitedEntry extends Placed {
  readonly ids: readonly string[];
  readonly size: number;
}

/** Of the entries those that fit in so many bytes, with what their sources take that nothing before them cites. */
function fitting(entries: readonly CitedEntry[], data: Partial<ProfileData>, bytes: number): CitedEntry[] {
  const sizes = new Map<string, number>((data.sources ?? []).map((source) => [source.id, sizeOf(source)]));
  const cited = citedElsewhere(data);
  let left = bytes;
  return entries.filter(({ ids, size }) => {
    const added = [...new Set(ids)].filter((id) => !cited.has(id));
    const cost = added.reduce((sum, id) => sum + (sizes.get(id) ?? 0), size);
    if (cost > left) return false;
    left -= cost;
    for (const id of added) cited.add(id);
    return true;
  });
}

/** Ids of the sources of all that is no entry: of a list as a whole, too. */
const citedElsewhere = ({ support = {} }: Partial<ProfileData>): Set<string> =>
  new Set(Object.entries(support).flatMap(([pointer, ids]) => (ENTRY.test(pointer) ? [] : ids)));

/** `data` with only these entries of its own: sources and pointers are those of what is left. */
function onlyEntries<T extends Partial<ProfileData>>(data: T, kept: readonly CitedEntry[]): T {
  const { profile = {}, support = {}, sources = [] } = data;
  const lists = Map.groupBy(
    kept.toSorted((a, b) => a.at - b.at),
    ({ list }) => list,
  );
  const moved = new Map(
    [...lists].flatMap(([list, of]) => of.map(({ at }, now) => [`/profile/${list}/${at}`, `/profile/${list}/${now}`])),
  );
  const left = Object.entries(support).flatMap(([pointer, ids]): [string, readonly string[]][] => {
    const [old] = ENTRY.exec(pointer) ?? [''];
    const now = moved.get(old) ?? old;
    const isGone = old === '' ? isEmptyList(pointer, lists) : !moved.has(old);
    return isGone ? [] : [[pointer.replace(old, now), ids]];
  });
  const cited = citedElsewhere(data);
  for (const { ids } of kept) for (const id of ids) cited.add(id);
  return {
    ...data,
    profile: withEntries(profile, lists),
    sources: sources.filter(({ id }) => cited.has(id)),
    support: Object.fromEntries(left),
  };
}

/** Points to a list of which nothing fits. */
const isEmptyList = (pointer: string, lists: ReadonlyMap<string, unknown>): boolean =>
  /^\/profile\/(?:drugInteractions\/\w+|interactions)$/.test(pointer) && !lists.has(pointer.slice('/profile/'.length));

const sizeOf = (value: unknown): number => toBytes(JSON.stringify(value)).length;

/** The profile with only these entries of its own; a list of none is left out. */
function withEntries<T extends object>(profile: T, lists: ReadonlyMap<string, readonly Placed[]>): T {
  const { drugInteractions: _, interactions: __, ...others } = profile as Record<string, unknown>;
  const entries = Object.fromEntries(
    [...lists].map(([list, of]) => [list.split('/').at(-1), of.map(({ entry }) => entry)]),
  );
  if (lists.size === 0) return others as T;
  return { ...others, ...(lists.has('interactions') ? entries : { drugInteractions: entries }) } as T;
}

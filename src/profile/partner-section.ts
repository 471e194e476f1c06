import type { Effect } from '../interactions/effects.ts';
import { placeKey } from '../interactions/findings.ts';
import { titleOf } from '../interactions/titles.ts';
import { displayName, type Entry, refOf } from '../records/entry.ts';
import { sizeBudget } from '../text/size-budget.ts';
import { items, section, text, titled } from './blocks.ts';
import { enumerate } from './mentions.ts';
import {
  actionWords,
  type EnzymeList,
  furtherWords,
  isGrave,
  levels,
  type Partner,
  type PartnerStatement,
  pointerOfPlace,
  wordOfLevel,
} from './partners.ts';
import type { Block, DetailItem, Section } from './section.ts';

/** Characters for statements, and for mere names after that: thousands of records may name one drug. */
export const STATEMENTS_LENGTH = 40_000;
const NAMES_LENGTH = 1_500;

/** Characters for what is said of partners; with `isTight` one that another row speaks of has no row, and records are not named. */
export interface PartnerRoom {
  readonly statementsLength: number;
  readonly isTight?: boolean;
}

const enzymeTitles: Readonly<Record<EnzymeList, string>> = {
  slow: 'Medicines that slow an enzyme or transporter',
  speed: 'Medicines that speed up an enzyme or transporter',
  depend: 'Medicines that depend on an enzyme or transporter',
};

/** Partners of a record with whom the same thing happens, gravest first. */
export interface EffectGroup {
  /** Undefined where no effect is named, or each entry tells its own. */
  readonly effect: Effect | undefined;
  readonly partners: readonly Partner[];
}

/** Partners by what happens, the group of the gravest partner first. */
export function effectGroups(partners: readonly Partner[]): EffectGroup[] {
  const groups = Map.groupBy(partners, ({ effect }) => (effect?.follows === undefined ? undefined : effect));
  return [...groups].map(([effect, of]) => ({ effect, partners: of }));
}

/** Lists of what works on an enzyme or transporter, by what it does there. */
export const enzymeGroups = (partners: readonly Partner[]): { title: string; lists: readonly Partner[] }[] =>
  (Object.keys(enzymeTitles) as EnzymeList[])
    .map((sort) => ({ title: enzymeTitles[sort], lists: partners.filter(({ enzyme }) => enzyme === sort) }))
    .filter(({ lists }) => lists.length > 0);

/** Ids of effects under which the page lists a partner. */
export const listedEffects = (partners: readonly Partner[]): string[] =>
  effectGroups(partners.filter(({ enzyme }) => !enzyme)).flatMap(({ effect }) => effect?.id ?? []);

/** The anchor of an effect on the page of a record. */
export const effectAnchor = (id: string | undefined): string => `effect-${id ?? 'other'}`;

/** "2 Major, 4 Moderate". */
export const levelCounts = ({ kind }: Pick<Entry, 'kind'>, partners: readonly Partner[]): string =>
  levels
    .map((level) => [partners.filter((one) => one.level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${wordOfLevel(kind, level)}`)
    .join(', ');

export const OTHER_EFFECTS = 'Other effects';

/** What to look out for, in one line; empty where nothing shows. */
export const signWords = ({ signs, help }: Effect): string =>
  signs.length > 0 ? `${signHelp[help]}: ${signs.join('; ')}.` : '';
const signHelp: Readonly<Record<Effect['help'], string>> = {
  now: 'Get help at once for',
  soon: 'Call the prescriber or pharmacist the same day for',
  visit: 'Tell your doctor about',
};

/**
 * Interactions as the page shows them, by what happens: each partner once, worst first, with what both records say, as far
 * as there is room; the others are named with what happens and what to do.
 */
export function partnerSection(entry: Entry, partners: readonly Partner[], room: PartnerRoom): Section[] {
  const { statementsLength, isTight = false } = room;
  const [shown, named] = shownAndNamed(partners, statementsLength);
  // The row above names them too.
  const isElsewhere = ({ statements }: Partner): boolean => isTight && statements.every(({ shownUnder }) => shownUnder);
  const rows = shown.filter((one) => !one.enzyme && !isElsewhere(one));
  const item = itemOf(entry, !isTight);
  return section(
    'interactions',
    'Interactions',
    [entry.kind === 'medication' ? 'drugInteractions' : 'interactions'],
    [
      ...effectGroups(rows).flatMap(({ effect, partners: of }) =>
        titled(`${effect?.name ?? OTHER_EFFECTS} (${levelCounts(entry, of)})`, [
          ...text(effect && [effect.plain, signWords(effect)].filter(Boolean).join(' ')),
          ...items(withRepeatsInTitle(of), item),
        ]),
      ),
      ...enzymeGroups(shown).flatMap(({ title, lists }) => titled(title, items(lists, item))),
      ...(named.length > 0 ? namedBlocks(entry, named) : []),
      ...(partners.length > 0 ? text(unlistedWords(entry)) : []),
    ],
  );
}

/** What one entry says of several partners stands once, under all their names, where it is all that is said of the others. */
function withRepeatsInTitle(rows: readonly Partner[]): Partner[] {
  const byTitle = new Map(rows.map((row) => [row.title, row]));
  const homeOf = (row: Partner): Partner => {
    const [said, ...further] = saidOf(row);
    const home = byTitle.get(said?.shownUnder ?? '');
    if (!said || !home || further.length > 0 || row.members.length > 0 || alsoSaying(row).length > 0) return row;
    const isToldThere = saidOf(home).some((one) => !one.shownUnder && placeKey(one.place) === placeKey(said.place));
    return isToldThere && home.level === row.level && home.action === row.action ? home : row;
  };
  return [...Map.groupBy(rows, homeOf)].map(([home, of]) => ({
    ...home,
    title: of.map(({ title }) => title).join('; '),
  }));
}

/** Silence of the sources is said wherever interactions are listed. */
export const unlistedWords = (entry: Entry): string =>
  `A name that is not listed was not found in the sources; that is not evidence that it is safe with ${displayName(entry)}.`;

/** Statements beyond so many characters, least important last: a companion only names these partners, and a page marks the words so. */
export function omitted(partners: readonly Partner[], statementsLength: number): ReadonlySet<PartnerStatement> {
  const fits = sizeBudget(statementsLength);
  const inOrder = statementsOf(partners).toSorted((a, b) => importance(a) - importance(b));
  return new Set(inOrder.filter((said) => !fits(lengthOf(said))).map(({ one }) => one));
}

/** Characters of the statements on what is grave, and of the record's own on a dose that changes or is taken apart. */
export const neededLength = (partners: readonly Partner[]): number =>
  statementsOf(partners)
    .filter((said) => importance(said) < Importance.further)
    .reduce((sum, said) => sum + lengthOf(said), 0);

interface SaidOf {
  readonly partner: Partner;
  readonly one: PartnerStatement;
}

const statementsOf = (partners: readonly Partner[]): SaidOf[] =>
  partners.flatMap((partner) => saidOf(partner).map((one) => ({ partner, one })));

/** What of the statements adds something. */
const saidOf = ({ statements }: Partner): PartnerStatement[] => statements.filter(({ isDuplicate }) => !isDuplicate);

const lengthOf = ({ partner, one }: SaidOf): number =>
  textUnder(partner, one).length + one.about.length + (one.from?.name.length ?? 0) + 60;

/** What is grave first, then what the record says itself, of that first what names a dose or a time. */
const importance = ({ partner, one }: SaidOf): number => {
  if (isGrave(partner)) return one.from === undefined ? Importance.grave : Importance.graveElsewhere;
  if (one.from !== undefined) return Importance.elsewhere;
  return one.action && /^(?:avoid|adjust|separate)$/.test(one.action) ? Importance.dose : Importance.further;
};
const Importance = { grave: 0, graveElsewhere: 1, dose: 2, further: 3, elsewhere: 4 } as const;

/** Partners with their statements, worst first, and those that are only named: this record says nothing of them. */
function shownAndNamed(partners: readonly Partner[], statementsLength: number): [shown: Partner[], named: Partner[]] {
  const left = omitted(partners, statementsLength);
  const told = partners.map((partner) => ({
    ...partner,
    statements: partner.statements.map((one) => (left.has(one) ? { ...one, isDuplicate: true } : one)),
  }));
  const isNamed = (partner: Partner): boolean => saidOf(partner).length === 0;
  return [told.filter((one) => !isNamed(one)), told.filter(isNamed)];
}

/** Of partners for whose statements there is no room: what happens, how grave it is, what to do, and their names. */
function namedBlocks(entry: Entry, partners: readonly Partner[]): Block[] {
  const fits = sizeBudget(NAMES_LENGTH);
  const lines = Map.groupBy(partners, (one) => `${namedUnder(one)}. ${howGrave(entry, one)}`);
  const list = [...lines].map(([told, of]) => {
    const most = of.filter((one) => isGrave(one) || fits(one.title.length + 2)).length;
    return `${told}: ${enumerate(
      of.map(({ title }) => title),
      most,
    )}.`;
  });
  return titled(`Further partners, told in full on the page (${partners.length})`, [{ type: 'list', items: list }]);
}

const namedUnder = ({ enzyme, effect }: Partner): string =>
  enzyme ? enzymeTitles[enzyme] : effect?.follows === undefined ? OTHER_EFFECTS : effect.name;

/** "Major, avoid together". */
export const howGrave = ({ kind }: Pick<Entry, 'kind'>, { level, action }: Partner): string =>
  [wordOfLevel(kind, level), action && action !== level && actionWords[action].toLowerCase()]
    .filter(Boolean)
    .join(', ');

const itemOf =
  (entry: Entry, hasNames: boolean) =>
  (partner: Partner): DetailItem => ({
    title: partner.title,
    tone: partner.level,
    badge: todoOf(entry, partner),
    rows: [
      ...saidOf(partner).map((one) =>
        one.shownUnder === undefined
          ? { label: noteOf(entry, partner, one) || 'What happens', value: textUnder(partner, one) }
          : { label: furtherWords(one, partner) || 'What happens', value: `as under ${one.shownUnder}.` },
      ),
      ...(hasNames
        ? [...namesRow('Also in the record of', alsoSaying(partner)), ...namesRow('Records', partner.members)]
        : []),
    ],
  });

/** What happens is not said again under its own title. */
export const textUnder = ({ effect }: Partner, { effect: whole, under }: PartnerStatement): string =>
  effect?.follows !== undefined && effect.id === under.effectId ? under.text : whole;

/** What to do, else how grave it is. */
export const todoOf = ({ kind }: Entry, { action, level }: Partner): string =>
  action ? actionWords[action] : wordOfLevel(kind, level);

const namesRow = (label: string, of: readonly { name: string }[]): { label: string; value: string }[] =>
  of.length > 0 ? [{ label, value: of.map(({ name }) => name).join(', ') }] : [];

/** The further records that say of the pair what this one says, each once. */
export const alsoSaying = ({ ref, statements }: Partner): readonly Owner[] => [
  ...new Map(
    statements.flatMap(({ from, isDuplicate }) =>
      from && isDuplicate && from.ref !== ref ? [[from.ref, from] as const] : [],
    ),
  ).values(),
];
type Owner = NonNullable<PartnerStatement['from']>;

/** Who says it, of whom in its own words, and what the partner does not show yet; empty where that is nothing. */
export function noteOf(entry: Entry, partner: Partner, one: PartnerStatement): string {
  if (one.isGuidance) return 'Guidance';
  const words = furtherWords(one, partner);
  if (one.from) return [`${fromWords(one.from, one)}.`, words].filter(Boolean).join(' ').replace(/\.$/, '');
  const beside = besideOf(entry, one);
  const isNamedElse = one.about !== partner.title && !one.shownUnder && one.place.field.includes('[');
  return [words, isNamedElse && `Named as: ${one.about}`, beside && `With: ${beside}`].filter(Boolean).join('. ');
}

export const fromWords = ({ name }: Owner, { about }: Pick<PartnerStatement, 'about'>): string =>
  `From the record of ${name}, on “${titleOf(about)}”`;

/** What an own entry of a medication names beside the drug. */
function besideOf(entry: Entry, { place }: PartnerStatement): string | undefined {
  if (entry.kind !== 'medication' || refOf(entry) !== `${place.type}/${place.slug}`) return undefined;
  const [, , list, at] = pointerOfPlace(place).split('/').slice(1) as [string, string, 'major', string];
  const { drug, item } = (entry.profile.drugInteractions?.[list]?.[Number(at)] ?? {}) as {
    drug?: string;
    item?: string;
  };
  return drug === undefined ? undefined : item;
}

import type { Effect } from '../interactions/effects.ts';
import { titleOf } from '../interactions/titles.ts';
import { displayName, type Entry, refOf } from '../records/entry.ts';
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
  statementWords,
  wordOfLevel,
} from './partners.ts';
import type { Block, DetailItem, Section } from './section.ts';

/** Characters for statements, and for mere names after that: thousands of records may name one drug. */
export const STATEMENTS_LENGTH = 40_000;
const NAMES_LENGTH = 1_500;
const TIGHT_LENGTH = 8_000;

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

/** Ids of effects under which the page lists a grave partner. */
export const graveEffects = (partners: readonly Partner[]): string[] =>
  effectGroups(partners.filter((one) => !one.enzyme && isGrave(one))).flatMap(({ effect }) => effect?.id ?? []);

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
 * as `statementsLength` characters reach; the others are named and counted. With few characters a partner that another
 * row speaks of has no row of its own.
 */
export function partnerSection(entry: Entry, partners: readonly Partner[], statementsLength: number): Section[] {
  const [shown, named] = fitting(partners, statementsLength);
  // The row above names them too.
  const isElsewhere = ({ statements }: Partner): boolean =>
    statementsLength <= TIGHT_LENGTH && statements.every(({ shownUnder }) => shownUnder);
  const rows = shown.filter((one) => !one.enzyme && !isElsewhere(one));
  const item = itemOf(entry, statementsLength > TIGHT_LENGTH);
  return section(
    'interactions',
    'Interactions',
    [entry.kind === 'medication' ? 'drugInteractions' : 'interactions'],
    [
      ...effectGroups(rows).flatMap(({ effect, partners: of }) =>
        titled(`${effect?.name ?? OTHER_EFFECTS} (${levelCounts(entry, of)})`, [
          ...text(effect && [effect.plain, signWords(effect)].filter(Boolean).join(' ')),
          ...items(of, item),
        ]),
      ),
      ...enzymeGroups(shown).flatMap(({ title, lists }) => titled(title, items(lists, item))),
      ...namedBlocks(named),
      ...(partners.length > 0 ? text(unlistedWords(entry)) : []),
    ],
  );
}

/** Silence of the sources is said wherever interactions are listed. */
export const unlistedWords = (entry: Entry): string =>
  `A name that is not listed was not found in the sources; that is not evidence that it is safe with ${displayName(entry)}.`;

/** Statements beyond so many characters, least important last: a companion only names these partners, and a page marks the words so. */
export function omitted(partners: readonly Partner[], statementsLength: number): ReadonlySet<PartnerStatement> {
  let left = statementsLength;
  const said = partners.flatMap((partner) =>
    partner.statements.filter(({ isDuplicate }) => !isDuplicate).map((one) => ({ partner, one })),
  );
  const inOrder = said.toSorted((a, b) => importance(a) - importance(b));
  return new Set(
    inOrder.flatMap(({ one }) => {
      left -= one.effect.length + one.about.length + (one.from?.name.length ?? 0) + 60;
      return left < 0 ? [one] : [];
    }),
  );
}

/** What is grave first, then what the record says itself. */
const importance = ({ partner, one }: { partner: Partner; one: PartnerStatement }): number =>
  Number(!isGrave(partner)) * 2 + Number(one.from !== undefined);

/** Partners with their statements, worst first, and those that are only named: this record says nothing of them. */
function fitting(partners: readonly Partner[], statementsLength: number): [shown: Partner[], named: Partner[]] {
  const left = omitted(partners, statementsLength);
  const told = partners.map((partner) => ({
    ...partner,
    statements: partner.statements.map((one) => (left.has(one) ? { ...one, isDuplicate: true } : one)),
  }));
  const isNamed = ({ statements }: Partner): boolean => statements.every(({ isDuplicate }) => isDuplicate);
  return [told.filter((one) => !isNamed(one)), told.filter(isNamed)];
}

function namedBlocks(partners: readonly Partner[]): Block[] {
  const names = (title: string, of: readonly Partner[], most: number): Block[] =>
    of.length > 0 ? [{ type: 'text', text: `${title} (${of.length}): ${enumerate(titlesOf(of), most)}.` }] : [];
  const others = partners.filter((one) => !isGrave(one));
  return [
    ...names('Further major partners, told in full on the page', partners.filter(isGrave), Number.POSITIVE_INFINITY),
    ...names('Further partners, told in full on the page', others, fittingNames(others)),
  ];
}

const titlesOf = (partners: readonly Partner[]): string[] => partners.map(({ title }) => title);

/** How many names fit. */
function fittingNames(partners: readonly Partner[]): number {
  let left = NAMES_LENGTH;
  return partners.filter(({ title }) => {
    left -= title.length + 2;
    return left >= 0;
  }).length;
}

const itemOf =
  (entry: Entry, hasNames: boolean) =>
  (partner: Partner): DetailItem => ({
    title: partner.title,
    tone: partner.level,
    badge: todoOf(entry, partner),
    rows: [
      ...partner.statements
        .filter(({ isDuplicate }) => !isDuplicate)
        .map((one) =>
          one.shownUnder === undefined
            ? { label: noteOf(entry, partner, one) || 'What happens', value: one.effect }
            : { label: statementWords(one), value: `as under ${one.shownUnder}.` },
        ),
      ...(hasNames
        ? [...namesRow('Also in the record of', alsoSaying(partner)), ...namesRow('Records', partner.members)]
        : []),
    ],
  });

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

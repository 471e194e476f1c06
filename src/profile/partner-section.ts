import type { Effect } from '../interactions/effects.ts';
import { displayName, type Entry, refOf } from '../records/entry.ts';
import { items, section, text, titled } from './blocks.ts';
import { enumerate } from './mentions.ts';
import {
  actionWords,
  type EnzymeList,
  furtherWords,
  levels,
  type Partner,
  type PartnerStatement,
  pointerOfPlace,
  statementWords,
  wordOfLevel,
} from './partners.ts';
import type { Block, DetailItem, Section } from './section.ts';

/** Characters for what other records say, and for mere names after that: thousands of records may name one drug. */
export const STATEMENTS_LENGTH = 16_000;
const NAMES_LENGTH = 1_500;
const TIGHT_LENGTH = 4_000;

export const enzymeTitles: Readonly<Record<EnzymeList, string>> = {
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

/** "2 major, 4 moderate". */
export const levelCounts = ({ kind }: Pick<Entry, 'kind'>, partners: readonly Partner[]): string =>
  levels
    .map((level) => [partners.filter((one) => one.level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${wordOfLevel(kind, level).toLowerCase()}`)
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
 * Interactions as the page shows them, by what happens: each partner once, worst first, with what both records say. What the record says
 * itself is always shown, what others say as far as `statementsLength` characters reach. With few of them it has no row for a partner
 * that another row speaks of, and no names of further records: words that say something come first.
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
      ...(Object.keys(enzymeTitles) as EnzymeList[]).flatMap((sort) =>
        titled(
          enzymeTitles[sort],
          items(
            shown.filter(({ enzyme }) => enzyme === sort),
            item,
          ),
        ),
      ),
      ...namedBlocks(named),
      ...(partners.length > 0 ? text(unlistedWords(entry)) : []),
    ],
  );
}

/** Silence of the sources is said wherever interactions are listed. */
export const unlistedWords = (entry: Entry): string =>
  `A name that is not listed was not found in the sources; that is not evidence that it is safe with ${displayName(entry)}.`;

/** What other records say beyond so many characters: a companion only names these records, and a page marks their words so. */
export function omitted(partners: readonly Partner[], statementsLength: number): ReadonlySet<PartnerStatement> {
  let left = statementsLength;
  const isOmitted = ({ from, isDuplicate, effect, about }: PartnerStatement): boolean => {
    if (!from || isDuplicate) return false;
    left -= effect.length + about.length + from.name.length + 60;
    return left < 0;
  };
  return new Set(partners.flatMap(({ statements }) => statements.filter(isOmitted)));
}

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
  const isGrave = ({ level }: Partner): boolean => level === 'contraindicated' || level === 'major';
  return [
    ...names('Records that document something major with it as well', partners.filter(isGrave)),
    ...names(
      'Records that name it as well',
      partners.filter((one) => !isGrave(one)),
    ),
  ];
}

function names(title: string, partners: readonly Partner[]): Block[] {
  if (partners.length === 0) return [];
  let left = NAMES_LENGTH;
  const fits = partners.filter((one) => {
    left -= one.title.length + 2;
    return left >= 0;
  });
  const titles = partners.map((one) => one.title);
  return [{ type: 'text', text: `${title}: ${enumerate(titles, fits.length)}.` }];
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
  const words = furtherWords(one, partner);
  if (one.from) return [`${fromWords(one.from, one)}.`, words].filter(Boolean).join(' ').replace(/\.$/, '');
  const beside = besideOf(entry, one);
  const isNamedElse = one.about !== partner.title && !one.shownUnder && one.place.field.includes('[');
  return [words, isNamedElse && `Named as: ${one.about}`, beside && `With: ${beside}`].filter(Boolean).join('. ');
}

export const fromWords = ({ name }: Owner, { about }: Pick<PartnerStatement, 'about'>): string =>
  `From the record of ${name}, on “${about}”`;

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

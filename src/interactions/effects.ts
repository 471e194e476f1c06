import type { Grounded, Happening } from '../records/statement.ts';
import type { Effects } from '../schema/types.ts';
import { capitalized, firstSentences, withFullStop } from '../text/sentences.ts';
import { titleOf } from './titles.ts';

/** One thing that can happen between two things (content/vocabulary/effects.yaml). */
export type Effect = Effects[number];

/** What of it makes sentences, and who shares it. */
export type EffectSentence = Pick<Effect, 'id' | 'name' | 'both' | 'follows' | 'classes'>;

/** Effects by id, in the order of the file: gravest first. */
export type EffectIndex = ReadonlyMap<string, Effect>;
export type SentenceIndex = ReadonlyMap<string, EffectSentence>;

export const effectIndex = <T extends EffectSentence>(effects: readonly T[]): ReadonlyMap<string, T> =>
  new Map(effects.map((one) => [one.id, one]));

/** A name as it stands within a sentence. */
export interface SpokenName {
  readonly text: string;
  /** Whether it lists several things. */
  readonly isList: boolean;
}

/** The one whose record makes the statement, and its partner. */
export type PairNames = readonly [self: SpokenName, partner: SpokenName];

type StatementParts = Happening & Pick<Grounded, 'evidence' | 'detail'>;

/** Characters of what a finding says. */
const FINDING_LENGTH = 420;

/** A statement in whole: for whom it holds, what happens to whom, and what is particular to it. */
export const statementText = (said: StatementParts, names: PairNames, effects: SentenceIndex): string =>
  [effectSentence(said, names, effects), said.detail].filter(Boolean).join(' ');

/** The same in at most 420 characters: whole sentences, the effect first. */
export const findingText = (said: StatementParts, names: PairNames, effects: SentenceIndex): string =>
  firstSentences(statementText(said, names, effects), FINDING_LENGTH);

/** What happens between the two, in one sentence; empty where no known effect is named. */
function effectSentence(said: StatementParts, names: PairNames, effects: SentenceIndex): string {
  const effect = effects.get(said.effects[0] ?? '');
  const plain = effect && plainSentence(effect, said, names);
  if (!plain) return said.when === undefined ? '' : `${capitalized(said.when)}:`;
  const sentence = withFullStop(said.evidence === 'theory' ? `in theory, ${plain}` : plain);
  return capitalized(said.when === undefined ? sentence : `${said.when}: ${sentence}`);
}

/**
 * A sentence for each further effect that an entry does not name itself, then what it says itself; the other way round
 * where its first effect has no sentence, and nothing where it says nothing then.
 */
export function wholeDetail(
  { effects: ids, detail, affects, evidence }: StatementParts,
  names: PairNames,
  effects: EffectIndex,
): string {
  const [self, partner] = names.map(({ text }) => text) as [string, string];
  const affected = affects === undefined ? 'one of them' : affects === 'this' ? self : partner;
  const sentences = ids
    .slice(1)
    .flatMap((id) => effects.get(id) ?? [])
    .filter((effect) => !UNSPECIFIC.has(effect.id) && !isNamed(effect, detail, ids))
    .flatMap(({ follows }) => follows?.replaceAll('{affected}', affected) ?? [])
    .map((follows) => `${capitalized(evidence === 'theory' ? `in theory, ${follows}` : follows)}, too.`);
  const isFirstTold = effects.get(ids[0] ?? '')?.follows !== undefined;
  if (isFirstTold) return [...sentences, detail].filter(Boolean).join(' ');
  return detail === '' || sentences.length === 0 ? detail : [withFullStop(detail), ...sentences].join(' ');
}

/** What follows from a level or a double dose anyway. */
const UNSPECIFIC = new Set([
  'stronger-effect',
  'weaker-effect',
  'two-of-a-kind',
  'same-ingredient',
  'no-clear-effect',
  'other',
]);

/**
 * Whether a text has a word of the effect: "seizures" of "a seizure becomes more likely". Where an entry has "low blood
 * sugar" and "high blood sugar" it has to say which.
 */
function isNamed({ id, name, follows = '', words = [] }: Effect, text: string, ids: readonly string[]): boolean {
  const said = text.toLowerCase();
  const own = `${name} ${follows}`.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  const stems = own.filter((word) => !COMMON.has(word)).map((word) => word.slice(0, STEM));
  const [, side, what] = /^(low|high)-(.*)/.exec(id) ?? [];
  const hasOpposite = ids.includes(`${side === 'low' ? 'high' : 'low'}-${what}`);
  if (side && hasOpposite && !SIDES[side as keyof typeof SIDES].test(said)) return false;
  return [...stems, ...words].some((stem) => said.includes(stem));
}
const SIDES = { low: /\b(?:low|fall|fell|drop)/, high: /\b(?:high|ris|rose|rais)/ };
const STEM = 5;
const COMMON = new Set(
  `affected another because become becomes blood body both build cause dangerous effect effects enough fall fail
  harm harmed heart high higher less level likely little lower more number other reaction rise risk side start still
  stop stopped taken them that medicine medicines makes make treated treatment well when which with work worse your`.split(
    /\s+/,
  ),
);

/** As it stands within a sentence; undefined for an effect of which each entry tells in its own words. */
function plainSentence(
  { both, follows: clause }: EffectSentence,
  { mechanism, affects, enzyme }: Happening,
  names: PairNames,
): string | undefined {
  if (clause === undefined) return undefined;
  const [self, partner] = names.map(({ text }) => text) as [string, string];
  const [actor, affected] = affects === 'this' ? [partner, self] : [self, partner];
  const by = enzyme === undefined ? '' : ` (through ${enzyme})`;
  // A list, such as "lamotrigine, topiramate and 5 more", stands once in a sentence.
  const again = affects === 'partner' && mechanism !== undefined && names[1].isList ? 'they' : affected;
  const follows = clause.replaceAll('{affected}', affects === undefined ? 'one of them' : again);
  switch (mechanism) {
    case 'additive':
      return bothDo(self, names[1], both);
    case 'raises-level':
      return `${actor} can raise the level of ${affected}${by}, so ${follows}`;
    case 'lowers-level':
      return `${actor} can lower the level of ${affected}${by}, so ${follows}`;
    case 'absorption':
      return `${actor} can keep ${affected} from being absorbed, so ${follows}`;
    case 'opposes':
      return `${actor} can work against ${affected}, so ${follows}`;
    case undefined:
      return `if ${self} and ${names[1].isList ? withLast(partner, 'or') : partner} are taken together, ${follows}`;
    default:
      return mechanism satisfies never;
  }
}

/**
 * A statement under the name of the partner and of what happens: for whom it holds, who acts on whom, and what is particular
 * to it. `self` is whose page it is, and `isAffected` whether its level or effect changes.
 */
export function partnerText(
  { when, mechanism, enzyme, detail }: StatementParts,
  { self, isList, isAffected }: { self: string; isList: boolean; isAffected: boolean },
): string {
  const [it, its] = isList ? ['them', 'their'] : ['it', 'its'];
  const by = enzyme === undefined ? '' : ` (through ${enzyme})`;
  const acts = {
    'raises-level': isAffected ? `can raise the level of ${self}${by}` : `${self} can raise ${its} level${by}`,
    'lowers-level': isAffected ? `can lower the level of ${self}${by}` : `${self} can lower ${its} level${by}`,
    absorption: isAffected ? `can keep ${self} from being absorbed` : `${self} can keep ${it} from being absorbed`,
    opposes: isAffected ? `can work against ${self}` : `${self} can work against ${it}`,
    additive: detail ? '' : 'both have this effect',
    none: detail ? '' : 'this can happen when both are taken',
  }[mechanism ?? 'none'];
  const said = [when && `${when}:`, acts && withFullStop(acts)].filter(Boolean).join(' ');
  return [capitalized(said), detail].filter(Boolean).join(' ');
}

/** "A and b both lower ...", "A, b and c can all lower ...". */
function bothDo(self: string, { text, isList }: SpokenName, does = ''): string {
  const names = isList ? `${self}, ${text}` : `${self} and ${text}`;
  const [verb, rest] = does.startsWith('can ') ? ['can ', does.slice(4)] : ['', does];
  return `${names} ${verb}${isList ? 'all' : 'both'} ${rest}`;
}

/** "Albuterol (salbutamol)" as "albuterol"; a record of two forms, "isosorbide dinitrate and isosorbide mononitrate", with "or". */
export const spokenRecord = (name: string): SpokenName => ({
  text: inSentence(name.replace(/ \([^()]*\)$/, '').replace(' and ', ' or ')),
  isList: false,
});

/** What an entry names, by its title: "NSAIDs (ibuprofen, naproxen)" as "NSAIDs", "Verapamil, diltiazem" as "verapamil and diltiazem". */
export function spokenTitle(entryText: string): SpokenName {
  const title = inSentence(titleOf(entryText));
  const isList = / and |, /.test(title);
  return { text: isList ? withLast(title, 'and') : title, isList };
}

/** A list with "and" or "or" before its last name. */
const withLast = (list: string, word: 'and' | 'or'): string =>
  list.replace(/ and (?=[^,]*$)/.test(list) ? / and (?=[^,]*$)/ : /, (?=[^,]*$)/, ` ${word} `);

/** "Warfarin" within a sentence is "warfarin", "A long-acting opioid" "a long-acting opioid"; "NSAIDs", "St. John's wort" and "BPC-157" stay. */
export const inSentence = (name: string): string =>
  /^(?:St\.|(?!A )[A-Z](?![a-z])|[A-Z][a-z]+[A-Z-][A-Z])/.test(name)
    ? name
    : name.charAt(0).toLowerCase() + name.slice(1);

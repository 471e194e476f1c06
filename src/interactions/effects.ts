import type { Grounded, Happening } from '../records/statement.ts';
import type { Effects } from '../schema/types.ts';
import { firstSentences, withFullStop } from '../text/sentences.ts';

/** One thing that can happen between two things (content/vocabulary/effects.yaml). */
export type Effect = Effects[number];

/** What of it makes sentences, and who shares it. */
export type EffectSentence = Pick<Effect, 'id' | 'name' | 'both' | 'follows' | 'classes'>;

/** Effects by id, in the order of the file: gravest first. */
export type EffectIndex = ReadonlyMap<string, Effect>;
export type SentenceIndex = ReadonlyMap<string, EffectSentence>;

export const effectIndex = <T extends EffectSentence>(effects: readonly T[]): ReadonlyMap<string, T> =>
  new Map(effects.map((one) => [one.id, one]));

/** Names of the one whose record makes the statement, and of its partner. */
export type PairNames = readonly [self: string, partner: string];

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
  const sentence = withFullStop(capitalized(plain));
  const theory = said.evidence === 'theory' ? `In theory, ${inSentence(sentence)}` : sentence;
  return said.when === undefined ? theory : `${capitalized(said.when)}: ${inSentence(theory)}`;
}

/** Without a full stop; undefined for an effect of which each entry tells in its own words. */
function plainSentence(
  { both, follows: clause }: EffectSentence,
  { mechanism, affects, enzyme }: Happening,
  names: PairNames,
): string | undefined {
  if (clause === undefined) return undefined;
  const [self, partner] = names.map(inSentence) as [string, string];
  const [actor, affected] = affects === 'this' ? [partner, self] : [self, partner];
  const by = enzyme === undefined ? '' : ` (through ${enzyme})`;
  const follows = clause.replaceAll('{affected}', affects === undefined ? 'one of them' : affected);
  switch (mechanism) {
    case 'additive':
      return bothDo(self, partner, both);
    case 'raises-level':
      return `${actor} can raise the level of ${affected}${by}, so ${follows}`;
    case 'lowers-level':
      return `${actor} can lower the level of ${affected}${by}, so ${follows}`;
    case 'absorption':
      return `${actor} can keep ${affected} from being absorbed, so ${follows}`;
    case 'opposes':
      return `${actor} can work against ${affected}, so ${follows}`;
    case undefined:
      return `if ${self} and ${partner.replace(/ and (?=[^,]*$)/, ' or ')} are taken together, ${follows}`;
    default:
      return mechanism satisfies never;
  }
}

/** "A and b both lower ...", "A, b and c can all lower ...". */
function bothDo(self: string, partner: string, does = ''): string {
  const isList = / and |, /.test(partner);
  const names = isList ? `${self}, ${partner}` : `${self} and ${partner}`;
  const [verb, rest] = does.startsWith('can ') ? ['can ', does.slice(4)] : ['', does];
  return `${names} ${verb}${isList ? 'all' : 'both'} ${rest}`;
}

/** "Warfarin" within a sentence is "warfarin"; "NSAIDs", "St. John's wort" and "BPC-157" stay. */
export const inSentence = (name: string): string =>
  /^(?:St\.|[A-Z](?![a-z])|[A-Z][a-z]+[A-Z-][A-Z])/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

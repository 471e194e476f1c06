import { difference, soundOf } from '../names/similarity.ts';
import { slipsBetween } from '../names/slips.ts';
import { toleranceOf } from '../names/spelling.ts';
import type { Part } from '../records/parts.ts';
import type { Kind } from '../schema/kinds.ts';
import type { QuestionWords } from '../schema/types.ts';
import { append } from '../text/groups.ts';
import { normalize } from '../text/normalize.ts';
import { once } from '../text/once.ts';
import { fuserOf, root, stem, stemsOf } from './words.ts';

/** Something that a question looks for: a word, an everyday word with what stands for it, or a class. */
export interface Concept {
  /** As it was asked. */
  readonly text: string;
  /** Phrases that say it, each as its stems; one of them is enough. */
  readonly phrases: readonly (readonly string[])[];
  /** Ids of classes whose members are meant. */
  readonly classes: readonly string[];
  /** It names a class, so that nothing but members is meant in the first place. */
  readonly isClass: boolean;
  /** The vocabulary says what it stands for. */
  readonly isEveryday: boolean;
  /** It is food or drink. */
  readonly isFood: boolean;
  /** It is something that can happen between two things. */
  readonly isEffect: boolean;
}

/** A class as search sees it, if a record belongs to it or is documented with it. */
export interface SearchClass {
  id: string;
  name: string;
  /** Other names. */
  names: string[];
  isFood: boolean;
  /** Not a class but an effect; the id is its anchor on the pages of its records. */
  isEffect?: boolean;
  /** Places in the list of documents: its members, and the records that document an interaction with it, worst first. */
  members: number[];
  documented: number[];
}

/** How people ask (content/vocabulary/questions.yaml), and the classes. */
export interface QuestionData {
  words: QuestionWords;
  classes: readonly SearchClass[];
}

/** What a phrase means, by its stems. */
type Phrase =
  | { readonly is: 'concept'; readonly concept: Concept; readonly parts: readonly Part[] }
  /** `behind` are ids of classes whose members come last, because they harm what is to be spared. */
  | { readonly is: 'part'; readonly parts: readonly Part[]; readonly behind?: readonly string[] }
  | { readonly is: 'empty' };

export interface QuestionVocabulary {
  /** What some words mean together, in this order; verbs in any form ("stopped" for "stopping"). */
  readonly phraseOf: (words: readonly string[]) => Phrase | undefined;
  readonly comparing: ReadonlySet<string>;
  /** It is an ordinary word, whatever name it is or is near. */
  readonly isPlain: (word: string) => boolean;
  /** The records or the vocabulary are written with it. */
  readonly isWord: (word: string) => boolean;
  /** The one ordinary word that it is a slip of. */
  readonly corrected: (word: string) => { readonly word: string; readonly difference: number } | undefined;
  /** The shortest ordinary word that begins so. */
  readonly completed: (beginning: string) => string | undefined;
  readonly kindOf: (word: string) => Kind | undefined;
  /** The stems of a text of the records, a fixed expression as one. */
  readonly stemsOf: (text: string) => string[];
}

/**
 * @param written words of the records' classes and uses, with names left out: nothing is ever corrected into a name
 */
export function buildVocabulary({ words, classes }: QuestionData, written: ReadonlySet<string>): QuestionVocabulary {
  const fused = fuserOf(words.fixed.map((one) => stemsOf(one)));
  const meant = (text: string): string[] => fused(stemsOf(text));
  const phrases = phrasesOf(words, classes, meant);
  const plain = new Set(wordsOf(words.plain));
  const empty = new Set(wordsOf(words.empty));
  const stems = new Set([...written].map(stem));
  const said = (is: Phrase['is']): Set<string> =>
    new Set([...phrases].flatMap(([phrase, one]) => (one.is === is ? phrase.split(' ') : [])));
  const known = said('concept');
  const asking = said('part');
  /** Made for the first word that is not known: it takes longer than all the rest. */
  const rightOnes = once(() => rightWords([...new Set([...spoken(words), ...written])], phrases));
  const kinds = new Map(
    words.kinds.flatMap(({ kind, words: some }) => some.map((word) => [stem(word), kind] as const)),
  );
  const loose = byRoots(phrases);
  return {
    phraseOf: (some) => phrases.get(some.map(stem).join(' ')) ?? loose.get(some.map(root).join(' ')),
    comparing: new Set(words.comparing.map(normalize)),
    isPlain: (word) => plain.has(word) || empty.has(word) || asking.has(stem(word)),
    isWord: (word) => word.length > 1 && !empty.has(word) && (stems.has(stem(word)) || known.has(stem(word))),
    corrected: (word) => nearest(word, rightOnes()),
    completed: (beginning) => completion(beginning, rightOnes()),
    kindOf: (word) => kinds.get(stem(word)),
    stemsOf: meant,
  };
}

export const MERE_WORD = { isClass: false, isEveryday: false, isFood: false, isEffect: false } as const;

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => normalize(line).split(' '));

/** Words that people say, of which a slip is forgiven; short words that only ask are too near to too much. */
const spoken = ({ everyday, sections }: QuestionWords): string[] => [
  ...wordsOf(everyday.flatMap(({ say }) => say)),
  ...wordsOf(sections.flatMap(({ words, beside }) => [...words, ...beside])).filter((word) => word.length > 4),
];

function phrasesOf(
  words: QuestionWords,
  classes: readonly SearchClass[],
  meant: (text: string) => string[],
): ReadonlyMap<string, Phrase> {
  const phrases = new Map<string, Phrase>();
  const besides = new Map<string, Part[]>();
  for (const { part, beside } of words.sections)
    for (const phrase of beside) append(besides, stemsOf(phrase).join(' '), part);
  for (const word of wordsOf(words.empty)) phrases.set(stem(word), { is: 'empty' });
  for (const phrase of [...besides.keys(), ...words.fixed.map((one) => stemsOf(one).join(' '))]) {
    const concept = { text: phrase, phrases: [meant(phrase)], classes: [], ...MERE_WORD };
    phrases.set(phrase, { is: 'concept', concept, parts: besides.get(phrase) ?? [] });
  }
  for (const one of classes) {
    const { id, isFood, isEffect = false } = one;
    const concept = { text: one.name, classes: [id], isClass: !isEffect, isEveryday: true, isFood, isEffect };
    for (const name of isEffect ? [one.name, ...one.names] : [one.id, one.name, ...one.names]) {
      const phrase = stemsOf(name).join(' ');
      phrases.set(phrase, {
        is: 'concept',
        concept: { ...concept, phrases: [meant(name), meant(one.name)] },
        parts: besides.get(phrase) ?? [],
      });
    }
  }
  const asked = new Map<string, Part[]>();
  for (const { part, words: some } of words.sections)
    for (const phrase of some) append(asked, stemsOf(phrase).join(' '), part);
  for (const [phrase, parts] of asked) phrases.set(phrase, { is: 'part', parts });
  for (const { part, say, behind } of words.sparing ?? [])
    for (const phrase of say) phrases.set(stemsOf(phrase).join(' '), { is: 'part', parts: [part], behind });
  const isEmpty = (word: string): boolean => phrases.get(word)?.is === 'empty';
  /** "Birth control pills" are birth control. */
  const isNamed = (stems: readonly string[], named: ReadonlySet<string>): boolean =>
    named.has(stems.join(' ')) ||
    (stems.length > 1 && isEmpty(stems.at(-1) as string) && isNamed(stems.slice(0, -1), named));
  const byId = new Map(classes.map((one) => [one.id, one]));
  for (const { say, read, classes: usual = [] } of words.everyday) {
    const some = usual.flatMap((id) => byId.get(id) ?? []);
    const named = new Set(some.flatMap(({ name, names }) => [name, ...names].map((one) => stemsOf(one).join(' '))));
    for (const phrase of say) {
      const own = stemsOf(phrase);
      const concept = {
        text: phrase,
        phrases: [...read.map(meant), meant(phrase)],
        classes: some.map(({ id }) => id),
        isClass: isNamed(own, named) || some.some(({ isFood }) => isFood),
        isEveryday: true,
        isFood: some.some((one) => one.isFood),
        isEffect: false,
      };
      const key = own.join(' ');
      phrases.set(key, { is: 'concept', concept, parts: [...(besides.get(key) ?? []), ...(asked.get(key) ?? [])] });
    }
  }
  return phrases;
}

/** The phrases by the roots of their words, where all that share them mean the same. */
function byRoots(phrases: ReadonlyMap<string, Phrase>): ReadonlyMap<string, Phrase> {
  const alike = Map.groupBy(phrases, ([text]) => text.split(' ').map(root).join(' '));
  return new Map(
    [...alike].flatMap(([roots, [first, ...others]]) =>
      first && others.every(([, other]) => isSameMeaning(first[1], other)) ? [[roots, first[1]] as const] : [],
    ),
  );
}

const isSameMeaning = (one: Phrase, other: Phrase): boolean => meaningOf(one) === meaningOf(other);
const meaningOf = (phrase: Phrase): string =>
  JSON.stringify(phrase.is === 'concept' ? [phrase.parts, phrase.concept.phrases[0], phrase.concept.classes] : phrase);

/** Words that a slip is corrected into, with what tells quickly that one is too far off. */
interface RightWords {
  /** Sorted. */
  readonly words: readonly string[];
  /** A bit for each letter that occurs. */
  readonly masks: Int32Array;
  readonly bySound: ReadonlyMap<string, readonly string[]>;
  readonly isPhrase: (word: string) => boolean;
  /** Whether two words are one in what they stand for. */
  readonly areOne: (a: string, b: string) => boolean;
}

function rightWords(all: readonly string[], phrases: ReadonlyMap<string, Phrase>): RightWords {
  const words = all.filter((word) => word.length > 4).toSorted();
  const bySound = new Map<string, string[]>();
  for (const word of words) if (word.length > 5) append(bySound, soundOf(word)[0], word);
  const meaning = (word: string): string => {
    const phrase = phrases.get(stem(word));
    return phrase?.is === 'concept' ? (phrase.concept.phrases[0]?.join(' ') ?? stem(word)) : stem(word);
  };
  return {
    words,
    masks: Int32Array.from(words, lettersOf),
    bySound,
    isPhrase: (word) => phrases.get(stem(word))?.is === 'concept',
    areOne: (a, b) => stem(a) === stem(b) || meaning(a) === meaning(b),
  };
}

/**
 * The nearest of the words that is within the errors forgiven in a word of its length, else one that sounds alike; none
 * where two are as near that stand for different things.
 */
function nearest(word: string, right: RightWords): { word: string; difference: number } | undefined {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return undefined;
  const letters = lettersOf(word);
  let best: { word: string; difference: number } | undefined;
  let isSure = true;
  for (const [at, other] of right.words.entries()) {
    if (Math.abs(other.length - word.length) > 2 || bitCount((right.masks[at] as number) ^ letters) > MOST_LETTERS)
      continue;
    const far = difference(word, other);
    if (far > forgiven(other) || (best && far > best.difference) || slipsBetween(word, other) > MOST_SLIPS) continue;
    isSure = !best || far < best.difference ? true : isSure && right.areOne(best.word, other);
    best = { word: other, difference: far };
  }
  return best ? (isSure ? best : undefined) : alike(word, right);
}
/** "Pounding" is a word of its own and no slip of "binding", however near. */
const MOST_SLIPS = 2.5;
/** Letters that may occur in one of two words only: two errors change four. */
const MOST_LETTERS = 4;

/** "numonia" is heard as pneumonia, not as the pneumoniae of a germ, which sounds so too but is farther off. */
function alike(word: string, { bySound, areOne }: RightWords): { word: string; difference: number } | undefined {
  const heard = word.length > 5 ? (bySound.get(soundOf(word)[0]) ?? []) : [];
  const [first, ...others] = heard
    .map((one) => ({ word: one, far: difference(word, one) }))
    .toSorted((a, b) => a.far - b.far);
  const isSure =
    first !== undefined &&
    first.far <= MOST_HEARD &&
    others.every((one) => one.far > first.far || areOne(first.word, one.word));
  return isSure ? { word: first.word, difference: SOUNDS_ALIKE } : undefined;
}
/** "Wonderful" sounds like "interval" to who leaves out all vowels. */
const MOST_HEARD = 3.5;
/** Farther than any spelling that is forgiven in a name. */
const SOUNDS_ALIKE = 3;

const lettersOf = (word: string): number => {
  let mask = 0;
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) - 97);
  return mask;
};

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Words that are something by themselves before others, then the shortest. */
function completion(beginning: string, { words, isPhrase }: RightWords): string | undefined {
  if (beginning.length < 4) return undefined;
  return words
    .filter((word) => word.startsWith(beginning))
    .toSorted((a, b) => Number(isPhrase(b)) - Number(isPhrase(a)) || a.length - b.length)[0];
}

/** A little more than in a name, because nothing comes of it but another list. */
const forgiven = (word: string): number => Math.max(1, toleranceOf(word));

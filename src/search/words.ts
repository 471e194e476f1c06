import { normalize } from '../text/normalize.ts';

/** The words of a text as search compares them: normalized, plural as singular. */
export const stemsOf = (text: string): string[] =>
  normalize(text)
    .split(' ')
    .filter((word) => word !== '')
    .map(stem);

/** Writes each fixed expression among stems, a run of them, as one word: "hay fever" is no fever. */
export function fuserOf(fixed: readonly (readonly string[])[]): (stems: readonly string[]) => string[] {
  const byFirst = Map.groupBy(fixed, ([first]) => first);
  return (stems) => {
    const words: string[] = [];
    for (let at = 0; at < stems.length; ) {
      const found = byFirst.get(stems[at])?.find((one) => one.every((word, next) => stems[at + next] === word));
      words.push(found ? found.join(' ') : (stems[at] as string));
      at += found?.length ?? 1;
    }
    return words;
  };
}

/**
 * A word without its plural. No more is taken off: "depressive" and "depression" are brought together by
 * content/vocabulary/questions.yaml, where a person can see it.
 */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/.test(word) && !word.endsWith('aches')) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * A word without its ending as a verb: "stopped", "stopping" and "stop" are one. Only phrases of the
 * vocabulary are found by it, never a text of a record.
 */
export function root(word: string): string {
  const one = stem(word);
  const bare =
    one.length > 5 && one.endsWith('ing')
      ? one.slice(0, -3)
      : one.length > 4 && one.endsWith('ed')
        ? one.slice(0, -2)
        : one;
  const single = bare !== one && /([bdgklmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  return single.length > 4 && single.endsWith('e') ? single.slice(0, -1) : single;
}

/**
 * What a statement of uses affirms: clauses that say what it is not for, or without what, are left out, so that
 * "without heart failure" makes nothing a medicine for heart failure.
 */
export const affirmed = (text: string): string => text.replace(DENIED_BRACKET, ' ').replace(DENIED_CLAUSE, ' ');

const DENIED_BRACKET = /\([^()]*\b(?:not|no|never|without|except|unless|cannot|against)\b[^()]*\)/gi;
const DENIED_CLAUSE = /\b(?:not|no|never|without|except|unless|cannot|rather than|instead of)\b[^,;:.()]*/gi;

/** A supplement was tested for it and did nothing, as its record says in brackets. */
export const isWithoutEffect = (condition: string): boolean =>
  /\((?:[^()]*\b)?no (?:effect|benefit|difference|better)\b/i.test(condition);

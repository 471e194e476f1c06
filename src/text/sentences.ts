/** The text with a full stop, where it has no closing mark of its own. */
export const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The text with a capital first. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "a", "a and b", "a, b and c". */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** "1 record", "2 records". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The sentences of a text; "St. John's" and "Dr. Smith" do not end one. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=(?<!\b(?:St|Dr|vs|No))[.!?])\s+(?=[A-Z0-9])/);

export const firstSentence = (text: string): string => sentencesOf(text)[0] ?? text;

/** The first sentences that together have at most `most` characters; the first one whole, however long it is. */
export function firstSentences(text: string, most: number): string {
  const [first = '', ...others] = sentencesOf(text);
  let told = first;
  for (const sentence of others) {
    if (told.length + sentence.length + 1 > most) break;
    told += ` ${sentence}`;
  }
  return told;
}

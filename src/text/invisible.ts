const UNSEEN = '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}\\u{e0100}-\\u{e01ef}]';
const first = new RegExp(UNSEEN, 'u');
const all = new RegExp(UNSEEN, 'gu');

/**
 * The first invisible character, which could hide words, reverse a line or control a terminal: control and format
 * characters, line separators, lone surrogates, private use, and variation selectors that belong to no script.
 */
export const invisibleIn = (text: string): string | undefined => first.exec(text)?.[0];

export const withoutInvisible = (text: string): string => text.replace(all, '');

/** A text on one line of a terminal: invisible characters become escapes, such as `\u{1b}`. */
export const printable = (text: string): string =>
  text.replace(all, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** One line of JSON that is equally safe to print and still valid JSON. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(all, (character) =>
    // JSON writes a character beyond U+FFFF as two escapes.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

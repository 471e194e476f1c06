const UNSEEN = '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}\\u{e0100}-\\u{e01ef}]';
const first = new RegExp(UNSEEN, 'u');
const all = new RegExp(UNSEEN, 'gu');

/**
 * The first character that has no look of its own, and so can hide words, turn a line round or steer a terminal: control
 * and format characters, line separators, halves of characters, private use, and variation selectors of no script.
 */
export const invisibleIn = (text: string): string | undefined => first.exec(text)?.[0];

/** A text without such characters. */
export const withoutInvisible = (text: string): string => text.replace(all, '');

/** A text on one line of a terminal: what has no look shows as an escape, such as `\u{1b}`. */
export const printable = (text: string): string =>
  text.replace(all, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** JSON in one line that is as safe to print, and still JSON. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(all, (character) =>
    // JSON writes a character beyond U+FFFF as two escapes.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

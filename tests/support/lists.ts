/** A text, or a template without values. */
type Text = string | TemplateStringsArray;

/** The words of a text that is laid out in any way. */
export const words = (text: Text): string[] => String(text).trim().split(/\s+/);

/** What stands between the commas of a text that is laid out in any way. */
export const phrases = (text: Text): string[] =>
  String(text)
    .split(',')
    .map((one) => one.trim().replaceAll(/\s*\n\s*/g, ' '));

/** Rows of two: `a = b, c = d`. */
export const pairs = (text: Text): [string, string][] =>
  phrases(text).map((row) => {
    const [one = '', other = ''] = row.split(' = ');
    return [one, other];
  });

/** Rows of two by their first, others of it between commas. */
export const pairsOf = (table: Record<string, string>): [string, string][] =>
  Object.entries(table).flatMap(([one, others]) => phrases(others).map((other): [string, string] => [one, other]));

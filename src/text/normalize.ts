/**
 * The form in which names are compared: lower case, no accents, no registered marks, no quotes, Greek letters
 * spelled out, "%" as a word, everything else that is neither letter nor digit a space.
 *
 * normalize('Advil®  Liqui-Gels')  "advil liqui gels"
 * normalize('St. John’s%20Wort')   "st johns wort"
 * normalize('Thymosin α1')         "thymosin alpha 1"
 *
 * Deterministic, idempotent, never throws.
 */
export function normalize(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase().replace(NEITHER, ' ').trim();
  return spellGreek(decodeLeftovers(name).replace(MARKS, ' ').normalize('NFKD').toLowerCase())
    .replace(ACCENTS_AND_QUOTES, '')
    .replace(THOUSANDS, '')
    .replaceAll('%', ' percent ')
    .replace(DOT_OF_NO_NUMBER, ' ')
    .replace(NEITHER_LETTER_NOR_DIGIT, ' ')
    .trim();
}

// Most texts, at a fifth of the price: an index of ten thousand records normalizes a hundred thousand of them when it is opened.
const PLAIN = /^(?:[a-z0-9 \-/;:)]|[,.](?!\d)|\((?!(?:r|tm|c)\)))*$/i;
const NEITHER = /[^a-z0-9]+/g;

/** A normalized name without its spaces: "bpc 157", "bpc157" and "b.p.c. 157" are one name. */
export const joined = (normalized: string): string =>
  normalized.includes(' ') ? normalized.replaceAll(' ', '') : normalized;

// Before NFKD, which would turn the trade mark sign into the letters "tm".
const MARKS = /[®™℠©]|(?<=[a-z])\((?:r|tm|c)\)/gi;
const ACCENTS_AND_QUOTES = /[\p{M}'’‘`´ʼ"“”]/gu;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
const DOT_OF_NO_NUMBER = /(?<!\d)\.|\.(?!\d)/g;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}.]+/gu;

const decodeLeftovers = (name: string): string =>
  name.replace(/(?:%[0-9a-f]{2})+/gi, decodePercent).replaceAll('&amp;', '&');

function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

const GREEK_LETTERS = 'αβγδεζηθικλμνξοπρσςτυφχψω';
const GREEK_NAMES =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega';
const GREEK = new Map(GREEK_NAMES.split(' ').map((name, at) => [GREEK_LETTERS[at], name]));

/** A Greek letter that stands alone is a label (α-lipoic, TGF-β1); inside a Greek word it is a letter. */
const spellGreek = (text: string): string =>
  text
    .replace(/(?<!\p{L})μg(?!\p{L})/gu, 'mcg')
    .replace(/(?<![α-ω])[α-ω](?![α-ω])/g, (letter) => ` ${GREEK.get(letter)} `);

import type { Kind } from '../schema/kinds.ts';

/** One reading of a query: which words are the name, and which only qualify it. */
export interface QueryForm {
  readonly text: string;
  /** Salt words were removed. */
  readonly saltless: boolean;
  /**
   * How many numbers were removed together, where they may belong to the name ("Humulin 70/30") or are the strengths of
   * as many ingredients ("losartan 50-12.5 mg"); 0 where each strength is separate.
   */
  readonly figures: number;
}

/**
 * The readings of a normalized query, the most literal first: unchanged, without words for strength,
 * form, route and kind, and without salt words.
 *
 * "warfarin sodium 5 mg tablets": the whole, "warfarin sodium", "warfarin"
 */
export function queryForms(text: string): QueryForm[] {
  const words = withoutFrequency(text)
    .split(' ')
    .map((word, at) => (at > 0 && SHORT_SALTS.get(word)) || word);
  const bare = withoutForms(words);
  const [single, every] = withoutStrengths(words);
  const together = strengthsTogether(words);
  const ratioless = withoutRatio(bare);
  const ways: [readonly string[], number][] = [
    [text.split(' '), 0],
    [words, 0],
    [bare, 0],
    ...[single, every].map((way): [string[], number] => [
      withoutForms(way),
      // A number that remains is part of the name: "bpc 157 5 mg".
      figuresIn(words) - figuresIn(way) > 1 ? together : 0,
    ]),
    [ratioless, bare.length - ratioless.length],
  ];
  const figuresOf = new Map<string, number>();
  for (const [way, figures] of ways) {
    const t = way.join(' ');
    if (t !== '' && !figuresOf.has(t)) figuresOf.set(t, figures);
  }
  const literal = Array.from(figuresOf, ([t, figures]) => ({ text: t, saltless: false, figures }));
  const plainest = literal.at(-1);
  const base = withoutSalts(plainest?.text.split(' ') ?? []).join(' ');
  return !plainest || base === '' || base === plainest.text
    ? literal
    : [...literal, { ...plainest, text: base, saltless: true }];
}

/** The text without words for strength, form, route and kind, but with its salt. */
export const shortestForm = (ways: readonly QueryForm[]): string =>
  ways.findLast(({ saltless }) => !saltless)?.text ?? '';

/** The kind that a word of the query asks for: "semaglutide peptide", "vitamin d supplement". */
export function kindAsked(text: string): Kind | undefined {
  for (const word of text.split(' ')) {
    const kind = KIND_WORDS.get(word);
    if (kind) return kind;
  }
  return undefined;
}

/** How often it is taken, at the end: "metformin 500 mg twice a day with food". */
function withoutFrequency(text: string): string {
  const rest = text.replace(FREQUENCY, '');
  return rest === text ? text : withoutFrequency(rest);
}

const FREQUENCY = new RegExp(
  `(?<=\\S) (?:${[
    '(?:once|twice|(?:one|two|three|four|[1-4]) times?)(?: (?:a|per|every|each))?(?: (?:day|week|month|daily|weekly|monthly))?',
    '(?:every|each) (?:day|night|morning|evening|other day|week|month)',
    '(?:every|q) ?\\d{1,2} ?(?:h|hr|hrs|hours?)',
    '(?:a|per) (?:day|night|week|month)',
    '(?:at|before) (?:bed|bedtime|night)',
    'in the (?:morning|evening)',
    '(?:with|before|after) (?:food|meals)',
    '(?:as|when) needed',
    'daily|nightly|weekly|monthly|bid|tid|qid|qd|qhs|prn',
  ].join('|')})$`,
);

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const KIND_WORDS: ReadonlyMap<string, Kind> = new Map([
  ...['drug', 'medication', 'medicine', 'prescription', 'rx'].map((w) => [w, 'medication'] as const),
  ...['supplement', 'supplements', 'dietary', 'herbal', 'nutritional'].map((w) => [w, 'supplement'] as const),
  ...['peptide', 'peptides', 'research', 'compounded'].map((w) => [w, 'peptide'] as const),
]);

/** Words for forms, routes and whom a product is for. */
export const FORMS = set(`
  tablet tablets tab tabs capsule capsules cap caps caplet caplets softgel softgels gelcap gelcaps liqui gels pill pills
  lozenge lozenges gummy gummies chewable chewables wafer wafers odt film coated enteric
  solution suspension syrup elixir liquid drops drop drink powder granules sachet sachets
  cream ointment gel lotion foam shampoo patch patches spray inhaler inhalation nebulizer aerosol
  injection injectable infusion vial vials ampoule ampoules syringe pen pens kwikpen flexpen flextouch autoinjector suppository suppositories
  oral topical intravenous iv intramuscular im subcutaneous sc subq sublingual ophthalmic otic nasal transdermal vaginal rectal
  er xr sr cr dr ec ir xl la release extended delayed sustained immediate controlled
  day daily week weekly
  inj syp susp soln oint hfa mdi dpi solostar disintegrating effervescent prefilled
  sl generic brand baby childrens children kids infants infant pediatric adult adults
`);

const GRADES = set('extra maximum max regular double full low high');

export const UNITS = set(`
  mg mgs milligram milligrams mcg ug microgram micrograms g gm gram grams kg ml milliliter milliliters l
  iu u unt unit units actuat meq mmol percent cfu billion hour hours hr hrs
`);
/** Units that follow two numbers in a product of two substances: "5/325 mg". */
const MASS = set('mg mcg');

// Potassium, calcium, magnesium, zinc and lysine are not here: "vitamin d calcium" is a product of two
// substances. Drugs that are sold as such salts have them among their names.
const SALTS = set(`
  hydrochloride dihydrochloride hcl hydrobromide hbr bromide chloride iodide sulfate sulphate bisulfate phosphate acetate
  citrate tartrate bitartrate succinate fumarate maleate malate mesylate mesilate besylate besilate tosylate tosilate
  gluconate lactate nitrate oxalate pamoate embonate carbonate tromethamine trometamol meglumine arginate sodium disodium
  anhydrous monohydrate dihydrate trihydrate hemihydrate hydrate
  xinafoate furoate valerate cypionate enanthate decanoate undecanoate propionate dipropionate acetonide hyclate
  napsylate edisylate camsylate esylate
`);
/** As portals and pharmacies shorten them: "metoprolol succ ER". */
const SHORT_SALTS: ReadonlyMap<string, string> = new Map([
  ['succ', 'succinate'],
  ['tart', 'tartrate'],
  ['fum', 'fumarate'],
  ['sulf', 'sulfate'],
  ['carb', 'carbonate'],
  ['acet', 'acetate'],
  ['sod', 'sodium'],
  ['pot', 'potassium'],
]);
const MINERALS = set(
  'sodium potassium calcium magnesium zinc iron copper lithium aluminum chromium selenium manganese ammonium silver gold iodine',
);

const withoutForms = (words: readonly string[]): string[] =>
  words.filter((word, at) => !FORMS.has(word) && !KIND_WORDS.has(word) && !isGrade(word, words[at - 1], words[at + 1]));

/** "Extra strength" says nothing about the ingredients, "extra" alone may: Panadol Extra also contains caffeine. */
const isGrade = (word: string, before = '', after = ''): boolean =>
  (GRADES.has(word) && (after === 'strength' || after === 'dose')) ||
  ((word === 'strength' || word === 'dose') && GRADES.has(before));

/** The words without one number before each unit, then, for units of mass, without all numbers before it. */
function withoutStrengths(words: readonly string[]): [string[], string[]] {
  const single = words.filter((word, at) => !isUnit(word, words[at - 1]) && !isFigure(words, at));
  const every = words.filter((word, at) => !isUnit(word, words[at - 1]) && !isFigureOfMass(words, at));
  return [single, every];
}

const figuresIn = (words: readonly string[]): number =>
  words.filter((word) => NUMBER.test(word) || NUMBER_WITH_UNIT.test(word)).length;

/** How many strengths follow one another ("50-12.5 mg", "50 mg/12.5 mg"), if more than one. */
function strengthsTogether(words: readonly string[]): number {
  let most = 0;
  let run = 0;
  for (const [at, word] of words.entries()) {
    if (isFigureOfMass(words, at) || MASS.has(NUMBER_WITH_UNIT.exec(word)?.[1] ?? '')) run += 1;
    else if (!MASS.has(word)) run = 0;
    most = Math.max(most, run);
  }
  return most > 1 ? most : 0;
}

/** "percocet 5/325": two or more numbers at the end are the strengths of a product of as many substances. */
function withoutRatio(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => !NUMBER.test(word));
  return words.length - last > 2 ? words.slice(0, last + 1) : words;
}

const NUMBER = /^\d+(?:\.\d+)?$/;
const NUMBER_WITH_UNIT = /^\d+(?:\.\d+)?([a-z]+)$/;

const isUnit = (word: string, before: string | undefined): boolean =>
  (UNITS.has(word) && before !== undefined && NUMBER.test(before)) || UNITS.has(NUMBER_WITH_UNIT.exec(word)?.[1] ?? '');

const isFigure = (words: readonly string[], at: number): boolean =>
  NUMBER.test(words[at] as string) && UNITS.has(words[at + 1] ?? '');

function isFigureOfMass(words: readonly string[], at: number): boolean {
  if (!NUMBER.test(words[at] as string)) return false;
  let end = at + 1;
  while (end < words.length && NUMBER.test(words[end] as string)) end++;
  return MASS.has(words[end] ?? '') || (end === at + 1 && UNITS.has(words[end] ?? ''));
}

/** A salt word follows the name; what is left is never a mineral, whose salts are substances of their own. */
function withoutSalts(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && SALTS.has(words[end - 1] as string)) end--;
  const base = words.slice(0, end);
  return base.length === 1 && MINERALS.has(base[0] as string) ? words : base;
}

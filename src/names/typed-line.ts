import { normalize } from '../text/normalize.ts';
import { FORMS, UNITS } from './query-forms.ts';

/** What a line says beside the name, in the characters in which it was typed. */
export interface AsWritten {
  readonly strength?: string;
  readonly form?: string;
  readonly route?: string;
  readonly frequency?: string;
  /** What is to be said of a strength in which nothing of the name is known. */
  readonly strength_note?: string;
  /** Words after the name that were read as nothing. */
  readonly not_read?: string;
}

/** A line of a medication list, as a label, a portal, a prescription or RxNorm prints it. */
export interface TypedLine {
  /** The words of names with their strengths and forms, normalized; all else is left out. */
  readonly text: string;
  /** The same up to the first strength or direction: the first name. */
  readonly lead: string;
  /** Words of `text` behind that which are neither strength nor form: a second name, a part of the first, or anything. */
  readonly rest: readonly string[];
  /** Whether it says that the thing is not taken: stopped, an allergy, "instead of". */
  readonly isDenied: boolean;
  readonly asWritten: AsWritten;
}

/** Reads a line of a medication list, without any list of names. Never throws; of a long line the first 80 words are read. */
export function typedLine(line: string): TypedLine {
  const words = wordsOf(line);
  const spans = spansOf(words);
  const first = spans.findIndex(({ is }) => is === 'word');
  const behind = spans.findIndex(({ is }, at) => at > first && is !== 'word' && is !== 'form');
  const end = first < 0 ? 0 : behind < 0 ? spans.length : behind;
  const plain = plainSpans(words, spans);
  const isKept = (at: number): boolean => {
    const { is } = spans[at] as LineSpan;
    if (is === 'word') return at < end || !plain[at];
    return is === 'form' || (is === 'strength' && !(at > first && isDose(spans, plain, at)));
  };
  const kept = spans.filter((_, at) => isKept(at));
  const textOf = (some: readonly LineSpan[]): string =>
    some
      .map(({ is, from, to }) => {
        const text = words.slice(from, to).map((word) => word.text);
        if (is === 'strength') return text.join(' ').replace(PER_VOLUME, '');
        return (is === 'form' ? text.filter((word) => FORMS.has(word) || /^\d|^h/.test(word)) : text).join(' ');
      })
      .filter(Boolean)
      .join(' ');
  const text = textOf(kept);
  const rest = spans.filter((span, at) => at >= end && span.is === 'word' && isKept(at));
  return {
    text: text === words.map((word) => word.text).join(' ') ? normalize(line) : text,
    lead: textOf(kept.filter((span) => span.is === 'strength' || spans.indexOf(span) < end)),
    rest: rest.map(({ from }) => (words[from] as Word).text),
    isDenied: DENIED.test(` ${words.map(({ text }) => text).join(' ')} `),
    asWritten: written(line, words, spans, rest),
  };
}

/** Whether a text holds directions alone, and so belongs to the name before it: "take 1 tablet", "extended release". */
export const namesNothing = (text: string): boolean => {
  const words = wordsOf(text);
  const spans = spansOf(words);
  const plain = plainSpans(words, spans);
  return spans.every(({ is, from }, at) => is !== 'word' || plain[at] || AMOUNT.test((words[from] as Word).text));
};

const AMOUNT = /^(?:\d+|one|two|three|half)$/;

/** A strength behind a direction is the dose of a day: "1 tablet (50 mg total) daily". */
function isDose(spans: readonly LineSpan[], plain: readonly boolean[], at: number): boolean {
  const before = spans.slice(0, at).findLast(({ is }, place) => is !== 'form' && !plain[place]);
  return before !== undefined && before.is !== 'word' && before.is !== 'strength';
}

/**
 * Which words say nothing of the drug: those of directions, and what it is for. A word that joins two names does, and so does
 * what a product is for, which tells it from others of its brand ("Tylenol Cold").
 */
function plainSpans(words: readonly Word[], spans: readonly LineSpan[]): boolean[] {
  const plain: boolean[] = [];
  const textAt = (at: number, before = 0): string => words[(spans[at]?.from ?? Number.NaN) + before]?.text ?? '';
  let isReason = false;
  for (const [at, { is }] of spans.entries()) {
    const text = textAt(at);
    if (is !== 'word') isReason = false;
    else if (text === 'for' || text === 'treats') isReason = true;
    else if (spans[at - 1]?.is === 'frequency' && /^(?:prn|needed|required)$/.test(textAt(at, -1))) isReason = true;
    plain.push(is === 'word' && (PLAIN.has(text) || (isReason && REASONS.has(text))));
    if (is === 'word' && !plain[at] && !JOINING.has(text)) isReason = false;
  }
  return plain.map(
    (one, at) => one || (JOINING.has(textAt(at)) && (spans[at + 1]?.is !== 'word' || plain[at + 1] === true)),
  );
}

const JOINING: ReadonlySet<string> = new Set(['and', 'with', 'w', 'plus', 'or']);

/** One text for each thing in a line: a comma or semicolon divides it only where a name follows. */
export function dividedLine(line: string): string[] {
  const names: string[] = [];
  for (const piece of line.replace(NUMBERING, '').split(DIVIDERS)) {
    const text = piece.replace(NUMBERING, '').trim();
    if (text === '') continue;
    const last = names.at(-1);
    if (last !== undefined && namesNothing(text)) names[names.length - 1] = `${last}, ${text}`;
    else if (last !== undefined && names.length === 1 && namesNothing(last)) names[0] = `${last}, ${text}`;
    else names.push(text);
  }
  return names;
}

/** The comma of "1,000 mg" divides nothing. */
const DIVIDERS = /[;•]|,(?!\d{3}(?!\d))/;
const NUMBERING = /^\s*(?:[-*•·–—▪◦●○■□☐☑✓>]|\(?\d{1,3}[.)](?!\d)|(?:[a-z]|[ivx]{1,4})\))\s*/i;

interface Word {
  /** Normalized. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A figure that is joined to the one before it: "50-12.5", "5/325". */
  readonly isJoined: boolean;
}
type WrittenField = 'strength' | 'form' | 'route' | 'frequency';
interface LineSpan {
  readonly is: WrittenField | 'count' | 'word';
  readonly from: number;
  readonly to: number;
}

const MOST_WORDS = 80;
/** Between two figures that are joined; between other words is a space. */
const JOINT = '~';

function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  const plain = line.replace(NUMBERING, blank).replace(/\(s\)/gi, blank);
  for (const { 0: chunk, index: start } of plain.matchAll(CHUNK)) {
    if (words.length >= MOST_WORDS) break;
    const end = start + chunk.length;
    for (const text of plainWords(chunk)) {
      const before = words.at(-1);
      const isJoined =
        before !== undefined &&
        /^[-/]$/.test(line.slice(before.end, start)) &&
        /\d/.test(before.text) &&
        /\d/.test(text);
      if (text !== '') words.push({ text, start, end, isJoined });
    }
  }
  return words;
}

const blank = (text: string): string => ' '.repeat(text.length);

/** A run without spaces and punctuation; the commas of thousands belong to it. */
const CHUNK = /(?:\d{1,3}(?:,\d{3})+(?!\d)|[^\s,;:()[\]{}<>/\\+&|"“”•–—-])+/gu;

/** Letters with points between them ("p.o.", "b.i.d.") are one word, and so are a figure and its unit. */
const plainWords = (chunk: string): string[] =>
  /^(?:\p{L}\.){2,}\p{L}?$/u.test(chunk) ? [chunk.replaceAll('.', '').toLowerCase()] : normalize(chunk).split(' ');

/** The longest that is known at each place; what is not is a word. */
function spansOf(words: readonly Word[]): LineSpan[] {
  let text = '';
  const starts = words.map((word, at) => {
    if (at > 0) text += word.isJoined ? JOINT : ' ';
    const start = text.length;
    text += word.text;
    return start;
  });
  const spans: LineSpan[] = [];
  for (let from = 0; from < words.length; ) {
    const start = starts[from] as number;
    const found = longestAt(text, start, [
      ...(from === 0 ? FIRST : []),
      ...(spans.some(({ is }) => is !== 'word') ? LATER : []),
    ]);
    const length = found ? text.slice(start, start + found.length).split(/[ ~]/).length : 1;
    spans.push({ is: found?.is ?? 'word', from, to: from + length });
    from += length;
  }
  return spans;
}

function longestAt(
  text: string,
  at: number,
  further: readonly Pattern[],
): { is: LineSpan['is']; length: number } | undefined {
  let best: { is: LineSpan['is']; length: number } | undefined;
  for (const [is, pattern] of [...PATTERNS, ...further]) {
    for (const one of pattern) {
      one.lastIndex = at;
      const length = one.exec(text)?.[0].length ?? 0;
      if (length > (best?.length ?? 0)) best = { is, length };
    }
  }
  return best;
}

/** Each by itself: of several that match the longest is wanted, not the first. */
const phrase = (...alternatives: readonly string[]): RegExp[] =>
  alternatives.map((one) => new RegExp(`(?:${one})(?=[ ~]|$)`, 'y'));
const any = (words: Iterable<string>): string => `(?:${[...words].join('|')})`;

const NUMBER = '\\d+(?:\\.\\d+)?';
const HOW_MANY = `(?:${NUMBER}(?:(?:~| to | or )${NUMBER})?|one half|one|two|three|four|five|six|half(?: a| of a| an)?|a half|an?)`;
const UNIT = any([...UNITS].filter((unit) => !/^h|billion/.test(unit)));
const PER = '(?:ml|mls|hr|hour|hours|h|actuation|actuat|act|inhalation|inhal|inh|gm|g|24 ?hr|24 ?h)';
const PER_DOSE = '(?:tablet|tab|capsule|cap|puff|spray|dose|day)';
/** A name and "100 units" are read alike, be that in each milliliter or not. */
const PER_VOLUME = new RegExp(`(?<=[a-z]) (?:(?:per )?(?:${NUMBER} ?)?${PER}|mg|per ${PER_DOSE})$`);
const TIME = '(?:day|days|night|week|weeks|wk|month|months|hour|hours|hr|hrs|h)';
const DOSE_FORMS =
  '(?:tablets?|tabs?|capsules?|caps?|caplets?|softgels?|gelcaps?|pills?|puffs?|sprays?|drops?|gtts?|patch(?:es)?|lozenges?|gumm(?:y|ies)|packets?|sachets?|scoops?|teaspoons?|tsp|tablespoons?|tbsp|vials?|pens?|syringes?|ampu?o?ules?|applications?|applicators?|suppositor(?:y|ies)|inhalations?|doses?|pieces?|each|ea)';
const TAKE =
  '(?:take|takes|taking|taken|use|uses|using|inject|injects|apply|applies|inhale|give|chew|swallow|dissolve|instill|place|insert|drink)';
const BARE_TAKE = '(?:take|takes|taking|inject|apply|inhale|swallow)';
const ROUTE_WORDS =
  '(?:oral|topical|intravenous|iv|intramuscular|im|subcutaneous|sc|sq|subq|sublingual|sl|ophthalmic|otic|nasal|transdermal|vaginal|rectal|buccal)';
const FORM_WORDS = any([
  ...[...FORMS].filter(
    (word) => !new RegExp(`^${ROUTE_WORDS}$`).test(word) && !/^(?:day|daily|week|weekly|adults?)$/.test(word),
  ),
  'inj',
  'syp',
  'susp',
  'soln',
  'sol',
  'oint',
  'supp',
  'lozenges?',
  'delayed',
  'disintegrating',
  'effervescent',
  'metered',
  'medicated',
  'dry',
  'pads?',
  'film',
  'auto injector',
  'pen injector',
  'prefilled syringe',
  'buccal',
  'actuat',
  'prefilled',
  'dose inhaler',
  'chew',
  'ec',
]);
const WEEKDAY = '(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:days?|nesdays?|rsdays?|sdays?|urdays?)?';
const MEAL = '(?:food|meals?|breakfast|lunch|dinner|supper|snacks?|water|milk|juice)';
const OF_DAY =
  '(?:bed|bedtime|night|noon|midday|breakfast|lunch|dinner|supper|mornings?|evenings?|afternoons?|nights?)';

type Pattern = readonly [LineSpan['is'], readonly RegExp[]];
const PATTERNS: readonly Pattern[] = [
  [
    'strength',
    phrase(
      `(?:${NUMBER}(?: ?${UNIT})?~)*${NUMBER} ?${UNIT}(?:[ ~](?:per )?(?:${NUMBER} ?)?${PER}| mg| per ${PER_DOSE})?`,
      `${NUMBER} percent`,
    ),
  ],
  ['form', phrase(`(?:(?:${FORM_WORDS}|${ROUTE_WORDS}) )*${FORM_WORDS}(?: (?:${FORM_WORDS}|${ROUTE_WORDS}))*`)],
  ['form', phrase('(?:8|12|24|72) ?(?:hr|hrs|hour|hours|h)')],
  [
    'route',
    phrase(
      ROUTE_WORDS,
      'by mouth',
      '(?:by|via|per) (?:oral route|inhalation|nebulizer|injection|rectum|vagina|tube|g tube|peg)',
      'po',
      'per os',
      'orally',
      'subcut|subcutaneously|intramuscularly|intravenously|intranasally|topically|sublingually|rectally|vaginally|transdermally',
      '(?:under|beneath|on|to|into|in) (?:the )?(?:tongue|skin|scalp|face|affected areas?|affected skin|area|areas|affected eyes?)',
      '(?:in|into|to|for|per) (?:each|both|the|left|right|the left|the right|affected) (?:nostrils?|eyes?|ears?|sides?)',
      'each (?:nostril|eye|ear)',
      'inhaled|nebulized|intranasal|buccally',
    ),
  ],
  [
    'frequency',
    phrase(
      `(?:once|twice|thrice|(?:one|two|three|four|five|six|\\d{1,2}) ?(?:times?|x))(?: (?:a|per|every|each|in a|in the|at))?(?: (?:day|week|month|daily|weekly|monthly|nightly|night|morning|evening|bedtime))?`,
      `\\d ?x ?(?:daily|day|a day|per day|weekly|week|a week|per week)`,
      `(?:every|each|q) ?(?:other )?(?:(?:\\d{1,2}|one|two|three|four|six|eight|twelve)(?:(?:~| to | or )(?:\\d{1,2}|six|eight))? ?)?(?:${TIME}|morning|evening|night|noon|am|pm|bedtime|meal|${WEEKDAY}|weekday)(?: and (?:every |each |at )?(?:${TIME}|morning|evening|night|noon|bedtime))?`,
      'q ?\\d{1,2}(?:(?:~| to )\\d{1,2})? ?(?:hours?|hrs?|h|days?|d|weeks?|wks?|wk|w|months?|min)',
      '(?:daily|nightly|weekly|monthly|hourly|biweekly|fortnightly)',
      '(?:qd|od|bid|tid|tds|qid|qds|qod|eod|qhs|hs|qam|qpm|qac|qpc|mane|nocte|prn|qwk|qweek|qmonth|biw|tiw|qday|qdaily|qnight|qnoc|qh)',
      '(?:a|per) (?:day|night|week|month)',
      `(?:(?:at|before|in the|every|each|with|after|during|and|around) )${OF_DAY}`,
      '(?:in the|every|each) (?:am|pm)(?: and (?:in the )?(?:am|pm))?',
      '(?:at )?\\d{1,2}(?: \\d\\d)? ?(?:am|pm)',
      `(?:with|w|before|after|without|between|and) (?:(?:or )?(?:without|before|after) )?(?:(?:a|an|the|each|every|your|some|light|full|plenty of|evening|morning|largest|main|glass of|full glass of) )*${MEAL}`,
      `\\d{1,3} ?(?:min|mins|minutes|hr|hrs|hours?) (?:before|after)(?: (?:the|each|every|a|same))*(?: (?:${MEAL}|${OF_DAY}))?`,
      '(?:on|with) (?:an )?empty stomach',
      '(?:as|when|if|only if|only as|only when|unless) (?:needed|required|necessary|directed|instructed|prescribed|tolerated|you need it)',
      `(?:on |every )?${WEEKDAY}(?: (?:and )?${WEEKDAY})*`,
      'at same time|same time',
      'taper|tapering',
    ),
  ],
  [
    'count',
    phrase(
      `(?:${TAKE} )?(?:up to )?${HOW_MANY}(?: (?:to|or|and) ${HOW_MANY})? (?:(?:${FORM_WORDS}|${ROUTE_WORDS}) )*${DOSE_FORMS}(?: total)?`,
      `${BARE_TAKE}`,
      `${TAKE} ${HOW_MANY}`,
      `${TAKE} ${HOW_MANY} ?${UNIT}`,
      `(?:disp|dispense|qty|quantity|refills?|rx|ndc)(?: of| x| no| number)?(?:[ ~]\\d+)+`,
      `\\d+ (?:more )?(?:refills?|rf|count|ct|tabs left|left|remaining)`,
      '(?:no|zero) refills?(?: left| remaining)?',
      `(?:for |x ?|times ?)\\d{1,3} ?(?:more )?(?:days?|d|weeks?|wks?|months?|doses?)`,
      '\\d{1,3} days? supply',
      '(?:for|until) (?:(?:one|two|three|four|five|six|seven|ten) (?:days?|weeks?|months?)|gone|finished|completed?)',
      `max(?:imum)?(?: of)?(?: dose)? ${NUMBER}(?: ?${UNIT})?(?: ${DOSE_FORMS})?`,
      '\\d{6,}',
    ),
  ],
];
/** Also letters of brands ("Robitussin AC"): directions only where one, a form or a strength is before them. */
const LATER: readonly Pattern[] = [
  ['frequency', phrase('(?:ac|pc|bd|sos|stat|qw)')],
  ['count', phrase('\\d(?= (?:po|by|daily|bid|tid|qid|qd|od|qhs|hs|qam|qpm|twice|once|every|at|each|nightly|q\\d))')],
];
/** What begins a line of a prescription or of a person's own words: "Rx", "I take", "T." for tablet. */
const FIRST: readonly Pattern[] = [
  [
    'count',
    phrase(
      '(?:rx|sig)',
      '(?:i |im |i am |currently |now |also )+(?:take|takes|taking|on|use|using)',
      '(?:start|started|starting|continue|continued|currently|home med|med|medication name|medication|medicine|drug|name)',
    ),
  ],
  ['form', phrase('[tc](?= [a-z]{5})')],
];

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words behind a name that say nothing of which drug it is. */
const PLAIN = set(`
  a an the of to in on at by for from as is was be it its this that your my you i if not more than
  take takes taking taken use used using apply inject give start started starting continue continued current currently active
  new changed unchanged total dose doses dosage amount maintenance loading tapered titrate
  then until gone finished first second third next days day week weeks month months hours hour minutes morning evening
  bedtime bed time times same each every other both half whole directed instructed needed prescribed prescriber doctor dr md
  sig rx otc prescription pharmacy pharmacist brand generic name known commonly called aka also medication medicine med meds
  drug pill equivalent label written instructions directions patient pt home chronic long term
  acting reported historical last filled fill refill refills refilled qty quantity disp dispense dispensed supply count
  teva mylan viatris lupin aurobindo zydus cipla sandoz apotex torrent camber accord amneal reddys unichem macleods
  ascend solco prinston greenstone actavis watson qualitest mckesson kirkland cvs walgreens equate
`);

const REASONS = set(`
  pain pains ache aches headache headaches migraine migraines fever sleep insomnia anxiety panic depression mood bipolar adhd
  blood pressure bp hypertension htn cholesterol lipids heart failure attack chest angina stroke prevention prevent clot clots
  afib atrial fibrillation rhythm diabetes sugar thyroid hypothyroidism reflux gerd heartburn stomach acid ulcer nausea
  vomiting constipation diarrhea allergy allergies itching rash asthma copd breathing wheezing shortness breath cough cold
  congestion infection infections uti sinus seizure seizures epilepsy nerve neuropathy muscle spasm spasms arthritis gout
  inflammation swelling edema bladder prostate bph urination osteoporosis bone bones ed cancer pcos birth control menopause
  acne psoriasis eczema glaucoma eyes eye dry memory dementia parkinsons tremor restless legs vertigo dizziness
  severe mild moderate breakthrough symptoms relief acute emergency only flares flare high low
`);

/** The line says that the thing is not taken, or names another instead. */
const DENIED =
  / (?:stop|stopped|stopping|discontinue|discontinued|discontinuing|dced|d c|d ced|hold|held|holding|instead of|in place of|replaces|replaced|replacing|allergic|allergy to|allergies to|intolerant|intolerance|avoid|avoids|never take|not taking|no longer|do not take|dont take|switched|changed from|cannot take|cant take|reaction to|contraindicated) /;

function written(
  line: string,
  words: readonly Word[],
  spans: readonly LineSpan[],
  notRead: readonly LineSpan[],
): AsWritten {
  const slice = (from: number, to: number): string =>
    line.slice((words[from] as Word).start, (words[to - 1] as Word).end).replace(CLOSING_POINT, '');
  const fields: Partial<Record<WrittenField, string>> = {};
  for (const { is, from, to } of spans) {
    if (is === 'word' || is === 'count') continue;
    // "24 HR" before the name belongs to the form, and says less of it.
    if (fields[is] !== undefined && !(is === 'form' && HOURS.test(fields[is]))) continue;
    // "twice daily with food as needed" is said in one breath.
    let last = to;
    while (is === 'frequency' && spans.find((span) => span.from === last)?.is === 'frequency')
      last = spans.find((span) => span.from === last)?.to ?? last;
    fields[is] = slice(from, last);
  }
  const unread = notRead.map(({ from, to }) => slice(from, to)).join(' ');
  return { ...fields, ...(unread !== '' && { not_read: unread }) };
}

/** The point that ends a sentence; that of "p.o." or "tab." belongs to the word. */
const CLOSING_POINT = /(?<=[^.\s]{4}|\d)\.$/;

const HOURS = /^\d+ ?h/i;

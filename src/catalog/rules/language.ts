import type { Path } from '../yaml.ts';

export type Text = readonly [path: Path, text: string];

export interface Fault {
  path: Path;
  reason: string;
}

/** Leaves out what is not prose about facts: questions are worded for the reader to ask, links and ids are for machines. */
const isProse = (path: Path): boolean =>
  path[0] === 'profile' &&
  !path.some((step) =>
    ['doctorQuestions', 'link', 'id', 'medId', 'version', 'lastReviewed', 'color'].includes(String(step)),
  );

/** "Tell your doctor", "Ask your pharmacist" and "Don't stop" change nothing of a treatment: they are how a reader is spoken to. */
const ADVICE = /\b[Yy]ou (?:should|must|need to|ought to|have to)\b|(?:^|[.;] )(?:Never|Always|Stop|Start) [a-z]/;
const ABSOLUTE =
  /\b(?:completely|totally|perfectly|entirely|100%) (?:safe|effective|harmless|reliable)\b|\bproven (?:to|safe|effective)\b|\bguarantee[sd]?\b|\bmiracle\b|\bno side effects\b|\balways works\b|\bnever (?:causes|fails)\b/i;

/** Advice addressed to one person, and claims without limits (content/README.md, "Words"). */
export const wordFaults = (texts: readonly Text[]): Fault[] =>
  texts
    .filter(([path]) => isProse(path))
    .flatMap(([path, text]) => {
      const advice = ADVICE.exec(text)?.[0].trim();
      const absolute = ABSOLUTE.exec(text)?.[0];
      return [
        ...(advice ? [{ path, reason: `advises one person ("${advice}"); say what labels and prescribers do` }] : []),
        ...(absolute ? [{ path, reason: `claims without limits ("${absolute}"); say what was measured` }] : []),
      ];
    });

const PAIR =
  /(\d+(?:\.\d+)?) (?:of|in) 100\b[^,;]*[,;] (?:and |against |versus )?(\d+(?:\.\d+)?) (?:of|in) 100 (?:people )?(?:on|with) placebo/;
const SAYS_SO =
  /as many|as often|not more|no more|more (?:people )?on placebo|more often on placebo|same|similar|fewer|less (?:often )?than|equal|lower than on placebo|higher on placebo|placebo had more/i;

/** Rates above 100%, and rates that placebo reaches without the record saying so. */
export function rateFaults(effects: readonly { rate?: string; tip?: string }[], at: Path): Fault[] {
  return effects.flatMap(({ rate = '', tip = '' }, index) => {
    const path = [...at, index, 'rate'];
    const tooMuch = [...rate.matchAll(/(\d+(?:\.\d+)?)\s?%/g)].find(([, percent]) => Number(percent) > 100)?.[0];
    const tooMany = [...rate.matchAll(/\b(\d[\d,]*) (?:of|in) (\d[\d,]*)\b/g)].find(
      ([, n = '', of = '']) => number(n) > number(of),
    )?.[0];
    const [, drug, placebo] = PAIR.exec(rate) ?? [];
    const reached = drug !== undefined && Number(placebo) >= Number(drug) && !SAYS_SO.test(`${rate} ${tip}`);
    return [
      ...(tooMuch || tooMany
        ? [{ path, reason: `is more than all (${tooMuch ?? tooMany}); check it against its source` }]
        : []),
      ...(reached
        ? [
            {
              path,
              reason: `is no more than on placebo (${drug} and ${placebo} of 100); say so in the rate or the tip, or leave the effect out`,
            },
          ]
        : []),
    ];
  });
}

const number = (text: string): number => Number(text.replaceAll(',', ''));

/** Reading age 13 is about grade 8; terms and names of drugs raise it, so the limit is set where the prose itself is hard. */
export const HARDEST_GRADE = 12;

/** Flesch-Kincaid grade of a record's sentences; 0 when there are too few words to tell. */
export const readingGrade = (texts: readonly Text[]): number =>
  fleschKincaid(texts.filter(([path, text]) => isProse(path) && text.split(' ').length > 6).map(([, text]) => text));

/** Flesch-Kincaid grade (Kincaid et al. 1975) of texts, of which each ends a sentence; 0 below 100 words. */
export function fleschKincaid(texts: readonly string[]): number {
  const words = texts.join(' ').match(/[a-z']+/gi) ?? [];
  if (words.length < 100) return 0;
  const sentences = texts.reduce((sum, text) => sum + text.split(/[.!?]\s+/).length, 0);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59;
}

const syllablesOf = (word: string): number => Math.max(1, word.replace(/e$/i, '').match(/[aeiouy]+/gi)?.length ?? 0);

const BOILERPLATE_WORDS = 20;
/** Fields that state the same fact in many records. */
const sharedFields = ['fdaStatus', 'certifications', 'compoundingGuidance', 'greyMarketRisks'];

/** Sentences of twenty words or more, keyed by their words: if two records share one, it was copied. */
export const longSentences = (texts: readonly Text[]): { path: Path; key: string }[] =>
  texts
    .filter(([path]) => isProse(path) && !sharedFields.includes(String(path[1])))
    .flatMap(([path, text]) =>
      text
        .split(/(?<=[.!?])\s+/)
        .map((sentence) => ({ path, key: (sentence.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ') })),
    )
    .filter(({ key }) => key.split(' ').length >= BOILERPLATE_WORDS);

import { funderType } from './funding.ts';
import type { StudyFigures } from './section.ts';

/** What is drawn of a registered trial: people as its name states them, and who paid. */
export const trialFigures = (
  trial: { name?: string; funder?: string },
  manufacturer: string | undefined,
): StudyFigures => ({
  ...peopleField(peopleInName(trial.name ?? '')),
  payer: funderType(trial.funder, manufacturer),
});

/** What is drawn of a study that a supplement's or peptide's record lists. A review counts the people of others again. */
export const studyFigures = (study: { name?: string; n?: string; funded?: string }): StudyFigures => ({
  ...(REVIEW.test(study.name ?? '') ? { isReview: true } : peopleField(wholeNumber(study.n ?? ''))),
  payer: funderType(study.funded, undefined),
});

const REVIEW = /\b(?:reviews?|meta-?analys[ei]s|Cochrane|position stand|evidence summary|pooled)\b/i;
const peopleField = (people: number | undefined): { people?: number } => (people ? { people } : {});

/**
 * "..., 18,201 people" or "... (215 children, phase 3)": the number of all who took part, and nothing else. A number that
 * was planned or is "about" something, or that tells of one arm, is not read.
 */
export function peopleInName(name: string): number | undefined {
  const found = PEOPLE.exec(name)?.groups;
  return found ? wholeNumber(found.number ?? '') : undefined;
}
const PEOPLE =
  /(?:, |\(|: )(?<number>\d[\d,]*) (?:people|patients|adults|women|men|children|babies|boys|girls|teenagers|veterans|volunteers)(?: randomized| entered)?(?=$|[,;)]| \()/;

function wholeNumber(text: string): number | undefined {
  return /^\d{1,3}(?:,\d{3})*$|^\d+$/.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

/** Who paid, by the people who took part; most first. Studies that state no number count in `unstated`. */
export function paidFor(studies: readonly StudyFigures[]) {
  const counted = studies.filter(({ people }) => people !== undefined);
  const paid = [...Map.groupBy(counted, ({ payer }) => payer)].map(([payer, own]) => ({
    payer,
    people: own.reduce((sum, { people = 0 }) => sum + people, 0),
    studies: own.length,
  }));
  return {
    paid: paid.toSorted((a, b) => b.people - a.people),
    stated: counted.length,
    unstated: studies.length - counted.length,
  };
}

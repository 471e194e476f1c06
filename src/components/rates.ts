/** How many of 100 people had an effect, and how many on placebo where the record says so. */
export interface Rate {
  treated: number;
  placebo?: number;
}

/**
 * Reads "26 of 100 people (26%), 12 of 100 on placebo" and nothing looser: a picture is drawn only of numbers that
 * the record states in these words.
 */
export function parseRate(text: string): Rate | undefined {
  const found = RATE.exec(text);
  if (!found?.groups) return undefined;
  const treated = Number(found.groups.treated);
  const placebo = found.groups.placebo === undefined ? undefined : Number(found.groups.placebo);
  const percent = found.groups.percent === undefined ? treated : Number(found.groups.percent);
  if (treated > 100 || (placebo ?? 0) > 100 || Math.abs(percent - treated) > ROUNDING) return undefined;
  return placebo === undefined ? { treated } : { treated, placebo };
}

const RATE =
  /^(?<treated>\d{1,3}(?:\.\d+)?) of 100(?: people| patients| adults| women| men| children)?(?: \((?<percent>\d{1,3}(?:\.\d+)?)%\))?(?:, (?<placebo>\d{1,3}(?:\.\d+)?) of 100 on placebo)?\.?$/;
/** "2 of 100 people (1.6%)" is one number, written twice. */
const ROUNDING = 0.5;

/** The picture in words, for those who hear the page. */
export const rateWords = ({ treated, placebo }: Rate): string =>
  placebo === undefined
    ? `${treated} marks of 100`
    : `${treated} marks of 100 with the medicine, ${placebo} of 100 on placebo`;

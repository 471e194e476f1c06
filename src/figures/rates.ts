/** How many of 100 people had an effect, and how many on placebo where the record says so. */
export interface Rate {
  treated: number;
  placebo?: number;
}

/**
 * Reads "26 of 100 people, 12 of 100 on placebo", with the trial in brackets at most, and nothing else: a
 * picture is drawn only from numbers that the record states in exactly this form.
 */
export function parseRate(text: string): Rate | undefined {
  const found = RATE.exec(text)?.groups;
  if (!found) return undefined;
  const treated = Number(found.treated);
  const percent = Number(found.percent ?? treated);
  const placebo = found.placebo === undefined ? undefined : Number(found.placebo);
  if (treated > 100 || (placebo ?? 0) > 100 || Math.abs(percent - treated) > ROUNDING) return undefined;
  return placebo === undefined ? { treated } : { treated, placebo };
}

const RATE =
  /^(?<treated>\d+(?:\.\d+)?) of 100 (?:people|patients|adults|women|men|children)(?: \((?<percent>\d+(?:\.\d+)?)%\))?(?:, (?<placebo>\d+(?:\.\d+)?) of 100 on placebo)?(?: \([^()]{1,40}\))?\.?$/;
/** "2 of 100 people (1.6%)" is one number, written twice. */
const ROUNDING = 0.5;

export const rateWords = ({ treated, placebo }: Rate): string =>
  placebo === undefined
    ? `${treated} marks of 100`
    : `${treated} marks of 100 with the medicine, ${placebo} of 100 on placebo`;

/**
 * A person is a tick of 4 units, so n people are a dashed line 4n long: grey for all, ink for those with the effect,
 * a second line for placebo.
 */
export function rateLines({ treated, placebo }: Rate): { className: string; d: string }[] {
  const line = (className: string, people: number, y: number) => ({
    className,
    d: `M0 ${y}h${Math.round(people * 4)}`,
  });
  return [
    line('all', 100, 5),
    line('with', treated, 5),
    ...(placebo === undefined ? [] : [line('all', 100, 19), line('without', placebo, 19)]),
  ];
}
export const rateBox = ({ placebo }: Rate): string => `0 0 400 ${placebo === undefined ? 10 : 24}`;

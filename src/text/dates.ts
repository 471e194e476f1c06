/** 2026-11-21 as "21 November 2026"; shorter dates keep what they have. */
export function longDate(date: string): string {
  return formats[date.split('-').length - 1]?.format(new Date(date)) ?? date;
}

// A formatter costs far more than formatting, and a page has dozens of dates.
const formats = ([{}, { month: 'long' }, { month: 'long', day: 'numeric' }] as const).map(
  (parts) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', year: 'numeric', ...parts }),
);

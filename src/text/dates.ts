/** 2026-11-21 as "21 November 2026"; shorter dates keep what they have. */
export function longDate(date: string): string {
  const text = said.get(date) ?? formats[date.split('-').length - 1]?.format(new Date(date)) ?? date;
  said.set(date, text);
  return text;
}

// A page has dozens, most of them on other pages, too.
const said = new Map<string, string>();

// A formatter costs far more than formatting, and a page has dozens of dates.
const formats = ([{}, { month: 'long' }, { month: 'long', day: 'numeric' }] as const).map(
  (parts) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', year: 'numeric', ...parts }),
);

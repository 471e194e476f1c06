/** Order of code units, the same on every machine; for `toSorted`. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The newest of dates written YYYY-MM-DD; undefined of none. */
export const newestOf = (dates: readonly (string | undefined)[]): string | undefined =>
  dates
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1);

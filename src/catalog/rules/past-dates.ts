import type { Path } from '../yaml.ts';
import type { RecordRule } from './rule.ts';

/** What was reviewed, changed or published was so in the past. */
export const pastDates: RecordRule = {
  name: 'past-dates',
  *check(record, file, { lastDay }) {
    for (const [path, date] of dates(record))
      if (lastDay !== undefined && isAfter(date, lastDay))
        yield file.at(path, `is a date in the future; the newest that can be is ${lastDay}`);
  },
};

/** A year or a month is in the future when it begins there. */
export const isAfter = (date: string, day: string): boolean => date > day.slice(0, date.length);

const dates = (record: Parameters<RecordRule['check']>[0]): [Path, string][] =>
  [
    [['profile', 'lastReviewed'], record.profile.lastReviewed],
    [['profile', 'version'], record.profile.version],
    ...record.changes.map(({ date }, at) => [['changes', at, 'date'], date]),
    // By the year alone: an issue of a journal is read weeks before the month that it bears.
    ...record.sources.flatMap(({ date, effective }, at) => [
      [['sources', at, 'date'], date?.slice(0, 4)],
      [['sources', at, 'effective'], effective?.slice(0, 4)],
    ]),
  ].filter((one): one is [Path, string] => typeof one[1] === 'string');

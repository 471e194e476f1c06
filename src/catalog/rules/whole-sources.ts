import type { RecordRule } from './rule.ts';

/** Each source has an id of its own, and a label's address leads to the label. */
export const wholeSources: RecordRule = {
  name: 'whole-sources',
  check: (record, file) => {
    const ids = record.sources.map(({ id }) => id);
    return record.sources.flatMap((source, at) => [
      ...(ids.indexOf(source.id) === at
        ? []
        : [file.at(['sources', at, 'id'], `repeats the id ${source.id}; give each source its own`)]),
      ...(source.setId && !source.url.includes(source.setId)
        ? [
            file.at(
              ['sources', at, 'url'],
              `does not lead to the label ${source.setId}; use https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${source.setId}`,
            ),
          ]
        : []),
    ]);
  },
};

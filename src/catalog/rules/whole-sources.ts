import type { RecordRule } from './rule.ts';

const LABELS = 'https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=';

/** Each source has an id of its own, and a label's address leads to the label. */
export const wholeSources: RecordRule = {
  name: 'whole-sources',
  *check({ sources }, file) {
    const ids = sources.map(({ id }) => id);
    for (const [at, { id, setId, url }] of sources.entries()) {
      if (ids.indexOf(id) !== at)
        yield file.at(['sources', at, 'id'], `repeats the id ${id}; give each source its own`);
      if (setId && !url.includes(setId))
        yield file.at(['sources', at, 'url'], `does not lead to the label ${setId}; use ${LABELS}${setId}`);
    }
  },
};

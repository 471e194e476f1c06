import type { Path } from '../yaml.ts';
import { pathOfField, type RecordRule, strings, suggestion, valueAt, type WrittenRecord } from './rule.ts';

/** Profile fields that state no fact and need no source. */
const ownFields = ['version', 'lastReviewed', 'id', 'name', 'subtitle', 'category', 'doctorQuestions'];

/** Every field that states a fact has a source, and every source that is cited exists. */
export const supportedFacts: RecordRule = {
  name: 'supported-facts',
  *check(record, file) {
    const { profile, supports } = record;
    const ids = record.sources.map(({ id }) => id);
    const unknown = (id: string): string => `names the source ${id}, which is not under sources${suggestion(id, ids)}`;
    const supported = Object.keys(supports).map((key) => key.split(/[.[]/)[0]);
    const lacksSource = (field: string, value: unknown): boolean =>
      value !== undefined && !supported.includes(field) && !holdsSources(value);
    for (const [key, sources] of Object.entries(supports)) {
      if (valueAt(profile, fieldPath(key)) === undefined && valueAt(record, fieldPath(key)) === undefined)
        yield file.at(['supports'], 'supports a field that the profile does not have; delete it or fix its name', key);
      for (const id of sources) if (!ids.includes(id)) yield file.at(['supports', key], unknown(id));
    }
    for (const [field, value] of Object.entries(profile))
      if (!ownFields.includes(field) && lacksSource(field, value))
        yield file.at(['profile'], `states facts without a source; add ${field} to supports`, field);
    for (const field of ['contraindications', 'practical'] as const)
      if (lacksSource(field, record[field]))
        yield file.at([], `states facts without a source; add ${field} to supports`, field);
    for (const [path, id] of entrySources(record)) if (!ids.includes(id)) yield file.at(path, unknown(id));
  },
};

const entrySources = ({ profile, contraindications, practical }: WrittenRecord): [Path, string][] =>
  strings({ profile, contraindications, practical }).filter(([path]) => path.at(-2) === 'sources');

const holdsSources = (value: unknown): boolean => strings(value).some(([path]) => path.at(-2) === 'sources');

const fieldPath = (key: string): Path => pathOfField(key).slice(1);

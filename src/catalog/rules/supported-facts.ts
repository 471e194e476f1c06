import type { Path } from '../yaml.ts';
import { pathOfField, type RecordRule, strings, suggestion, valueAt, type WrittenRecord } from './rule.ts';

/** Profile fields that state no fact and need no source. */
const ownFields = ['version', 'lastReviewed', 'id', 'name', 'subtitle', 'category', 'doctorQuestions'];

/** Every field that states a fact has a source, and every source that is cited exists. */
export const supportedFacts: RecordRule = {
  name: 'supported-facts',
  check: (record, file) => {
    const ids = record.sources.map(({ id }) => id);
    const supported = Object.keys(record.supports).map((key) => key.split(/[.[]/)[0]);
    return [
      ...Object.entries(record.supports).flatMap(([key, sources]) => [
        ...(valueAt(record.profile, fieldPath(key)) === undefined && valueAt(record, fieldPath(key)) === undefined
          ? [file.at(['supports'], 'supports a field that the profile does not have; delete it or fix its name', key)]
          : []),
        ...sources
          .filter((id) => !ids.includes(id))
          .map((id) =>
            file.at(['supports', key], `names the source ${id}, which is not under sources${suggestion(id, ids)}`),
          ),
      ]),
      ...Object.keys(record.profile)
        .filter((field) => !ownFields.includes(field) && !supported.includes(field))
        .filter((field) => !holdsSources(record.profile[field]))
        .map((field) => file.at(['profile'], `states facts without a source; add ${field} to supports`, field)),
      ...(['contraindications', 'practical'] as const)
        .filter((field) => record[field] !== undefined && !supported.includes(field) && !holdsSources(record[field]))
        .map((field) => file.at([], `states facts without a source; add ${field} to supports`, field)),
      ...entrySources(record).flatMap(([path, id]) =>
        ids.includes(id)
          ? []
          : [file.at(path, `names the source ${id}, which is not under sources${suggestion(id, ids)}`)],
      ),
    ];
  },
};

/** Ids under `sources` of single entries, with their positions. */
const entrySources = ({ profile, contraindications, practical }: WrittenRecord): [Path, string][] =>
  strings({ profile, contraindications, practical }).filter(([path]) => path.at(-2) === 'sources');

const holdsSources = (value: unknown): boolean => strings(value).some(([path]) => path.at(-2) === 'sources');

const fieldPath = (key: string): Path => pathOfField(key).slice(1);

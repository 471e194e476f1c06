import type { RecordRule } from './rule.ts';

/** The file name is the address. */
export const plainSlug: RecordRule = {
  name: 'plain-slug',
  *check(record, file, { kind, slug }) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
      yield file.at([], 'has a file name that is no slug; use lower-case letters, digits and single hyphens');
    if (kind !== 'medication' && record.profile.id !== slug)
      yield file.at(['profile', 'id'], `must equal the file name, ${slug}`);
  },
};

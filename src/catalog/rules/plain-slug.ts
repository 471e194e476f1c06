import type { RecordRule } from './rule.ts';

/** The file name is the address. */
export const plainSlug: RecordRule = {
  name: 'plain-slug',
  check: (record, file, { kind, slug }) => [
    ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
      ? []
      : [file.at([], 'has a file name that is no slug; use lower-case letters, digits and single hyphens')]),
    ...(kind !== 'medication' && record.profile.id !== slug
      ? [file.at(['profile', 'id'], `must equal the file name, ${slug}`)]
      : []),
  ],
};

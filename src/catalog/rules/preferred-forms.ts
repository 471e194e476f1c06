import type { SupplementProfile } from '../../schema/types.ts';
import type { RecordRule } from './rule.ts';

const WARNING =
  /\bcontraindicated\b|\bavoid(?:ed)?\b|\bnot recommended\b|\badvises? against\b|\b(?:not approved|unapproved)\b/i;

/** A form with a warning in its own note is not marked as preferred. */
export const preferredForms: RecordRule = {
  name: 'preferred-forms',
  check: (record, file) =>
    ((record.profile as SupplementProfile).forms ?? []).flatMap(({ preferred, note = '' }, at) => {
      const found = preferred === true ? WARNING.exec(note)?.[0] : undefined;
      return found
        ? [
            file.at(
              ['profile', 'forms', at, 'preferred'],
              `is true of a form that its own note warns of ("${found}"); prefer another form or none`,
            ),
          ]
        : [];
    }),
};

import type { SupplementProfile } from '../../schema/types.ts';
import type { RecordRule } from './rule.ts';

const WARNING =
  /\bcontraindicated\b|\bavoid(?:ed)?\b|\bnot recommended\b|\badvises? against\b|\b(?:not approved|unapproved)\b/i;

/** A form with a warning in its own note is not marked as preferred. */
export const preferredForms: RecordRule = {
  name: 'preferred-forms',
  *check({ profile }, file) {
    for (const [at, { preferred, note = '' }] of ((profile as SupplementProfile).forms ?? []).entries()) {
      const found = preferred === true ? WARNING.exec(note)?.[0] : undefined;
      const reason = `is true of a form that its own note warns of ("${found}"); prefer another form or none`;
      if (found) yield file.at(['profile', 'forms', at, 'preferred'], reason);
    }
  },
};

import { type Entry, refOf } from '../profile/entry.ts';
import type { RecordInteractions } from '../profile/interactions.ts';
import type { Edition } from '../publish/edition.ts';

/** Under this symbol scripts/build.ts leaves the edition for the pages: Astro's build takes no arguments of ours. */
const EDITION = Symbol.for('materia.edition');

/**
 * The edition being built.
 * @throws when pages are rendered by anything but `npm run build` or `npm run dev`
 */
export function edition(): Edition {
  const found = (globalThis as { [EDITION]?: Edition })[EDITION];
  if (!found) throw new Error('No edition to render. Build the pages with `npm run build`, not with `astro build`.');
  return found;
}

/** What is documented of a record, in its own entries and in those of others. */
export const interactionsOf = (entry: Entry): RecordInteractions =>
  edition().interactions.get(refOf(entry)) as RecordInteractions;

import type { Edition } from './edition.ts';

/** Global symbol that hands the edition to the pages: they run inside Astro's bundle and cannot be passed arguments. */
const EDITION = Symbol.for('materia.edition');

export function offerEdition(offered: Edition): void {
  (globalThis as { [EDITION]?: Edition })[EDITION] = offered;
}

/**
 * The edition being built.
 * @throws when pages are rendered by anything but `npm run build` or `npm run dev`
 */
export function edition(): Edition {
  const found = (globalThis as { [EDITION]?: Edition })[EDITION];
  if (!found) throw new Error('No edition to render. Build the pages with `npm run build`, not with `astro build`.');
  return found;
}

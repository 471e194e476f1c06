import type { Edition } from './edition.ts';

/** Under this symbol a build leaves its edition for the pages, which run inside Astro's bundle: it takes no arguments of ours. */
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

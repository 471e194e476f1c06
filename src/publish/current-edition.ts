import { type Entry, refOf } from '../records/entry.ts';
import type { Edition } from './edition.ts';

/** Global symbol that hands the edition to the pages: they run inside Astro's bundle and cannot be passed arguments. */
const EDITION = Symbol.for('materia.edition');

/** Files that need not be made, because those of an earlier build are reused: paths in `dist/`. */
const STANDING = Symbol.for('materia.standing');

type Offered = { [EDITION]?: Edition; [STANDING]?: ReadonlySet<string> };

export function offerEdition(offered: Edition, standing: ReadonlySet<string> = new Set()): void {
  (globalThis as Offered)[EDITION] = offered;
  (globalThis as Offered)[STANDING] = standing;
}

export function withdrawEdition(): void {
  delete (globalThis as Offered)[EDITION];
}

export const isWanted = (path: string): boolean => !(globalThis as Offered)[STANDING]?.has(path);

/** The edition being built. @throws in any other program than `npm run build` and `npm run dev` */
export function edition(): Edition {
  const found = (globalThis as Offered)[EDITION];
  if (!found) throw new Error('No edition to render. Build the pages with `npm run build`, not with `astro build`.');
  return found;
}

/** The record of a page. Pages look it up and get no prop: the dev server keeps props while content changes. */
export function recordAt({ kind, slug }: { readonly [name: string]: string | undefined }): Entry {
  const now = edition();
  const known = byRef.get(now) ?? new Map(now.catalog.entries.map((entry) => [refOf(entry), entry]));
  byRef.set(now, known);
  return known.get(`${kind}/${slug}`) as Entry;
}

const byRef = new WeakMap<Edition, ReadonlyMap<string, Entry>>();

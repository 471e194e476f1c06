import type { InteractionClass } from '../../interactions/vocabulary.ts';
import { displayName, type Entry } from '../../records/entry.ts';

export interface Group {
  title: string;
  id: string;
  entries: Entry[];
  path?: string;
}

/** Records under the first letter of their name; those that begin with none, under "0-9". */
export const byLetter = (entries: readonly Entry[]): Group[] =>
  groups(byName(entries), (entry) => {
    const first = displayName(entry).normalize('NFKD').charAt(0).toUpperCase();
    return /[A-Z]/.test(first) ? first : '0-9';
  });

export const byCategory = (entries: readonly Entry[]): Group[] =>
  groups(
    byName(entries),
    (entry) => (entry.kind === 'medication' ? undefined : entry.profile.category) ?? NOT_CLASSIFIED,
  );

const NOT_CLASSIFIED = 'Not classified';

/**
 * Each record once, under a class of the vocabulary that is a heading: the first that it belongs to, or a broader one
 * where it would stand alone. `classesOf` says all classes of a record, parents included.
 */
export function byClass(entries: readonly Entry[], { classes, classesOf, pathOf }: ClassHeadings): Group[] {
  const headings = classes
    .filter(({ heading }) => heading !== undefined)
    .toSorted((a, b) => (a.heading ?? 0) - (b.heading ?? 0));
  const placed = new Map(
    entries.map((entry) => {
      const own = new Set(classesOf(entry));
      return [entry, headings.filter(({ id }) => own.has(id))] as const;
    }),
  );
  const chosen = broadened(placed);
  const byTitle = new Map(headings.map((one) => [one.name, one.id]));
  return groups(byName(entries), (entry) => chosen.get(entry)?.name ?? NOT_CLASSIFIED).map((group) => {
    const path = pathOf(byTitle.get(group.title) ?? '');
    return path ? { ...group, path } : group;
  });
}

export interface ClassHeadings {
  readonly classes: readonly InteractionClass[];
  readonly classesOf: (entry: Entry) => readonly string[];
  readonly pathOf: (id: string) => string | undefined;
}

/** Who stands alone under a heading goes on to the next that it belongs to, until no more do or nobody is alone. */
function broadened<T>(headings: ReadonlyMap<T, readonly InteractionClass[]>): Map<T, InteractionClass | undefined> {
  const at = new Map([...headings.keys()].map((one) => [one, 0]));
  const headingOf = (one: T): InteractionClass | undefined => headings.get(one)?.[at.get(one) ?? 0];
  for (;;) {
    const crowds = Map.groupBy(headings.keys(), headingOf);
    const alone = [...crowds.values()].flatMap((crowd) => (crowd.length === 1 ? crowd : []));
    const moving = alone.filter((one) => (at.get(one) ?? 0) + 1 < (headings.get(one)?.length ?? 0));
    if (moving.length === 0) break;
    for (const one of moving) at.set(one, (at.get(one) ?? 0) + 1);
  }
  return new Map([...headings.keys()].map((one) => [one, headingOf(one)]));
}

export const byName = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => displayName(a).localeCompare(displayName(b), 'en'));

function groups(entries: readonly Entry[], titleOf: (entry: Entry) => string): Group[] {
  const taken = new Set<string>();
  return [...Map.groupBy(entries, titleOf)]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([title, members]) => ({ title, id: ownAnchor(title, taken), entries: members }));
}

/** An anchor that no heading before it has. */
export function ownAnchor(title: string, taken: Set<string>): string {
  let id = anchor(title);
  for (let at = 2; taken.has(id); at++) id = `${anchor(title)}-${at}`;
  taken.add(id);
  return id;
}

/** A heading as the anchor of its address; `section` where it has no Latin letter and no digit. */
export const anchor = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'section';

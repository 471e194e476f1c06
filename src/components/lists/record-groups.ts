import { displayName, type Entry } from '../../records/entry.ts';

export interface Group {
  title: string;
  id: string;
  entries: Entry[];
}

/** Records under the first letter of their name; what begins with none stands under "0-9". */
export const byLetter = (entries: readonly Entry[]): Group[] =>
  groups(byName(entries), (entry) => {
    const first = displayName(entry).normalize('NFKD').charAt(0).toUpperCase();
    return /[A-Z]/.test(first) ? first : '0-9';
  });

/** Records under what the profile calls their class or category. */
export const byClass = (entries: readonly Entry[]): Group[] =>
  groups(byName(entries), (entry) => {
    const named = entry.kind === 'medication' ? entry.profile.drugClass : entry.profile.category;
    return named ?? 'Not classified';
  });

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

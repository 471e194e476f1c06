/** The kept lists in localStorage, as several tabs read and write them; what cannot be stored stays in this tab. */
import { type KeptLists, MOST_LISTS, noLists, readLists, withList } from './kept-lists.ts';
import { LISTS_KEY } from './list-key.ts';

/** Why lists are shown that are not stored as they are shown. */
export type StoreFault = 'refused' | 'full' | 'crowded' | 'damaged' | 'newer' | 'cleared';

/** What a page shows: the lists, whether they are kept on the device, and what is wrong with that. */
export interface ListState {
  readonly lists: KeptLists;
  readonly isKept: boolean;
  readonly fault?: StoreFault;
}

export interface ListStore {
  state(): ListState;
  /** Applies a change to what is stored now, another tab's changes included; returns whether it is stored. */
  change(make: (lists: KeptLists) => KeptLists): boolean;
  /** Stores what is shown: the reader's own decision. */
  keep(): boolean;
  /** Removes everything from the device; what is shown becomes empty. */
  deleteAll(): void;
  /** The stored text that could not be read, for the reader to save. */
  unread(): string;
  /** Calls back when another tab, or the browser, changed what is stored. */
  watch(changed: () => void): void;
}

/** Today as YYYY-MM-DD, where the reader is. */
export const today = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

export function openStore(): ListStore {
  let current = stored() ?? { lists: noLists(today()), isKept: false };

  const write = (lists: KeptLists): boolean => {
    try {
      localStorage.setItem(LISTS_KEY, JSON.stringify(lists));
      current = { lists, isKept: true };
    } catch (error) {
      const fault = (error as Error).name === 'QuotaExceededError' ? 'full' : 'refused';
      current = { lists, isKept: current.isKept, fault };
    }
    return current.fault === undefined;
  };

  /** The page has something that could not be stored. */
  const isAhead = (): boolean => current.fault === 'full' || current.fault === 'refused';

  return {
    state: () => current,
    change(make) {
      const now = stored();
      // What cannot be read is not written over, and what was removed elsewhere is not brought back, unless she asks.
      const isOurs = current.isKept && (now === undefined ? current.fault !== 'cleared' : now.isKept);
      if (isOurs) return write(make(isAhead() ? current.lists : (now?.lists ?? current.lists)));
      current = { ...current, lists: make(current.lists) };
      return false;
    },
    keep() {
      const lists = keptBeside(stored(), current.lists);
      if (lists) return write(lists);
      current = { ...current, fault: 'crowded' };
      return false;
    },
    deleteAll() {
      current = { lists: noLists(today()), isKept: false };
      try {
        localStorage.removeItem(LISTS_KEY);
      } catch {
        // What a browser refuses to store is not there.
      }
    },
    unread: () => localStorage.getItem(LISTS_KEY) ?? '',
    watch(changed) {
      addEventListener('storage', ({ key }: StorageEvent) => {
        if (key !== null && key !== LISTS_KEY) return;
        const now = stored();
        // What is on this page alone stays on it.
        const isOnPage = isAhead() || (!current.isKept && hasItems(current.lists));
        if (now && !isOnPage) current = { ...now, lists: showing(now.lists, current.lists.shown) };
        else if (now === undefined && current.isKept)
          current = { lists: current.lists, isKept: false, fault: 'cleared' };
        changed();
      });
    },
  };
}

/** Another tab may show another list: this one goes on with its own, where it is still there. */
const showing = (lists: KeptLists, id: string): KeptLists =>
  lists.lists.some((list) => list.id === id) ? { ...lists, shown: id } : lists;

const hasItems = ({ lists }: KeptLists): boolean => lists.some(({ items }) => items.length > 0);

/** The lists of a page beside those that another tab kept meanwhile; undefined where they are too many. */
function keptBeside(now: ListState | undefined, own: KeptLists): KeptLists | undefined {
  if (!now?.isKept) return own;
  const added = own.lists.filter(({ items }) => items.length > 0);
  const ids = new Set([...now.lists.lists, ...added].map(({ id }) => id));
  return ids.size > MOST_LISTS ? undefined : { ...added.reduce(withList, now.lists), shown: own.shown };
}

/** What is stored; undefined where nothing is. */
function stored(): ListState | undefined {
  try {
    const text = localStorage.getItem(LISTS_KEY);
    if (text === null) return undefined;
    const read = readLists(text, today());
    return 'lists' in read
      ? { lists: read.lists, isKept: true }
      : { lists: noLists(today()), isKept: false, fault: read.fault };
  } catch {
    return { lists: noLists(today()), isKept: false, fault: 'refused' };
  }
}

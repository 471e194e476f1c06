/** The kept lists in localStorage, as several tabs read and write them; what cannot be stored stays in this tab. */
import { type KeptLists, noLists, readLists } from './kept-lists.ts';
import { LISTS_KEY } from './list-key.ts';

/** Why lists are shown that are not stored as they are shown. */
export type StoreFault = 'refused' | 'full' | 'damaged' | 'newer' | 'cleared';

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

  return {
    state: () => current,
    change(make) {
      const now = stored();
      // What cannot be read is not written over, and what was removed elsewhere is not brought back, unless she asks.
      const isOurs = current.isKept && (now === undefined ? current.fault !== 'cleared' : now.isKept);
      if (isOurs) return write(make(now?.lists ?? current.lists));
      current = { ...current, lists: make(current.lists) };
      return false;
    },
    keep: () => write(current.lists),
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
        if (now) current = now;
        else if (current.isKept) current = { lists: current.lists, isKept: false, fault: 'cleared' };
        changed();
      });
    },
  };
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

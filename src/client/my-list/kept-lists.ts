/** The shape of the lists that a reader keeps, and how a text of unknown origin is read into it. */
import { kindPattern } from '../../schema/kinds.ts';
import { withoutInvisible } from '../../text/invisible.ts';

/** More than these do not fit one check, or one household. */
export const MOST_ITEMS = 20;
export const MOST_LISTS = 5;

export interface KeptItem {
  readonly id: string;
  /** As the reader wrote it, with strength and brand. */
  readonly text: string;
  /** The record that it names, as `kind/slug`; absent where it names none. */
  readonly ref?: string;
  /** Name of that record. */
  readonly name?: string;
  /** Set where the record was found by a spelling that is near: it is to be compared with the package. */
  readonly isGuess?: true;
  /** The state of the record that the reader has seen. */
  readonly seen?: SeenRecord;
}

export interface SeenRecord {
  /** Of the companion, as the manifest has it. */
  readonly sha256: string;
  readonly date: string;
  /** Its warnings: title and text. */
  readonly warnings: readonly string[];
}

export interface KeptList {
  readonly id: string;
  readonly name: string;
  /** YYYY-MM-DD: when it was last kept or marked as read. */
  readonly date: string;
  readonly items: readonly KeptItem[];
  /** Pairs that the reader has seen as "to ask about now", each as two refs in order with a plus between. */
  readonly asked: readonly string[];
}

/** What is stored. A release that needs another shape raises the version, and reads this one. */
export interface KeptLists {
  readonly version: typeof VERSION;
  /** Id of the list that pages speak of. */
  readonly shown: string;
  readonly lists: readonly KeptList[];
}

export const VERSION = 1;
const LONGEST_TEXT = 200;
const LONGEST_NAME = 40;
const LONGEST_WARNING = 600;
const REF = new RegExp(`^${kindPattern}/[a-z0-9-]{1,100}$`);

export const isRef = (text: unknown): text is string => typeof text === 'string' && REF.test(text);

export const newId = (): string => Math.random().toString(36).slice(2, 12);

export const emptyList = (name: string, date: string): KeptList => ({ id: newId(), name, date, items: [], asked: [] });

export const noLists = (date: string): KeptLists => {
  const list = emptyList('My list', date);
  return { version: VERSION, shown: list.id, lists: [list] };
};

export const shownList = ({ lists, shown }: KeptLists): KeptList =>
  lists.find(({ id }) => id === shown) ?? (lists[0] as KeptList);

/** What a stored text holds, or why it cannot be read; the text itself is never changed by that. */
export type ReadLists = { readonly lists: KeptLists } | { readonly fault: 'damaged' | 'newer' };

/** Reads what this or an earlier release stored: fields that are missing or make no sense are left out, items never are. */
export function readLists(text: string, today: string): ReadLists {
  const value = parsed(text);
  if (!isObject(value) || !Array.isArray(value.lists)) return { fault: 'damaged' };
  if (typeof value.version === 'number' && value.version > VERSION) return { fault: 'newer' };
  const lists = value.lists.slice(0, MOST_LISTS).flatMap((one) => listOf(one, today) ?? []);
  if (lists.length === 0) return { fault: 'damaged' };
  const shown = lists.find(({ id }) => id === value.shown) ?? lists[0];
  return { lists: { version: VERSION, shown: (shown as KeptList).id, lists } };
}

/** A list of unknown origin; undefined where it has no items. Known fields are copied, so that no other can come along. */
export function listOf(value: unknown, today: string): KeptList | undefined {
  if (!isObject(value) || !Array.isArray(value.items)) return undefined;
  return {
    id: nameOf(value.id, '') || newId(),
    name: nameOf(value.name, 'My list'),
    date: dateOf(value.date) ?? today,
    items: value.items.slice(0, MOST_ITEMS).flatMap((item) => itemOf(item) ?? []),
    asked: Array.isArray(value.asked) ? value.asked.filter((one) => typeof one === 'string').slice(0, 400) : [],
  };
}

function itemOf(value: unknown): KeptItem | undefined {
  const from = typeof value === 'string' ? { text: value } : value;
  if (!isObject(from)) return undefined;
  const text = plainLine(from.text);
  if (text === '') return undefined;
  const seen = isRef(from.ref) ? seenOf(from.seen) : undefined;
  return {
    id: nameOf(from.id, '') || newId(),
    text,
    ...(isRef(from.ref) && { ref: from.ref, name: plainLine(from.name) || from.ref.replace(/^.*\//, '') }),
    ...(isRef(from.ref) && from.isGuess === true && { isGuess: true as const }),
    ...(seen && { seen }),
  };
}

function seenOf(value: unknown): SeenRecord | undefined {
  if (!isObject(value) || typeof value.sha256 !== 'string' || !Array.isArray(value.warnings)) return undefined;
  const date = dateOf(value.date);
  const warnings = value.warnings.filter((one) => typeof one === 'string').slice(0, 20);
  return date && /^[0-9a-f]{64}$/.test(value.sha256)
    ? { sha256: value.sha256, date, warnings: warnings.map((one) => one.slice(0, LONGEST_WARNING)) }
    : undefined;
}

/** One line of at most 200 characters without those that cannot be seen; empty for what is no text. */
export const plainLine = (value: unknown): string =>
  typeof value === 'string' ? withoutInvisible(value.replaceAll(/\s+/g, ' ')).trim().slice(0, LONGEST_TEXT) : '';

export const nameOf = (value: unknown, otherwise: string): string =>
  plainLine(value).slice(0, LONGEST_NAME) || otherwise;

export const warningText = ({ title, text }: { title: string; text: string }): string =>
  `${title}: ${text}`.slice(0, LONGEST_WARNING);

const dateOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The list with one item changed, added at the end, moved or removed. */
export const withItem = (list: KeptList, item: KeptItem): KeptList => ({
  ...list,
  items: list.items.some(({ id }) => id === item.id)
    ? list.items.map((other) => (other.id === item.id ? item : other))
    : [...list.items, item].slice(0, MOST_ITEMS),
});

export const withoutItem = (list: KeptList, id: string): KeptList => ({
  ...list,
  items: list.items.filter((item) => item.id !== id),
});

export function movedItem(list: KeptList, id: string, by: 1 | -1): KeptList {
  const from = list.items.findIndex((item) => item.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= list.items.length) return list;
  const items = [...list.items];
  items.splice(to, 0, ...items.splice(from, 1));
  return { ...list, items };
}

export const withList = (lists: KeptLists, list: KeptList): KeptLists => ({
  ...lists,
  lists: lists.lists.some(({ id }) => id === list.id)
    ? lists.lists.map((other) => (other.id === list.id ? list : other))
    : [...lists.lists, list].slice(0, MOST_LISTS),
});

/** The fragment of the checker's address for a list: it is never sent. */
export const fragmentOfList = ({ items }: Pick<KeptList, 'items'>, first: readonly string[] = []): string =>
  [...new Set([...first, ...items.map(({ ref, text }) => ref ?? text.replaceAll(',', ' '))])]
    .map((part) => encodeURIComponent(part).replaceAll('%2F', '/'))
    .join(',');

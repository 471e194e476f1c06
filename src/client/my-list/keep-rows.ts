import type { CheckedRow } from './checked-rows.ts';
import {
  fragmentOfList,
  type KeptItem,
  MOST_ITEMS,
  newId,
  plainLine,
  shownList,
  withItem,
  withList,
} from './kept-lists.ts';
import { openStore } from './list-store.ts';

/** The kept list that is shown: what it is called, and the checker's fragment of it; undefined where it is empty. */
export function keptList(): { name: string; fragment: string } | undefined {
  const { isKept, lists } = openStore().state();
  const list = shownList(lists);
  return isKept && list.items.length > 0 ? { name: list.name, fragment: fragmentOfList(list) } : undefined;
}

/** Adds the rows of a check to the list that is shown, and keeps it; returns what came of it. Lines that are in it stay as they were written. */
export function keepRows(rows: readonly CheckedRow[]): string {
  const store = openStore();
  const before = shownList(store.state().lists);
  const added = rows.map(itemOfRow).filter((item) => !before.items.some((other) => isSame(item, other)));
  const room = MOST_ITEMS - before.items.length;
  store.change((lists) => withList(lists, added.slice(0, room).reduce(withItem, shownList(lists))));
  const isKept = store.state().isKept ? store.state().fault === undefined : store.keep();
  if (!isKept) return 'This browser does not let pages keep anything. The link of this page holds the list.';
  if (added.length > room)
    return `Kept, but a list has at most ${MOST_ITEMS} lines: ${added.length - room} were not added.`;
  return 'Kept on this device.';
}

const itemOfRow = ({ text, item: checked }: CheckedRow): KeptItem => {
  const record = checked && 'record' in checked.item ? checked.item.record : undefined;
  return {
    id: newId(),
    text: plainLine(text),
    ...(record && { ref: `${record.kind}/${record.slug}`, name: checked?.name ?? '' }),
  };
};

const isSame = (one: KeptItem, other: KeptItem): boolean =>
  one.ref === undefined ? one.text === other.text : one.ref === other.ref;

/** /my-list: a reader's own lists, kept on the device when she says so. */

import type { OfflineState } from '../../api/offline-plan.ts';
import { longDate } from '../../text/dates.ts';
import { capitalized, counted } from '../../text/sentences.ts';
import { checkPairs } from '../checker/checked-pairs.ts';
import { isToAsk } from '../checker/checker-report.ts';
import { pageWords } from '../checker/page-words.ts';
import { pastedList } from '../checker/pasted-list.ts';
import { el, find, toneIcon } from '../dom.ts';
import { UNAVAILABLE } from '../names/name-client.ts';
import { choiceText } from '../names/name-notes.ts';
import { SEARCH_KEY_OFF } from '../search-key.ts';
import {
  type LookedItem,
  lookedItems,
  NO_RECORD,
  pairKey,
  type ReadText,
  readText,
  unreadLines,
  withVocabulary,
} from './checked-list.ts';
import {
  emptyList,
  fragmentOfList,
  type KeptItem,
  type KeptList,
  MOST_ITEMS,
  MOST_LISTS,
  movedItem,
  nameOf,
  newId,
  plainLine,
  shownList,
  withItem,
  withList,
  withoutItem,
} from './kept-lists.ts';
import { changedItems } from './list-changes.ts';
import { changeNews, markSeen } from './list-news.ts';
import { openStore, type StoreFault, today } from './list-store.ts';
import { listTools } from './list-tools.ts';
import { dropOffline, keepOffline, offlineState } from './offline-client.ts';
import { pairCounts } from './pair-counts.ts';

const FAULTS: Readonly<Record<StoreFault, string>> = {
  refused:
    'This browser does not let pages keep anything, so your list is on this page only. Save it as a file, or copy its link, before you close the page.',
  full: 'There is no room left in this browser’s storage. Your last change is on this page only; save the list as a file before you close it.',
  crowded: `${MOST_LISTS} lists are kept already, so this one is on this page only. Delete one of them in another tab, or save this one as a file.`,
  damaged:
    'Something is kept here that cannot be read as a list. It was left as it is. You can save it as a file, or delete it.',
  newer:
    'Your list was kept by a newer version of this page. Reload the page; until then nothing is changed on the device.',
  cleared:
    'The kept list was deleted from this browser, here or in another tab. It is still shown on this page; keep it again if you want it.',
};

export function startMyList(): void {
  const store = openStore();
  const form = find<HTMLFormElement>('[data-add]');
  const input = find<HTMLTextAreaElement>('textarea', form);
  const status = find('[data-notes]');
  const readings = new Map<string, Pick<ReadText, 'notes' | 'near'>>();
  let editing: { id: string; text: string } | undefined;
  /** How many records of each list changed since the reader last looked at it. */
  let changed: ReadonlyMap<string, number> = new Map();
  let offline: OfflineState = { isOffline: false };
  let turn = 0;

  const shown = (): KeptList => shownList(store.state().lists);
  const say = (...texts: readonly string[]): void => status.replaceChildren(...texts.map((text) => el('p', {}, text)));
  /** Says what was deleted, with a button that undoes it. */
  const sayDeleted = (name: string, undo: () => unknown): void => {
    const back = button('Put it back', () => {
      undo();
      start();
      say(`${name} is back.`);
      input.focus();
    });
    status.replaceChildren(el('p', {}, `${name} was deleted. `, back));
    back.focus();
  };
  /** Changes the list that is shown, as it is stored by now. */
  const change = (make: (list: KeptList) => KeptList): void => {
    const { id } = shown();
    store.change((lists) => {
      const list = lists.lists.find((one) => one.id === id) ?? shown();
      return { ...withList(lists, make(list)), shown: id };
    });
  };

  async function add(lines: readonly string[]): Promise<void> {
    const room = MOST_ITEMS - shown().items.length;
    const taken = lines.slice(0, Math.max(0, room)).map((line) => ({ id: newId(), text: plainLine(line) }));
    const left = lines.slice(taken.length);
    if (taken.length === 0 && left.length === 0) return;
    const typed = input.value;
    for (const item of taken) change((list) => withItem(list, item));
    if (input.value === typed) input.value = left.join('\n');
    render();
    say(...(left.length > 0 ? [`A list has at most ${MOST_ITEMS} lines. Not added: ${left.join(', ')}.`] : []));
    await Promise.all(taken.map(read));
    render();
    await look();
  }

  /** What a line means; it is kept as it was written whatever that is. */
  async function read(item: KeptItem): Promise<void> {
    try {
      const { ref, name, isGuess, ...reading } = await readText(item.text);
      readings.set(item.id, reading);
      const plain: KeptItem = { id: item.id, text: item.text };
      change((list) =>
        list.items.some(({ id, text }) => id === item.id && text === item.text)
          ? withItem(list, ref && name ? { ...plain, ref, name, ...(isGuess && { isGuess }) } : plain)
          : list,
      );
    } catch {
      readings.set(item.id, { notes: [UNAVAILABLE], near: [] });
    }
  }

  /** What the items mean together, what changed in their records, and all that for use without a network. */
  async function look(): Promise<void> {
    const now = ++turn;
    const list = shown();
    const together = find('[data-together]');
    const news = find('[data-news]');
    const looked = await lookedItems(list.items);
    const pairs = await withVocabulary(looked, (words) => checkPairs(looked, words), pageWords).catch(() => []);
    if (now !== turn) return;
    together.replaceChildren(
      ...(looked.length > 0
        ? [
            summary(
              list,
              looked,
              pairCounts(pairs, ({ a, b }) => `${a.name} and ${b.name}`),
            ),
          ]
        : []),
    );
    const asked = pairs.filter(isToAsk).map(pairKey);
    const told = await changeNews(list, looked, asked).catch(() => undefined);
    if (now !== turn) return;
    news.replaceChildren(
      ...(told?.view
        ? [
            told.view,
            button('I have read this', () => {
              keepSeen(list.id, told.seen);
              changed = new Map([...changed, [list.id, 0]]);
              renderLists();
              news.replaceChildren();
            }),
          ]
        : []),
    );
    if (told) {
      const { lists } = store.state().lists;
      changed = new Map(lists.map(({ id, items }) => [id, changedItems(items, told.seen.states).length]));
      renderLists();
    }
    if (told?.isToNote) keepSeen(list.id, told.seen);
    if (store.state().isKept) await keepAll();
  }

  function keepSeen(id: string, seen: Parameters<typeof markSeen>[1]): void {
    store.change((lists) => {
      const list = lists.lists.find((one) => one.id === id);
      return list ? withList(lists, markSeen(list, seen)) : lists;
    });
    renderItems();
  }

  async function keepAll(): Promise<void> {
    const refs = store.state().lists.lists.flatMap(({ items }) => items.flatMap(({ ref }) => ref ?? []));
    if (!offline.isOffline) offline = await keepOffline([...new Set(refs)]);
    renderState();
  }

  const button = (text: string, act: () => unknown, attributes: Record<string, string> = {}): HTMLButtonElement => {
    const made = el('button', { type: 'button', class: 'plain', ...attributes }, text);
    made.addEventListener('click', act);
    return made;
  };

  function render(): void {
    renderState();
    renderLists();
    renderItems();
    const { isKept, lists } = store.state();
    find('[data-take-along]').hidden = shown().items.length === 0;
    find('[data-save]').hidden = shown().items.length === 0;
    find('[data-manage]').hidden = shown().items.length === 0 && lists.lists.length < 2 && !isKept;
    find('[data-delete-all]').hidden = !isKept;
  }

  function renderState(): void {
    const { isKept, fault, lists } = store.state();
    const hasItems = lists.lists.some(({ items }) => items.length > 0);
    find('[data-keep]').hidden = isKept || !hasItems || fault === 'refused' || fault === 'newer' || fault === 'damaged';
    const { kept } = offline;
    const date = kept && longDate(kept.date);
    find('[data-state]').replaceChildren(
      ...(fault ? [el('p', { class: 'tone-moderate' }, toneIcon('moderate'), ` ${FAULTS[fault]}`)] : []),
      ...(offline.isOffline && kept
        ? [
            el(
              'p',
              { class: 'tone-moderate' },
              toneIcon('moderate'),
              ` Without a network. This page and the checker show the state of ${date}, kept on this device on ${longDate(kept.on)}.`,
            ),
          ]
        : []),
      ...(fault === 'damaged'
        ? [
            el(
              'p',
              { class: 'choices' },
              button('Save what is kept as a file', () => tools.save('kept-list.txt', 'text/plain', store.unread())),
              button('Delete it', deleteAll),
            ),
          ]
        : []),
      ...(isKept && !fault && !offline.isOffline
        ? [
            el(
              'p',
              { class: 'soft small' },
              `Kept on this device${kept ? `, and for use without a network: ${counted(kept.refs.length, 'record')} as of ${date}` : ''}.`,
            ),
          ]
        : []),
    );
  }

  function renderLists(): void {
    const { lists } = store.state();
    const bar = find('[data-lists]');
    const current = shown();
    bar.hidden = lists.lists.length < 2;
    bar.replaceChildren(
      ...lists.lists.map((list) =>
        button(
          changed.get(list.id) ? `${list.name} (${changed.get(list.id)} changed)` : list.name,
          () => {
            store.change((all) => ({ ...all, shown: list.id }));
            start();
          },
          { 'aria-pressed': String(list.id === current.id) },
        ),
      ),
    );
    find('[data-list-name]').textContent = current.name;
    const field = find<HTMLInputElement>('[data-rename] input');
    // What is being typed stays.
    if (document.activeElement !== field) field.value = current.name;
    find('[data-new-list]').hidden = lists.lists.length >= MOST_LISTS;
    find('[data-delete-list]').hidden = lists.lists.length < 2;
  }

  function renderItems(): void {
    const focus = (document.activeElement as HTMLElement | null)?.dataset.focus;
    const { items } = shown();
    if (editing && !items.some(({ id }) => id === editing?.id)) {
      input.value = [input.value, editing.text].filter(Boolean).join('\n');
      say('The line that you were editing was deleted in another tab. Your text is in the box above.');
      editing = undefined;
    }
    find('[data-items]').replaceChildren(...items.map((item, at) => row(item, at, items.length)));
    if (focus) document.querySelector<HTMLElement>(`[data-focus="${focus}"]`)?.focus();
  }

  function row(item: KeptItem, at: number, count: number): HTMLLIElement {
    if (editing?.id === item.id) return editRow(item, editing);
    const { id, text, ref, name, isGuess } = item;
    const { notes, near } = readings.get(id) ?? { notes: ref ? [] : [NO_RECORD], near: [] };
    const choice = (one: (typeof near)[number]): HTMLButtonElement =>
      button(choiceText(one), () => {
        readings.delete(id);
        change((list) => withItem(list, { id, text, ref: `${one.kind}/${one.slug}`, name: one.name }));
        render();
        say(`${text} is now ${one.name}.`);
        return look();
      });
    const act = (label: string, does: () => unknown, isOff = false): HTMLButtonElement =>
      button(label, does, {
        'aria-label': `${label}: ${text}`,
        'data-focus': `${label} ${id}`,
        ...(isOff && { 'aria-disabled': 'true' }),
      });
    const move = (by: 1 | -1) => () => {
      change((list) => movedItem(list, id, by));
      renderItems();
    };
    return el(
      'li',
      { class: ref ? '' : 'open' },
      el(
        'div',
        {},
        el('b', {}, text),
        ref && name ? el('p', { class: 'small' }, 'Record: ', el('a', { href: `/${ref}` }, name)) : undefined,
        isGuess ? el('p', { class: 'small soft' }, `Read as ${name}. Check it against the package.`) : undefined,
        ...notes.map((note) => el('p', { class: 'small soft' }, note)),
        near.length > 0 ? el('p', { class: 'choices' }, 'Did you mean ', ...near.map(choice)) : undefined,
      ),
      el(
        'div',
        { class: 'row-actions' },
        act('Up', move(-1), at === 0),
        act('Down', move(1), at === count - 1),
        act('Edit', () => {
          editing = { id, text };
          renderItems();
          find<HTMLInputElement>('[data-edit] input').select();
        }),
        act('Delete', () => {
          const before = shown().items;
          change((list) => withoutItem(list, id));
          render();
          sayDeleted(text, () => change((list) => ({ ...list, items: putBack(list.items, before, item) })));
          return look();
        }),
      ),
    );
  }

  function editRow(item: KeptItem, edit: { text: string }): HTMLLIElement {
    const field = el('input', {
      maxlength: '200',
      value: edit.text,
      'aria-label': `Edit ${item.text}`,
      'data-focus': `field ${item.id}`,
    });
    field.value = edit.text;
    field.addEventListener('input', () => {
      edit.text = field.value;
    });
    const close = (): void => {
      editing = undefined;
      render();
      document.querySelector<HTMLElement>(`[data-focus="Edit ${item.id}"]`)?.focus();
    };
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close();
    });
    const made = el(
      'form',
      { 'data-edit': '', class: 'edit' },
      field,
      el('button', { type: 'submit', class: 'plain' }, 'Save'),
      button('Cancel', close),
    );
    made.addEventListener('submit', async (event) => {
      event.preventDefault();
      const text = plainLine(field.value);
      if (text === '' || text === item.text) return close();
      change((list) => withItem(list, { id: item.id, text }));
      close();
      readings.delete(item.id);
      await read({ id: item.id, text });
      renderItems();
      await look();
    });
    return el('li', {}, made);
  }

  function deleteAll(): void {
    store.deleteAll();
    readings.clear();
    editing = undefined;
    offline = { isOffline: false };
    void dropOffline();
    start();
    say('Everything that was kept on this device is deleted.');
    input.focus();
  }

  /** Takes a list of a file beside the others: what its lines mean is read here, never believed. */
  async function take(list: KeptList): Promise<void> {
    const { lists } = store.state();
    const isEmpty = shown().items.length === 0;
    if (!isEmpty && lists.lists.length >= MOST_LISTS)
      return say(`You have ${MOST_LISTS} lists. Delete one to open another.`);
    const target = isEmpty ? { ...list, id: shown().id } : list;
    store.change((all) => ({ ...withList(all, target), shown: target.id }));
    say(`${counted(list.items.length, 'line')} taken from the file.`);
    render();
    await Promise.all(target.items.map(read));
    render();
    await look();
  }

  const tools = listTools({ list: shown, say, take });

  function start(): void {
    for (const part of ['[data-together]', '[data-news]', '[data-sheets]']) find(part).replaceChildren();
    render();
    void look().catch(() => say(UNAVAILABLE));
    void readAgain();
  }

  /** What is kept without a record is read again: the reader sees why, and what it may mean. */
  async function readAgain(): Promise<void> {
    const unread = shown().items.filter(({ id, ref }) => ref === undefined && !readings.has(id));
    if (unread.length === 0) return;
    await Promise.all(unread.map(read));
    renderItems();
    if (shown().items.some(({ id, ref }) => ref !== undefined && unread.some((item) => item.id === id))) await look();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    return add(pastedList(input.value));
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  find('[data-keep] button').addEventListener('click', async () => {
    const isDone = store.keep();
    render();
    if (!isDone) return;
    say('The list is kept on this device.');
    await look();
  });
  find<HTMLFormElement>('[data-rename]').addEventListener('submit', (event) => {
    event.preventDefault();
    const name = nameOf(find<HTMLInputElement>('[data-rename] input').value, shown().name);
    change((list) => ({ ...list, name }));
    render();
    say(`This list is called ${name}.`);
  });
  find('[data-new-list]').addEventListener('click', () => {
    const made = emptyList(`List ${store.state().lists.lists.length + 1}`, today());
    store.change((lists) => ({ ...withList(lists, made), shown: made.id }));
    start();
    say('A new list. Give it a name, such as “My mother”.');
    find<HTMLInputElement>('[data-rename] input').select();
  });
  find('[data-delete-list]').addEventListener('click', () => {
    const list = shown();
    store.change((lists) => ({ ...lists, lists: lists.lists.filter(({ id }) => id !== list.id) }));
    start();
    sayDeleted(`The list ${list.name}`, () => store.change((lists) => ({ ...withList(lists, list), shown: list.id })));
  });
  find('[data-delete-all]').addEventListener('click', () => {
    if (confirm('Delete every list that is kept on this device? This cannot be undone.')) deleteAll();
  });
  offerSearchKey(find<HTMLInputElement>('[data-search-key]'));
  store.watch(() => {
    render();
    void look();
  });
  void offlineState().then((state) => {
    offline = state;
    renderState();
    const missing = new URLSearchParams(location.search).get('missing');
    if (missing && state.isOffline) say(`There is no network, and ${missing} is not kept on this device.`);
  });
  start();
}

const summary = (
  list: KeptList,
  looked: readonly LookedItem[],
  { tone, text }: ReturnType<typeof pairCounts>,
): HTMLElement =>
  el(
    'section',
    { class: 'strip', 'aria-labelledby': 'together' },
    el('h2', { id: 'together' }, 'Together'),
    looked.length > 1
      ? el('p', { class: `tone-${tone}` }, toneIcon(tone), ` ${capitalized(text)}.`)
      : el('p', {}, 'Add one more to check them together.'),
    looked.length < list.items.length
      ? el('p', {}, `Could not be looked at: ${unreadLines(list, looked).join(', ')}.`)
      : undefined,
    el('p', {}, el('a', { href: `/interactions#${fragmentOfList(list)}` }, 'See every pair in the checker')),
  );

/** The key is on until a reader turns it off. */
function offerSearchKey(box: HTMLInputElement): void {
  try {
    box.checked = localStorage.getItem(SEARCH_KEY_OFF) === null;
    box.addEventListener('change', () => {
      if (box.checked) localStorage.removeItem(SEARCH_KEY_OFF);
      else localStorage.setItem(SEARCH_KEY_OFF, '1');
    });
  } catch {
    // A browser that refuses storage cannot remember it.
    box.checked = true;
    box.disabled = true;
  }
}

/** The items with one that was deleted where it was, as far as those before it are still there. */
function putBack(items: readonly KeptItem[], before: readonly KeptItem[], item: KeptItem): KeptItem[] {
  const above = before
    .slice(
      0,
      before.findIndex(({ id }) => id === item.id),
    )
    .map(({ id }) => id);
  const at = items.findLastIndex(({ id }) => above.includes(id)) + 1;
  return items.some(({ id }) => id === item.id) || items.length >= MOST_ITEMS
    ? [...items]
    : items.toSpliced(at, 0, item);
}

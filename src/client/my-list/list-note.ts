/** What pages say of a kept list, after they are readable: loaded only where a list is kept (client/page). */

import { withParents } from '../../interactions/vocabulary.ts';
import { kindPattern } from '../../schema/kinds.ts';
import noteStyles from '../../styles/list-note.css?url';
import { longDate } from '../../text/dates.ts';
import { listOf } from '../../text/sentences.ts';
import type { CheckedItem } from '../checker/checked-pairs.ts';
import { el, toneIcon } from '../dom.ts';
import { answered } from '../fetched-index.ts';
import { type LookedItem, lookedItems, pairsWith, recordItem, unreadLines } from './checked-list.ts';
import { fragmentOfList, type KeptList, shownList } from './kept-lists.ts';
import { changedItems } from './list-changes.ts';
import { newsLine, recordStates } from './list-news.ts';
import { openStore } from './list-store.ts';
import { keepOffline, offlineState } from './offline-client.ts';
import { pairCounts } from './pair-counts.ts';

const RECORD = new RegExp(`^/(${kindPattern}/[a-z0-9-]+)$`);
const CLASS = /^\/class\/([a-z0-9-]+)$/;

export async function startListNote(): Promise<void> {
  const { isKept, lists } = openStore().state();
  // The page of the list says all this itself.
  if (!isKept || location.pathname === '/my-list') return;
  document.head.append(el('link', { rel: 'stylesheet', href: noteStyles }));
  const list = shownList(lists);
  checkWithList(list);
  const results = document.querySelector('[data-results]');
  const looked = lookedItems(list.items);
  if (results) noteResults(results, list, looked);
  const parts = await Promise.all([
    pageNote(list, looked).catch(() => undefined),
    newsNote(list, lists.lists).catch(() => undefined),
  ]);
  const { isOffline, kept } = await offlineState();
  const state =
    isOffline && kept ? [el('p', {}, `Without a network: this is the state of ${longDate(kept.date)}.`)] : [];
  const told = [...state, ...parts.filter((part) => part !== undefined)];
  if (told.length > 0) showBar(told);
  const refs = lists.lists.flatMap(({ items }) => items.flatMap(({ ref }) => ref ?? []));
  if (!isOffline) await keepOffline([...new Set(refs)]);
}

/** A bar at the end of the page that stays in sight: nothing moves when it comes, and it covers nothing at the end. */
function showBar(parts: readonly HTMLElement[]): void {
  document.documentElement.dataset.listNote = '';
  document.body.append(
    el('section', { class: 'list-note', 'aria-label': 'Your list' }, el('div', { role: 'status' }, ...parts)),
  );
}

/** "Check with my list" of a record leads to the checker with all of it. */
function checkWithList(list: KeptList): void {
  const ref = RECORD.exec(location.pathname)?.[1];
  if (ref === undefined) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="/interactions#${ref}"]`))
    link.hash = fragmentOfList(list, [ref]);
}

const listCalled = ({ name }: KeptList): string => (name === 'My list' ? 'your list' : `the list “${name}”`);

/** "With your list: 1 to ask about now (Warfarin), 2 to mention": on the page of a record or a class. */
async function pageNote(list: KeptList, looking: Promise<LookedItem[]>): Promise<HTMLElement | undefined> {
  const ref = RECORD.exec(location.pathname)?.[1];
  const id = CLASS.exec(location.pathname)?.[1];
  if (ref === undefined && id === undefined) return undefined;
  const looked = await looking;
  const unread = unreadLines(list, looked);
  if (ref !== undefined) {
    const others = looked.filter(({ kept }) => kept.ref !== ref);
    const isIn = others.length < looked.length;
    if (others.length === 0) return isIn ? el('p', {}, `This is in ${listCalled(list)}.`) : undefined;
    return note(await recordItem(ref), others, {
      lead: isIn ? `In ${listCalled(list)}. With the rest of it` : `With ${listCalled(list)}`,
      href: `/interactions#${fragmentOfList(list, [ref])}`,
      unread,
    });
  }
  if (looked.length === 0) return undefined;
  const item = await classItem(id as string);
  const members = looked.filter(({ files }) => files.some(({ classes }) => classes.includes(id as string)));
  const others = looked.filter((one) => !members.includes(one));
  const names = members.map(({ name }) => name).join(', ');
  if (others.length === 0) return el('p', {}, `In ${listCalled(list)}: ${names}.`);
  return note(item, others, {
    lead: members.length > 0 ? `In ${listCalled(list)}: ${names}. With the rest of it` : `With ${listCalled(list)}`,
    href: '/my-list',
    unread,
  });
}

async function note(
  one: CheckedItem,
  others: readonly LookedItem[],
  { lead, href, unread }: { lead: string; href: string; unread: readonly string[] },
): Promise<HTMLElement> {
  const pairs = await pairsWith(one, others);
  const { tone, text } = pairCounts(pairs, ({ b }) => b.name, { unread });
  return el('p', { class: `tone-${tone}` }, toneIcon(tone), ' ', el('a', { href }, lead), `: ${text}.`);
}

/** A class as the checker takes one that somebody asks about. @throws where there is none of this id */
const classItem = (id: string): Promise<CheckedItem> =>
  answered(({ vocabulary }) => {
    const one = vocabulary.classes.get(id);
    if (!one) throw new Error(`There is no class ${id}.`);
    const subject = { substances: [], classes: withParents([id], vocabulary.classes).toSorted(), classAsked: id };
    return { item: { type: one.kind, query: id, name: one.name, subject, parts: [] }, name: one.name, files: [] };
  });

/** Whether records changed since the reader last looked, in any of her lists; said until she has read it. */
async function newsNote(list: KeptList, lists: readonly KeptList[]): Promise<HTMLElement | undefined> {
  const states = await recordStates();
  const changed = changedItems(list.items, states);
  const others = lists.filter((one) => one !== list && changedItems(one.items, states).length > 0);
  if (changed.length === 0 && others.length === 0) return undefined;
  const names = listOf(others.map(({ name }) => `“${name}”`));
  const text = changed.length > 0 ? newsLine(list, changed) : `Records of the list ${names} changed`;
  const more = changed.length > 0 && others.length > 0 ? ` Records of ${names} changed, too.` : '';
  return el('p', {}, el('a', { href: '/my-list#changes' }, text), `.${more}`);
}

/** A line under each result, which is there from the start and filled later. */
function noteResults(results: Element, list: KeptList, looking: Promise<LookedItem[]>): void {
  const noteEach = (): void => {
    for (const result of results.querySelectorAll<HTMLElement>(':scope > li:not([data-noted])')) {
      result.dataset.noted = '';
      const ref = RECORD.exec(result.querySelector('a')?.pathname ?? '')?.[1];
      const line = el('p', { class: 'list-line small' }, '\u00a0');
      result.append(line);
      if (ref) seen.observe(result);
    }
  };
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void fill(target as HTMLElement);
    }
  });
  async function fill(result: HTMLElement): Promise<void> {
    const ref = RECORD.exec(result.querySelector('a')?.pathname ?? '')?.[1] as string;
    const line = result.querySelector('.list-line');
    const looked = await looking;
    const others = looked.filter(({ kept }) => kept.ref !== ref);
    if (others.length < looked.length) return line?.replaceChildren(`In ${listCalled(list)}.`);
    try {
      const { tone, text } = pairCounts(await pairsWith(await recordItem(ref), others), ({ b }) => b.name, {
        most: 1,
        unread: unreadLines(list, looked),
      });
      line?.replaceChildren(
        el('span', { class: `tone-${tone}` }, toneIcon(tone), ` With ${listCalled(list)}: ${text}`),
      );
    } catch {
      // The result itself is there; its record says the rest.
    }
  }
  new MutationObserver(noteEach).observe(results, { childList: true });
  noteEach();
}

/** What changed for the reader of a list: the manifest is read, and what it says is told, warnings first. */
import type { CheckedRecord } from '../../profile/safety.ts';
import type { ChangeList, Manifest } from '../../schema/types.ts';
import { longDate } from '../../text/dates.ts';
import { el, toneIcon } from '../dom.ts';
import { fetchData } from '../static-files.ts';
import type { LookedItem } from './checked-list.ts';
import type { KeptItem, KeptList } from './kept-lists.ts';
import { changedItems, type ItemChange, itemChanges, type RecordStates, seenList, statesOf } from './list-changes.ts';
import { today } from './list-store.ts';

/** What a reader has seen who has read the news. */
export interface Seen {
  readonly states: RecordStates;
  readonly records: ReadonlyMap<string, CheckedRecord>;
  readonly renamed: ReadonlyMap<string, string>;
  readonly asked: readonly string[];
}

export interface News {
  readonly seen: Seen;
  /** Nothing is to be told, and something in the list has not been noted as seen yet. */
  readonly isToNote: boolean;
  readonly view?: HTMLElement;
}

/** One conditional request. @throws when the manifest cannot be had */
export async function recordStates(): Promise<RecordStates> {
  const response = await fetch('/llms-index.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/llms-index.json: ${response.status}`);
  return statesOf((await response.json()) as Manifest);
}

export const markSeen = (list: KeptList, seen: Seen): KeptList => seenList(list, { ...seen, date: today() });

export async function changeNews(
  list: KeptList,
  looked: readonly LookedItem[],
  asked: readonly string[],
): Promise<News> {
  const states = await recordStates();
  const changed = changedItems(list.items, states);
  const unseen = list.items.filter(({ ref, seen }) => ref && !seen && states.has(ref));
  // What is noted as seen must not be older than the state that it is noted for.
  const fresh = await freshRecords([...changed, ...unseen].flatMap(({ ref }) => (ref && states.has(ref) ? [ref] : [])));
  const loaded = looked.flatMap(({ kept, files: [file] }) => (kept.ref && file ? [[kept.ref, file] as const] : []));
  const records = new Map([...loaded, ...fresh]);
  // Pairs with something that was added since are told in the summary.
  const known = new Set(list.items.flatMap(({ ref, seen }) => (ref && seen ? [ref] : [])));
  const pairs = asked.filter((key) => !list.asked.includes(key) && key.split('+').every((ref) => known.has(ref)));
  const seen: Seen = { states, records, renamed: new Map(), asked };
  if (changed.length === 0 && pairs.length === 0) return { seen, isToNote: unseen.length > 0 };
  const { changes } = await changeList();
  const renamed = new Map(
    changes.flatMap(({ type, kind, from, slug }) =>
      type === 'renamed' && changed.some(({ ref }) => ref === `${kind}/${from}`)
        ? [[`${kind}/${from}`, `${kind}/${slug}`] as const]
        : [],
    ),
  );
  for (const [ref, file] of await freshRecords([...renamed.values()])) records.set(ref, file);
  const nameOf = (ref: string): string => records.get(ref)?.name ?? ref;
  const view = newsView(
    list,
    itemChanges(list.items, { states, changes, records }),
    pairs.map((key) => key.split('+').map(nameOf).join(' and ')),
  );
  return { seen: { ...seen, renamed }, isToNote: false, view };
}

/** What is known of changes; without it a change is told all the same. */
async function changeList(): Promise<Pick<ChangeList, 'changes'>> {
  const response = await fetch('/changes.json');
  return response.ok ? ((await response.json()) as ChangeList) : { changes: [] };
}

const freshRecords = (refs: readonly string[]): Promise<(readonly [string, CheckedRecord])[]> =>
  Promise.all(
    refs.map(
      async (ref) => [ref, await fetchData<CheckedRecord>(`interactions/${ref}.json`, { cache: 'no-cache' })] as const,
    ),
  );

/** "2 of your 6 changed since 3 November 2026". */
export const newsLine = (list: KeptList, changed: readonly KeptItem[]): string =>
  `${changed.length} of your ${list.items.length} changed since ${longDate(list.date)}`;

function newsView(list: KeptList, changes: readonly ItemChange[], pairs: readonly string[]): HTMLElement {
  return el(
    'section',
    { class: 'strip', id: 'changes', 'aria-labelledby': 'news' },
    el(
      'h2',
      { id: 'news' },
      newsLine(
        list,
        changes.map(({ item }) => item),
      ),
    ),
    pairs.length > 0
      ? el(
          'p',
          { class: 'tone-major' },
          toneIcon('major'),
          ` Now to ask a pharmacist or prescriber about: ${pairs.join('; ')}.`,
        )
      : undefined,
    el('ul', { class: 'bare news' }, ...changes.map(changeItem)),
  );
}

function changeItem({ item, fate, ref, warnings, notes }: ItemChange): HTMLLIElement {
  const name = item.name ?? item.text;
  return el(
    'li',
    {},
    el('h3', {}, ref && fate === 'changed' ? el('a', { href: `/${ref}` }, name) : name),
    fateLine(fate, ref),
    ...warnings.map((text) => el('p', { class: 'tone-major' }, toneIcon('major'), ` New or changed warning. ${text}`)),
    ...(notes.length > 0
      ? [
          el(
            'ul',
            {},
            ...notes.map(({ date, text }) => el('li', {}, el('time', { datetime: date }, longDate(date)), `: ${text}`)),
          ),
        ]
      : []),
  );
}

const fateLine = (fate: ItemChange['fate'], ref: string | undefined): HTMLElement | undefined => {
  const link = ref === undefined ? undefined : el('a', { href: `/${ref}` }, ref.replace(/^.*\//, ''));
  switch (fate) {
    case 'changed':
      return undefined;
    case 'renamed':
      return el('p', {}, 'The record has a new name: ', link, '.');
    case 'withdrawn':
      return el(
        'p',
        {},
        'The record was withdrawn; it is not checked any more.',
        ...(link ? [' Read instead: ', link, '.'] : []),
      );
    case 'gone':
      return el('p', {}, 'There is no record of it here any more; it is not checked.');
    default:
      return fate satisfies never;
  }
};

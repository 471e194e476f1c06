/** The interaction checker: every pair of the items in the address, answered from static files. */

import { type PairItem, recordsFor } from '../../interactions/item.ts';
import type { NameFailure } from '../../names/resolve.ts';
import { el, find, recordHref } from '../dom.ts';
import { nameIn, startItemList } from '../item-list.ts';
import { itemOf } from '../names/name-client.ts';
import { nameNotes } from '../names/name-notes.ts';
import { interactionsOf } from '../record-files.ts';
import { vocabulary } from '../static-files.ts';
import { type CheckedItem, checkPairs, fragmentOf } from './checked-pairs.ts';
import { report } from './checker-report.ts';

export function startChecker(): void {
  const answer = find('[data-answer]');
  const key = find('[data-key]');
  answer.addEventListener('click', jump);
  startItemList<CheckedItem>({
    form: find<HTMLFormElement>('[data-checker]'),
    most: 20,
    resolve,
    nameOf: ({ name }) => name,
    addressOf: fragmentOf,
    label,
    show: async (subjects) => {
      // An answer to other items must not stand beside these while, or because, theirs cannot be had.
      answer.replaceChildren();
      const words = await vocabulary();
      answer.replaceChildren(...(subjects.length > 1 ? report(subjects, checkPairs(subjects, words), words) : []));
    },
  }).finally(() => {
    key.hidden = false;
  });
}

async function resolve(query: string): Promise<{ item?: CheckedItem; notes: string[] }> {
  const item = await itemOf(nameIn(query));
  if ('status' in item) return { notes: unresolved(query, item) };
  const subject = await subjectOf(item);
  return {
    item: subject,
    notes: isFuzzy(item) ? [`${query} was read as ${subject.name}. Make sure that this is the name you mean.`] : [],
  };
}

const isFuzzy = (item: PairItem): boolean =>
  'record' in item && (item.match as { method?: string } | null)?.method === 'fuzzy';

function unresolved(query: string, resolution: NameFailure): string[] {
  const near = resolution.suggestions.map(({ name }) => name).join(', ');
  const said = nameNotes(resolution);
  return [
    ...(said.length > 0 ? said : [`${query} is no name that is known here.`]),
    ...(near ? [`Near: ${near}.`] : []),
  ];
}

async function subjectOf(item: PairItem): Promise<CheckedItem> {
  const files = await Promise.all(recordsFor(item).map(({ kind, slug }) => interactionsOf(kind, slug)));
  return { item, name: 'record' in item ? item.record.name : capitalized(item.name), files };
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function label({ item, name }: CheckedItem): Node {
  if (!('record' in item)) {
    const parts = item.parts.map((part) => part.name).join(' and ');
    const instead = parts ? `no record of its own here; looked at: ${parts}` : 'no record of its own here';
    return el('span', {}, name, ' ', el('span', { class: 'soft small' }, instead));
  }
  const link = el('a', { href: recordHref({ type: item.record.kind, slug: item.record.slug }) }, name);
  return isFuzzy(item)
    ? el('span', {}, link, ' ', el('span', { class: 'soft small' }, `read from “${item.query}”`))
    : link;
}

/** The fragment holds the items, so a cell of the matrix cannot link by fragment: it moves there itself. */
function jump(event: Event): void {
  const link = (event.target as Element).closest<HTMLElement>('[data-pair]');
  if (!link) return;
  event.preventDefault();
  const target = document.getElementById(link.dataset.pair ?? '');
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}

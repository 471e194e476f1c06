/** The search page: results as you type, the query in the address. */
import { partTable } from '../../records/parts.ts';
import { kindWords } from '../../schema/kinds.ts';
import type { SearchField } from '../../search/search-document.ts';
import type { SearchHit } from '../../search/search-index.ts';
import { truncate } from '../../text/truncate.ts';
import { el, find, recordHref } from '../dom.ts';
import { lookUp, UNAVAILABLE, warmUp } from '../names/name-client.ts';
import type { Lookup } from '../names/name-lookup.ts';
import { checkerHref, meant } from './meant.ts';

const SHOWN = 25;
const fieldNames: Readonly<Record<SearchField, string>> = {
  name: 'Name',
  aliases: 'Also called',
  class: 'Class',
  use: 'Use',
  tested: 'Tested or tried for',
  about: 'About',
  interactions: 'Documented with',
  ingredient: 'Contains',
};

const form = find<HTMLFormElement>('[data-search-page]');
const input = find<HTMLInputElement>('input', form);
const notes = find('[data-notes]');
const results = find('[data-results]');
const lists = find('[data-lists]');
const teaching = find('[data-teaching]');
let asked = 0;
const NOTHING: Lookup = { hits: [], total: 0, notes: [] };
let last = NOTHING;

export function startSearch(): void {
  input.addEventListener('focus', warmUp, { once: true });
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', answer);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await answer();
    const address = meant(last);
    if (address) location.assign(address);
  });
  answer();
}

async function answer(): Promise<void> {
  const query = input.value.trim();
  const turn = ++asked;
  history.replaceState(null, '', query ? `?q=${encodeURIComponent(query)}` : location.pathname);
  lists.hidden = query !== '';
  if (!query) return show(query, NOTHING);
  try {
    for await (const found of lookUp(query)) {
      // A slower answer to an older text must not replace a newer one.
      if (turn !== asked) return;
      show(query, found);
    }
  } catch {
    if (turn === asked) fail();
  }
}

/** Without an index nothing can be said to have no match; the lists of every record are there all the same. */
function fail(): void {
  last = NOTHING;
  results.replaceChildren();
  notes.replaceChildren(el('p', {}, UNAVAILABLE));
  lists.hidden = false;
}

function show(query: string, found: Lookup): void {
  const { hits, total, notes: said, pair, asked: group } = found;
  last = found;
  results.replaceChildren(...hits.slice(0, SHOWN).map(result));
  // One sentence says what came of it.
  const isTold = pair !== undefined || (hits.length === 0 && (group !== undefined || said.length > 0));
  const texts = query ? [...said, ...(isTold ? [] : [countWords(total)])] : [];
  notes.replaceChildren(
    ...(pair ? [el('p', {}, el('a', { href: checkerHref(pair) }, 'Check the two together'))] : []),
    ...(group ? [el('p', {}, el('a', { href: group.path }, `${group.name}: the group and its members`))] : []),
    ...texts.map((text) => el('p', {}, text)),
  );
  teaching.hidden = query === '' ? false : hits.length > 0 || pair !== undefined || group !== undefined;
}

const countWords = (count: number): string =>
  count === 0
    ? 'We found no record for this. That says nothing about the medicine itself: the catalog is small.'
    : `${count} ${count === 1 ? 'record' : 'records'}`;

function result(hit: SearchHit): HTMLLIElement {
  // A brand in the line above is not repeated.
  const quote = hit.matched.find(({ field, text }) => field !== 'name' && !hit.subtitle.includes(text));
  return el(
    'li',
    {},
    el('h2', {}, el('a', { href: recordHref(hit) }, hit.name)),
    el('p', { class: 'soft' }, [kindWords[hit.type].one, hit.subtitle].filter(Boolean).join(', ')),
    answering(hit),
    quote && el('p', { class: 'small' }, el('b', {}, `${fieldNames[quote.field]}: `), truncate(quote.text, LONGEST)),
  );
}

/** The part of the record that answers, unless it is what every record begins with. */
const answering = ({ section, anchor, ...hit }: SearchHit): HTMLElement | undefined =>
  section === null || anchor === null || section === 'overview'
    ? undefined
    : el(
        'p',
        { class: 'small' },
        'Answered under ',
        el('a', { href: `${recordHref(hit)}#${anchor}` }, partTable[section].title),
      );

const LONGEST = 180;

import { type Kind, kindWords } from '../../schema/kinds.ts';
import type { SearchHit } from '../../search/search-index.ts';
import { el, recordHref } from '../dom.ts';
import { lookUp, UNAVAILABLE, warmUp } from '../names/name-client.ts';
import type { Lookup } from '../names/name-lookup.ts';
import { meant, searchHref } from './meant.ts';

const SHOWN = 7;

export interface SuggestOptions {
  /** What to do with the record that was chosen; by default its page is opened. */
  choose?: (hit: SearchHit) => void;
  kind?: Kind;
}

/** Turns an input into a combobox (WAI-ARIA, list autocomplete with manual selection) over the catalog. */
export function attachSuggestions(input: HTMLInputElement, { choose = open, kind }: SuggestOptions = {}): void {
  const list = el('ul', { role: 'listbox', id: `${input.id}-list`, class: 'bare', 'aria-label': 'Records' });
  const note = el('p', { class: 'note small', role: 'status' });
  const popup = el('div', { class: 'suggestions', hidden: '' }, list, note);
  let hits: SearchHit[] = [];
  let active = -1;
  let asked = 0;

  // The names are fetched when somebody is about to type.
  if (document.activeElement === input) void warmUp();
  else input.addEventListener('focus', warmUp, { once: true });
  input.after(popup);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  })) {
    input.setAttribute(name, value);
  }

  const show = (found: Lookup): void => {
    hits = found.hits.slice(0, SHOWN);
    list.replaceChildren(...hits.map((hit, index) => option(hit, `${input.id}-${index}`)));
    note.textContent = found.notes.join(' ') || (hits.length === 0 ? 'No record matches.' : '');
    note.hidden = note.textContent === '';
    toggle(true);
  };
  const toggle = (isOpen: boolean): void => {
    popup.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen && hits.length > 0));
    select(-1);
  };
  const select = (index: number): void => {
    active = index;
    for (const [at, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(at === index));
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${input.id}-${index}`);
    list.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const pick = (index: number): void => {
    const hit = hits[index];
    if (!hit) return;
    toggle(false);
    choose(hit);
  };

  const suggest = async (): Promise<void> => {
    const query = input.value.trim();
    const turn = ++asked;
    if (!query) return toggle(false);
    const isCurrent = (): boolean => turn === asked && document.activeElement === input;
    try {
      for await (const found of lookUp(query, kind)) {
        // A slower answer to an older text must not replace a newer one.
        if (!isCurrent()) return;
        show(found);
      }
    } catch {
      if (isCurrent()) show({ hits: [], total: 0, notes: [UNAVAILABLE] });
    }
  };

  input.addEventListener('input', suggest);
  input.addEventListener('keydown', (event) => {
    if (popup.hidden || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) select((active + step + hits.length + (active < 0 && step < 0 ? 1 : 0)) % hits.length);
    else if (event.key === 'Enter' && active >= 0) pick(active);
    else if (event.key === 'Escape') toggle(false);
    else return;
    event.preventDefault();
  });
  // Before blur, which would close the list under the finger.
  list.addEventListener('pointerdown', (event) => {
    const item = (event.target as Element).closest('[role=option]');
    if (!item) return;
    event.preventDefault();
    pick([...list.children].indexOf(item));
  });
  input.addEventListener('blur', () => toggle(false));
  // Enter without a choice takes the text as it stands: nothing is to be suggested for it any more.
  input.form?.addEventListener('submit', () => {
    asked += 1;
    toggle(false);
  });
  // Somebody may have typed while this module was on its way.
  if (input.value) void suggest();
}

/**
 * Enter in a search box opens what the text means beyond doubt, else the list of results; so it does where that cannot
 * be told in time.
 */
export function openOnEnter(input: HTMLInputElement): void {
  input.form?.addEventListener('submit', async (event) => {
    const query = input.value.trim();
    if (!query) return;
    event.preventDefault();
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
    const found = await Promise.race([lastAnswer(query), late]);
    location.assign((found && meant(found)) ?? searchHref(query));
  });
}
const PATIENCE = 3_000;

async function lastAnswer(query: string): Promise<Lookup | undefined> {
  let last: Lookup | undefined;
  try {
    for await (const found of lookUp(query)) last = found;
  } catch {}
  return last;
}

const open = (hit: SearchHit): void => location.assign(recordHref(hit));

function option(hit: SearchHit, id: string): HTMLLIElement {
  const alias = hit.matched.find(({ field }) => field === 'aliases')?.text;
  const line = [kindWords[hit.type].one, alias ?? hit.subtitle].filter(Boolean).join(', ');
  return el(
    'li',
    { role: 'option', id, 'aria-selected': 'false' },
    el('b', {}, hit.name),
    ' ',
    el('span', { class: 'soft small' }, line),
  );
}

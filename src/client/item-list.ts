import { dividedLine } from '../names/typed-line.ts';
import { kindPattern } from '../schema/kinds.ts';
import { el, find, fragmentParts, showFonts } from './dom.ts';
import { UNAVAILABLE } from './names/name-client.ts';
import { attachSuggestions, type SuggestOptions } from './search/combobox.ts';

/** What a name leads to, and what must be said of it; nothing where it leads nowhere. */
interface Resolved<T> {
  readonly item?: T;
  readonly notes: readonly string[];
}

/** What a page does with the things that a person adds by name. */
export interface ItemListOptions<T> extends Pick<SuggestOptions, 'kind'> {
  form: HTMLFormElement;
  most: number;
  resolve: (name: string) => Promise<Resolved<T>>;
  nameOf: (item: T) => string;
  /** An item as the fragment writes it, without a comma. */
  addressOf: (item: T) => string;
  /** The name that a part of the fragment stands for. */
  nameAt: (part: string) => string;
  /** What the chip of an item shows. */
  label: (item: T) => Node;
  show: (items: readonly T[]) => void;
}

/**
 * A list of items kept in the fragment of the address, so that it can be shared and is never sent. Names come
 * from the form (several with commas), from its suggestions and from the address.
 */
export function startItemList<T>(options: ItemListOptions<T>): Promise<void> {
  const { form, most, kind, resolve, nameOf, addressOf, nameAt, label, show } = options;
  const input = find<HTMLInputElement>('input', form);
  const notes = find('[data-notes]');
  const chosen = find('[data-items]');
  let items: T[] = [];

  /** One after the other: whoever types on while a name is looked up loses neither. */
  let adding = Promise.resolve();
  function add(names: readonly string[]): Promise<void> {
    const typed = input.value;
    adding = adding.then(() => addAll(names, typed));
    return adding;
  }

  async function addAll(names: readonly string[], typed: string): Promise<void> {
    const said: string[] = [];
    const wanted = names.map((text) => text.trim()).filter(Boolean);
    if (wanted.length > 0) say(['Reading the records…']);
    try {
      const read = await Promise.all(wanted.map(resolve));
      said.push(...read.flatMap(addOne));
    } catch {
      // All or none: what was typed, or is in the address, stays there to be tried again.
      return say([UNAVAILABLE]);
    }
    if (input.value === typed) input.value = '';
    render(said);
  }

  function addOne({ item, notes }: Resolved<T>): readonly string[] {
    if (item === undefined) return notes;
    if (items.some((other) => addressOf(other) === addressOf(item))) return [`${nameOf(item)} is already in the list.`];
    if (items.length === most) return [`You can compare up to ${most} at once; ${nameOf(item)} was not added.`];
    items = [...items, item];
    return notes;
  }

  const say = (texts: readonly string[]): void => notes.replaceChildren(...texts.map((text) => el('p', {}, text)));

  function render(said: readonly string[] = []): void {
    say(said);
    const fragment = items.map((item) => encodeURIComponent(addressOf(item)).replaceAll('%2F', '/')).join(',');
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname);
    chosen.replaceChildren(...items.map(chip));
    show(items);
  }

  function chip(item: T): HTMLLIElement {
    const remove = el('button', { type: 'button', class: 'plain', 'aria-label': `Remove ${nameOf(item)}` }, 'Remove');
    remove.addEventListener('click', () => {
      items = items.filter((other) => other !== item);
      input.focus();
      render();
    });
    return el('li', {}, label(item), remove);
  }

  async function restore(): Promise<void> {
    const parts = fragmentParts();
    if (parts.join() === items.map(addressOf).join()) return;
    items = [];
    await add(parts.map(nameAt));
  }

  attachSuggestions(input, { choose: ({ type, slug }) => add([`${type}/${slug}`]), ...(kind && { kind }) });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    add(input.value.split('\n').flatMap(dividedLine));
  });
  addEventListener('hashchange', restore);
  return restore().finally(showFonts);
}

/** A record is named exactly by `kind/slug` in an address, and its slug is one of its names. */
export const nameIn = (text: string): string => text.replace(new RegExp(`^${kindPattern}/`), '');

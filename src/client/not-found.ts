/** The page of an address that leads nowhere: records that its last word may have meant. */
import type { SearchHit } from '../search/search-index.ts';
import { el, find, recordHref } from './dom.ts';
import { lookUp } from './names/name-client.ts';

const SHOWN = 3;

export async function startNotFound(): Promise<void> {
  const asked = (location.pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '').replaceAll('-', ' ');
  const near = find('[data-near]');
  try {
    for await (const { hits } of lookUp(asked)) {
      const named = hits.filter(isNamed);
      near.replaceChildren(
        ...named.slice(0, SHOWN).map((hit) => el('li', {}, el('a', { href: recordHref(hit) }, hit.name))),
      );
      find('[data-near-title]').hidden = named.length === 0;
    }
  } catch {
    // The page has a search box and the lists below.
  }
}

/** Found by a name: that a use or a class has a word of the address is chance. */
const isNamed = ({ matched }: SearchHit): boolean =>
  matched.length === 0 || matched.some(({ field }) => field === 'name' || field === 'aliases');

/** The page of an address that leads nowhere: records that its last word may have meant. */
import { el, find, recordHref } from './dom.ts';
import { lookUp } from './names/name-client.ts';

const SHOWN = 3;

export async function startNotFound(): Promise<void> {
  const asked = (location.pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '').replaceAll('-', ' ');
  const near = find('[data-near]');
  try {
    for await (const { hits } of lookUp(asked)) {
      near.replaceChildren(
        ...hits.slice(0, SHOWN).map((hit) => el('li', {}, el('a', { href: recordHref(hit) }, hit.name))),
      );
      find('[data-near-title]').hidden = hits.length === 0;
    }
  } catch {
    // The search box and the lists stand below all the same.
  }
}

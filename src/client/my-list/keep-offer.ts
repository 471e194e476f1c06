/** Below the rows of the checker: the offer to keep them on the device, or what is kept already. */
import { el, find } from '../dom.ts';
import { CHECKED_ROWS, type CheckedRow } from './checked-rows.ts';
import { keepsLists } from './list-key.ts';

export function offerToKeep(): void {
  const place = find('[data-keep-list]');
  document.addEventListener(CHECKED_ROWS, ({ detail: rows }: CustomEventInit<readonly CheckedRow[]>) => {
    place.replaceChildren(
      ...(rows && rows.length > 0 ? [offer(rows, (text) => place.replaceChildren(kept(text)))] : []),
    );
  });
}

function offer(rows: readonly CheckedRow[], done: (text: string) => void): HTMLElement {
  const isKept = keepsLists();
  const button = el(
    'button',
    { type: 'button', class: 'plain' },
    isKept ? 'Add to my kept list' : 'Keep this list on this device',
  );
  button.addEventListener('click', async () => {
    try {
      const { keepRows } = await import('./keep-rows.ts');
      done(keepRows(rows));
    } catch {
      done('This could not be loaded just now. The link of this page holds the list.');
    }
  });
  const said = isKept ? 'What is not in it yet is added.' : 'It stays in this browser, and nothing of it is sent.';
  return el(
    'p',
    { class: 'small' },
    button,
    ` ${said} `,
    el('a', { href: '/my-list' }, isKept ? 'My list' : 'What that means'),
  );
}

const kept = (text: string): HTMLElement =>
  el('p', { class: 'small', role: 'status' }, `${text} `, el('a', { href: '/my-list' }, 'My list'));

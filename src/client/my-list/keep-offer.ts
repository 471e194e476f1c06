/** Below the rows of the checker: the offer to keep them on the device, or to check what is kept already. */
import { el, find } from '../dom.ts';
import { CHECKED_ROWS, type CheckedRow } from './checked-rows.ts';
import { keepsLists } from './list-key.ts';

export function offerToKeep(): void {
  const place = find('[data-keep-list]');
  const offerCheck = async (): Promise<void> => {
    if (!keepsLists()) return;
    const { keptList } = await import('./keep-rows.ts');
    const list = keptList();
    if (list && place.childElementCount === 0 && location.hash === '') place.replaceChildren(checkOf(list));
  };
  void offerCheck().catch(() => undefined);
  document.addEventListener(CHECKED_ROWS, ({ detail: rows }: CustomEventInit<readonly CheckedRow[]>) => {
    place.replaceChildren(
      ...(rows && rows.length > 0 ? [offer(rows, (text) => place.replaceChildren(kept(text)))] : []),
    );
    void offerCheck().catch(() => undefined);
  });
}

/** What a reader who keeps a list came for, where nothing is checked yet. */
const checkOf = ({ name, fragment }: { name: string; fragment: string }): HTMLElement =>
  el(
    'p',
    { class: 'choices' },
    el(
      'a',
      { class: 'button', href: `/interactions#${fragment}` },
      name === 'My list' ? 'Check my kept list' : `Check the list “${name}”`,
    ),
    el('a', { href: '/my-list' }, 'My list'),
  );

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

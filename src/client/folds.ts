/** What opens the folds of a page: a wide window, an address that leads into one, paper. Without a script the browser does. */

const WIDE = '(min-width: 62rem)';

export function openFolds(): void {
  const folds = [...document.querySelectorAll<HTMLDetailsElement>('details')];
  if (matchMedia(WIDE).matches) for (const fold of folds) if (fold.dataset.fold === 'wide') fold.open = true;
  // From here on a fold is what its reader makes of it; until then the style sheet shows a wide window the same.
  document.documentElement.dataset.folds = 'ready';
  addEventListener('hashchange', openTarget);
  document.addEventListener('click', ({ target }) => {
    // An address that is there already changes nothing, but its fold may have been closed since.
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    if (link?.hash === location.hash) openTarget();
  });
  if (location.hash) openTarget();
  addEventListener('beforeprint', () => {
    for (const fold of folds) {
      if (fold.open) continue;
      fold.open = true;
      addEventListener('afterprint', () => (fold.open = false), { once: true });
    }
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
}

/** Opens what the address leads to: the fold of a section, and every fold around an entry. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  const own = target.matches('.part') ? target.querySelector('details') : null;
  let opened = false;
  for (let fold = own ?? target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    opened ||= !fold.open;
    fold.open = true;
  }
  if (opened) target.scrollIntoView();
}

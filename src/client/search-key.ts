/** Where a reader has turned the key off: some dictate, and a single letter may be a command to them (WCAG 2.1.4). */
export const SEARCH_KEY_OFF = 'materia-search-key-off';

/** "/" goes to the search box of the page, and Escape leaves it. */
export function followSearchKey(): void {
  addEventListener('keydown', (event: KeyboardEvent) => {
    const input = document.querySelector<HTMLInputElement>('[data-search] input, [data-search-page] input');
    // Escape closes the suggestions first.
    if (event.key === 'Escape' && input === document.activeElement && !event.defaultPrevented) input?.blur();
    const isTyped = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null;
    if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey || !input || isOff()) return;
    event.preventDefault();
    input.focus();
  });
}

function isOff(): boolean {
  try {
    return localStorage.getItem(SEARCH_KEY_OFF) !== null;
  } catch {
    return false;
  }
}

/**
 * Copy buttons are in the page but hidden: without a script they would do nothing. A button copies the element that it
 * names, or the listing before it.
 */
export function offerCopy(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy], [data-copy-before]')) {
    button.hidden = !navigator.clipboard;
    const { copy } = button.dataset;
    const source = copy ? document.getElementById(copy) : button.previousElementSibling;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(source?.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not copied: the browser does not allow it';
      }
    });
  }
}

/** Copy buttons are in the page but hidden: without a script they would do nothing. */
export function offerCopy(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy ?? '')?.textContent ?? '');
      button.textContent = 'Copied';
    });
  }
}

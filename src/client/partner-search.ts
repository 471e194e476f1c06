/** "Does it clash with ...": the rows of a record's interactions that a name leads to, by the resolver of the checker. */
import { find } from './dom.ts';

export function offerPartnerSearch(): void {
  const box = document.querySelector<HTMLElement>('[data-partner-search]');
  if (!box) return;
  box.hidden = false;
  const input = find<HTMLInputElement>('input', box);
  // Names are fetched when somebody is about to type, not before.
  input.addEventListener(
    'focus',
    () => import('./partner-rows.ts').then(({ searchPartners }) => searchPartners(input)),
    {
      once: true,
    },
  );
}

/** The status line of the search. */
export const answerLine = (...texts: readonly (string | Node)[]): void =>
  find('[data-partner-answer]').replaceChildren(...texts);

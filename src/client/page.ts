/** The script of every page: search box, partner search, folds, contents that follow reading, copy button, report form. */

import { offerCopy } from './copy.ts';
import { openFolds } from './folds.ts';
import { followContents } from './follow-contents.ts';
import { keepsLists } from './my-list/list-key.ts';
import { enableReport } from './report-form.ts';
import { followSearchKey } from './search-key.ts';

/** Runs `load` when an input is focused for the first time: names are fetched when somebody is about to type, not before. */
const onFirstFocus = (input: HTMLInputElement, load: () => void): void =>
  input.addEventListener('focus', load, { once: true });

for (const input of document.querySelectorAll<HTMLInputElement>('[data-search] input'))
  onFirstFocus(input, async () => {
    const { attachSuggestions, openOnEnter } = await import('./search/combobox.ts');
    attachSuggestions(input);
    openOnEnter(input);
  });

const partnerSearch = document.querySelector<HTMLElement>('[data-partner-search]');
if (partnerSearch) {
  partnerSearch.hidden = false;
  // Without client/dom: a page that draws nothing does not load what draws.
  const input = partnerSearch.querySelector('input') as HTMLInputElement;
  onFirstFocus(input, async () => (await import('./partner-search.ts')).searchPartners(input));
}
openFolds();
followContents();
offerCopy();
enableReport();
followSearchKey();
// Who keeps no list loads nothing for it.
if (keepsLists()) import('./my-list/list-note.ts').then(({ startListNote }) => startListNote()).catch(() => {});

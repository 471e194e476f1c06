/** What every page has: the search box, folds, the contents that follow reading, the copy button, the report form. */

import { offerCopy } from './copy.ts';
import { openFolds } from './folds.ts';
import { followContents } from './follow-contents.ts';
import { offerPartnerSearch } from './partner-search.ts';
import { enableReport } from './report-form.ts';

// The index is fetched when somebody is about to type, not before.
for (const input of document.querySelectorAll<HTMLInputElement>('[data-search] input')) {
  input.addEventListener(
    'focus',
    () =>
      import('./search/combobox.ts').then(({ attachSuggestions, openOnEnter }) => {
        attachSuggestions(input);
        openOnEnter(input);
      }),
    {
      once: true,
    },
  );
}
openFolds();
followContents();
offerPartnerSearch();
offerCopy();
enableReport();

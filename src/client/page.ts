/** What every page has: the search box, the contents that follow reading, the copy button, the report form. */

import { offerCopy } from './copy.ts';
import { followContents } from './follow-contents.ts';
import { enableReport } from './report-form.ts';

// The index is fetched when somebody is about to type, not before.
for (const input of document.querySelectorAll<HTMLInputElement>('[data-search] input')) {
  input.addEventListener(
    'focus',
    () => import('./search/combobox.ts').then((suggest) => suggest.attachSuggestions(input)),
    {
      once: true,
    },
  );
}
followContents();
offerCopy();
enableReport();

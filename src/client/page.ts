/** What every page has: the search box, the contents that follow reading, the copy button, the report form. */
import { followContents } from './contents.ts';
import { offerCopy } from './copy.ts';
import { enableReport } from './report.ts';

// The index is fetched when somebody is about to type, not before.
for (const input of document.querySelectorAll<HTMLInputElement>('[data-search] input')) {
  input.addEventListener('focus', () => import('./suggest.ts').then((suggest) => suggest.attachSuggestions(input)), {
    once: true,
  });
}
followContents();
offerCopy();
enableReport();

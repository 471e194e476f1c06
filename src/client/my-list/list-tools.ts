/** What can be done with a list beside editing it: paper, files, link, calendar. All of it is made on the device. */
import { el, find } from '../dom.ts';
import { calendarFile } from './calendar-file.ts';
import { fragmentOfList, type KeptList, newId } from './kept-lists.ts';
import { fhirList, listFile, MOST_BYTES, readListFile } from './list-file.ts';
import { today } from './list-store.ts';

interface ToolOptions {
  readonly list: () => KeptList;
  readonly say: (...texts: readonly string[]) => void;
  readonly take: (list: KeptList) => Promise<void>;
}

export interface ListTools {
  save(name: string, type: string, text: string): void;
}

/** The link of a list: what stands after # is never sent. */
export const linkOf = (list: KeptList): string => `${location.origin}/interactions#${fragmentOfList(list)}`;

export function listTools({ list, say, take }: ToolOptions): ListTools {
  const on = (name: string, act: () => unknown): void => find(`[data-${name}]`).addEventListener('click', act);
  const fileName = (ending: string): string =>
    `${
      list()
        .name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .toLowerCase() || 'list'
    }${ending}`;

  on('save-file', () => save(fileName('.json'), 'application/json', listFile({ ...list(), date: today() })));
  on('save-fhir', () =>
    save(fileName('.fhir.json'), 'application/fhir+json', fhirList({ ...list(), date: today() }, location.origin)),
  );
  on('copy-link', async () => {
    try {
      await navigator.clipboard.writeText(linkOf(list()));
      say('Link copied. Whoever has it sees the list.');
    } catch {
      say(`The link could not be copied. Here it is: ${linkOf(list())}`);
    }
  });
  on('print-card', () => paper('card'));
  on('print-sheet', () => paper('sheet'));

  async function paper(kind: 'card' | 'sheet'): Promise<void> {
    try {
      const { listCard, clinicianSheet } = await import('./list-paper.ts');
      const made = kind === 'card' ? await listCard(list(), linkOf(list())) : await clinicianSheet(list());
      find('[data-sheets]').replaceChildren(made);
      document.body.dataset.paper = kind;
      print();
    } catch {
      say('The records could not be read just now, so nothing was printed.');
    }
  }
  addEventListener('afterprint', () => delete document.body.dataset.paper);

  const open = find<HTMLInputElement>('[data-open-file]');
  open.addEventListener('change', async () => {
    const [file] = open.files ?? [];
    if (!file) return;
    if (file.size > MOST_BYTES) say('This file is too large to be a list. Nothing was taken from it.');
    else {
      const read = readListFile(await file.text(), today());
      if ('refusal' in read) say(read.refusal);
      else await take(read.list);
    }
    open.value = '';
  });

  const again = find<HTMLFormElement>('[data-again]');
  again.addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = find<HTMLInputElement>('input', again);
    if (value)
      save(
        'look-again.ics',
        'text/calendar',
        calendarFile({ date: value, address: `${location.origin}/my-list`, id: newId(), now: new Date() }),
      );
  });
  return { save };
}

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

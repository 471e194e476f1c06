import { recordsFor } from '../interactions/item.ts';
import { pairFindings } from '../interactions/pair.ts';
import { refOf } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import { normalize } from '../text/normalize.ts';
import { find } from './dom.ts';
import { answered } from './fetched-index.ts';
import { itemOf, UNAVAILABLE } from './names/name-client.ts';
import { nameNotes } from './names/name-notes.ts';
import { interactionsOf } from './record-files.ts';

const WAIT_MS = 150;

/** Shows only the rows of a record's interactions that a typed name leads to, and says what was looked up. */
export function searchPartners(input: HTMLInputElement): void {
  const list = find('[data-partners]');
  const rows = [...list.querySelectorAll<HTMLElement>('.partner')];
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const folds = [...list.querySelectorAll<HTMLDetailsElement>('.enzymes, .effect')];
  /** Folds that were opened to show an answer; the reader's own stay as they are. */
  const opened = new Set<HTMLDetailsElement>();

  const show = (isShown: (row: HTMLElement) => boolean, isAnswer: boolean): number => {
    const shown = rows.filter(isShown);
    for (const row of rows) row.hidden = !shown.includes(row);
    for (const fold of folds) {
      const has = shown.some((row) => fold.contains(row));
      fold.hidden = isAnswer && !has;
      unfold(fold, isAnswer && has);
    }
    return shown.length;
  };

  const unfold = (fold: HTMLDetailsElement, isWanted: boolean): void => {
    if (isWanted && !fold.open) opened.add(fold);
    if (isWanted) fold.open = true;
    else if (opened.delete(fold)) fold.open = false;
  };

  const search = async (): Promise<void> => {
    const query = input.value.trim();
    const turn = ++asked;
    if (query.length < 2) {
      show(() => true, false);
      return answerLine();
    }
    try {
      const found = await placesOf(query, list.dataset.ref ?? '');
      if (turn !== asked) return;
      const key = normalize(query);
      const count = show(
        (row) =>
          found.places.some((place) => row.dataset.places?.split('|').includes(place)) ||
          (key.length > 2 &&
            normalize(
              `${row.querySelector('.who')?.textContent} ${row.closest('.effect')?.querySelector('h3')?.textContent}`,
            ).includes(key)),
        true,
      );
      answerLine([...found.notes, counted(count, found.name)].join(' '));
    } catch {
      if (turn === asked) answerLine(UNAVAILABLE);
    }
  };

  list.addEventListener('change', ({ target }) => {
    const isPicked = (target as HTMLElement).id !== 'show-all';
    for (const fold of folds) unfold(fold, isPicked);
  });
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, WAIT_MS);
  });
  if (input.value) void search();
}

const answerLine = (text = ''): void => find('[data-partner-answer]').replaceChildren(text);

const counted = (count: number, name: string | undefined): string => {
  if (count > 0) return `${name ? `${name}: ` : ''}${count} ${count === 1 ? 'entry' : 'entries'}.`;
  return name
    ? `Nothing is on file with ${name}. That is not evidence that the two are safe together.`
    : 'No entry has this name, and the name is not known here.';
};

interface Found {
  /** What was understood; nothing where the name is not known. */
  name?: string;
  notes: string[];
  /** Places of entries, as the rows name them. */
  places: string[];
}

/** Entries of the record, or of others on it, that speak of what a name means. */
async function placesOf(query: string, ref: string): Promise<Found> {
  const [kind, slug] = ref.split('/') as [Kind, string];
  const [item, own] = await Promise.all([itemOf(query), interactionsOf(kind, slug)]);
  if ('status' in item) return { notes: nameNotes(item), places: [] };
  const files = await Promise.all(recordsFor(item).map((record) => interactionsOf(record.kind, record.slug)));
  const record = { kind, slug, name: own.name, names: [], substances: own.substances };
  const self = { type: kind, query: slug, record, match: null };
  const findings = await answered(({ vocabulary }) => pairFindings([self, item], [[own], files], vocabulary));
  return {
    name: 'record' in item ? item.record.name : item.name,
    notes: [],
    places: findings.map(({ documented_in: at }) => `${refOf({ kind: at.type, slug: at.slug })} ${at.field}`),
  };
}

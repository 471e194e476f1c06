/** The interaction checker: a list as it was pasted, a row for every line, every pair answered from static files. */

import { type PairItem, recordsFor } from '../../interactions/item.ts';
import type { VocabularyIndex } from '../../interactions/vocabulary.ts';
import type { Match, NameFailure } from '../../names/resolve.ts';
import { type Kind, kindPattern } from '../../schema/kinds.ts';
import { capitalized, counted } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { el, find, fragmentParts, recordHref, showFonts } from '../dom.ts';
import { answered } from '../fetched-index.ts';
import { CHECKED_ROWS } from '../my-list/checked-rows.ts';
import { itemOf, UNAVAILABLE, warmUp } from '../names/name-client.ts';
import { choiceText, nameNotes } from '../names/name-notes.ts';
import { interactionsOf } from '../record-files.ts';
import { type CheckedItem, checkPairs, fragmentOf, type Pair } from './checked-pairs.ts';
import { isToAsk, report } from './checker-report.ts';
import { isHealthRecord, MOST_BYTES, readList } from './health-record.ts';
import type { ListedEntry } from './listed-entry.ts';
import { pageWords } from './page-words.ts';
import { namesBetween } from './pasted-list.ts';
import { questionSheet } from './question-sheet.ts';

const MOST = 20;

/** One line of the list: what it was read as, or what it may mean. None ever disappears by itself. */
interface ListRow {
  readonly text: string;
  readonly item?: CheckedItem;
  /** What must be said of the name. */
  readonly notes: readonly string[];
  readonly near: NameFailure['suggestions'];
}

export function startChecker(): void {
  const form = find<HTMLFormElement>('[data-checker]');
  const input = find<HTMLTextAreaElement>('textarea', form);
  const status = find('[data-notes]');
  const chosen = find('[data-items]');
  const answer = find('[data-answer]');
  const teaching = find('[data-teaching]');
  let rows: ListRow[] = [];
  let turn = 0;

  const say = (...texts: readonly string[]): void => status.replaceChildren(...texts.map((text) => el('p', {}, text)));

  /** `beside` is what the box holds that is none of these lines, and what is said before all else. */
  async function add(
    lines: readonly ListedEntry[],
    beside = { typed: '', said: [] as readonly string[] },
  ): Promise<void> {
    const names = lines.slice(0, Math.max(0, MOST - rows.length));
    const left = lines.slice(names.length);
    if (names.length === 0 && left.length === 0) return;
    say('Checking your list…');
    const typed = input.value;
    try {
      const read = (await Promise.all(names.map(readEntry))).flat();
      const said: string[] = [...beside.said];
      for (const row of read) {
        const known = rows.find((other) => addressOf(other) === addressOf(row));
        if (known) said.push(`${known.item?.name ?? known.text} is already in the list.`);
        else rows = [...rows, row];
      }
      // A thing that is not taken stays one when its line is read again.
      const rest = left.map(({ text, notTaken }) => (notTaken === undefined ? text : `${text} - stopped`));
      if (rest.length > 0) said.push(notAdded(rest));
      // Whoever types on meanwhile keeps that; what was not added stays in the box.
      if (input.value === typed) input.value = [beside.typed, ...rest].filter(Boolean).join('\n');
      await render([...new Set(said)]);
    } catch {
      // All or none: what was typed, or is in the address, stays there to be tried again.
      answer.replaceChildren();
      say(UNAVAILABLE);
    }
  }

  async function render(said: readonly string[] = []): Promise<void> {
    const now = ++turn;
    const fragment = rows.map((row) => encodeURIComponent(addressOf(row)).replaceAll('%2F', '/')).join(',');
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname);
    chosen.replaceChildren(...rows.map(rowItem));
    document.dispatchEvent(new CustomEvent(CHECKED_ROWS, { detail: rows }));
    teaching.hidden = rows.length > 0;
    // An answer to other items is not shown beside these while theirs is loading or has failed.
    answer.replaceChildren();
    const items = rows.flatMap(({ item }) => item ?? []);
    if (items.length < 2) {
      say(...said, ...(items.length === 1 ? ['Add one more to check them together.'] : []), ...notChecked(rows));
      return;
    }
    const told = (words: VocabularyIndex) => {
      const pairs = checkPairs(items, words);
      return { pairs, parts: report(items, pairs, words, actions(items, pairs)) };
    };
    const isOfRecords = items.every(({ item }) => 'record' in item);
    const { pairs, parts } = isOfRecords ? told(pageWords()) : await answered(({ vocabulary }) => told(vocabulary));
    if (now !== turn) return;
    answer.replaceChildren(...parts);
    say(...said, spoken(rows, pairs));
  }

  /** What can be done with the answer: nothing of it leaves the device. */
  function actions(items: readonly CheckedItem[], pairs: readonly Pair[]): HTMLElement {
    const button = (text: string, act: (self: HTMLButtonElement) => unknown): HTMLButtonElement => {
      const made = el('button', { type: 'button', class: 'plain' }, text);
      made.addEventListener('click', () => act(made));
      return made;
    };
    const sheet = el('div', { 'data-sheet': '' });
    return el(
      'div',
      { class: 'actions' },
      button('Questions for my visit', async () => {
        sheet.replaceChildren(await questionSheet(items, pairs, pageWords().effects));
        sheet.querySelector<HTMLElement>('h2')?.focus();
      }),
      button('Print', () => print()),
      button('Copy link', async (self) => {
        try {
          await navigator.clipboard.writeText(location.href);
          self.textContent = 'Link copied';
        } catch {
          say('The link could not be copied. It is in the address bar of the browser.');
        }
      }),
      button('Clear', () => {
        rows = [];
        input.focus();
        return render(['The list is empty.']);
      }),
      sheet,
    );
  }

  function rowItem(row: ListRow): HTMLLIElement {
    const name = row.item?.name ?? row.text;
    const remove = el('button', { type: 'button', class: 'plain', 'aria-label': `Remove ${name}` }, 'Remove');
    remove.addEventListener('click', () => {
      rows = rows.filter((other) => other !== row);
      input.focus();
      return render([`${name} removed.`]);
    });
    const choices = row.near.map((one) => {
      const choice = el('button', { type: 'button', class: 'plain' }, choiceText(one));
      choice.addEventListener('click', async () => {
        const [read] = await readLine(`${one.kind}/${one.slug}`);
        rows = rows.map((other) => (other === row && read ? read : other));
        return render([`${row.text} is now ${one.name}.`]);
      });
      return choice;
    });
    return el(
      'li',
      { class: row.item ? '' : 'open' },
      el(
        'div',
        {},
        row.item ? label(row.item) : el('b', {}, row.text),
        ...row.notes.map((note) => el('p', { class: 'small soft' }, note)),
        choices.length > 0 ? el('p', { class: 'choices' }, 'Did you mean ', ...choices) : undefined,
      ),
      remove,
    );
  }

  async function restore(): Promise<void> {
    const parts = fragmentParts();
    if (parts.join() === rows.map(addressOf).join()) return;
    rows = [];
    await add(parts.map((text) => ({ text })));
  }

  /** Adds what a text holds: a list, or a file of a health record. */
  async function addText(text: string, isTyped = false): Promise<void> {
    const list = readList(text, isTyped);
    if ('fault' in list) return say(list.fault);
    if (list.entries.length === 0 && !isTyped) return say('This file is empty, so nothing was read.');
    const count = `${counted(list.entries.length, 'entry', 'entries')} read from a ${list.what} file on this device; nothing was sent.`;
    await add(list.entries, { typed: isTyped ? '' : input.value, said: list.what === 'list' ? [] : [count] });
  }

  async function addFile(file: File): Promise<void> {
    if (file.size > MOST_BYTES)
      return say(
        `This file is larger than ${MOST_BYTES / 1e6} MB, so it was not read. Copy its list of medicines instead.`,
      );
    say('Reading the file…');
    await addText(await file.text());
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    return addText(input.value, true);
  });
  find<HTMLInputElement>('[data-file]').addEventListener('change', ({ target }) => {
    const chooser = target as HTMLInputElement;
    const [file] = chooser.files ?? [];
    // The same file may be chosen again.
    if (file) void addFile(file).finally(() => (chooser.value = ''));
  });
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (file) void addFile(file);
    else if (text !== '') void addText(text);
  });
  // The box takes a list; a file of a health record is longer, and is read as it is.
  input.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isHealthRecord(text)) return;
    event.preventDefault();
    void addText(text);
  });
  // A line is done with Enter, as on paper; a pasted list keeps its lines.
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  input.addEventListener('focus', warmUp, { once: true });
  answer.addEventListener('click', jump);
  addEventListener('hashchange', restore);
  void restore().then(() => {
    showFonts();
    find('[data-key]').hidden = false;
    keepPlace();
  });
}

/** Said once to those who hear the page: how many rows and pairs, and what to do with them. */
function spoken(rows: readonly ListRow[], pairs: readonly Pair[]): string {
  const checked = rows.filter(({ item }) => item).length;
  const ask = pairs.filter(isToAsk).length;
  const all = `${counted(checked, 'item')} checked, ${counted(pairs.length, 'pair')}: ${ask} to ask about now.`;
  return [all, ...notChecked(rows)].join(' ');
}

function notChecked(rows: readonly ListRow[]): string[] {
  const open = rows.filter(({ item }) => !item).length;
  return open > 0 ? [`${counted(open, 'line')} not checked.`] : [];
}

const addressOf = ({ item, text }: ListRow): string => (item ? fragmentOf(item) : text.replaceAll(',', ' '));

const RECORD = new RegExp(`^(${kindPattern})/([a-z0-9-]+)$`);

/** What did not fit, by name as far as that can be read. */
function notAdded(lines: readonly string[]): string {
  const named = lines
    .slice(0, MOST_NAMED)
    .map((line) => truncate(line, LONGEST_NAMED))
    .join(', ');
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : '';
  return `You can check up to ${MOST} lines at once. Not added, and kept in the box: ${named}${more}.`;
}
const MOST_NAMED = 30;
const LONGEST_NAMED = 80;

/** What an entry means: its codes first, then its words. Where they mean different things the person decides. */
async function readEntry({ text, codes = [], otherCodes = [], notTaken }: ListedEntry): Promise<ListRow[]> {
  const told = otherCodes.length > 0 ? [`${otherCodes.join(', ')}: not read here; its name was.`] : [];
  const byText = await readLine(text);
  const coded = await itemByCode(codes);
  const notes = [
    ...(codes.length > 0 && !coded ? [`${codes.join(', ')}: no code that we know; its name was read.`] : []),
    ...told,
  ];
  const rows = coded === undefined ? byText : agreed(text, await found(text, coded.item), byText, coded.code);
  const all = rows.map((row) => ({ ...row, notes: [...row.notes, ...notes] }));
  return notTaken === undefined ? all : all.map((row) => untaken(row, notTaken));
}

async function itemByCode(codes: readonly string[]): Promise<{ item: PairItem; code: string } | undefined> {
  for (const code of codes) {
    const item = await itemOf(code);
    if (!('status' in item)) return { item, code };
  }
  return undefined;
}

/** The row of a code, unless the words beside it are the exact name of something else. */
function agreed(text: string, coded: ListRow, byText: readonly ListRow[], code: string): ListRow[] {
  const [named, ...others] = byText;
  const isOther =
    named?.item !== undefined &&
    others.length === 0 &&
    !isFuzzy(named.item.item) &&
    addressOf(named) !== addressOf(coded);
  if (!isOther) return [{ ...coded, notes: [text, `read by its code, ${code}`] }];
  const near = [coded, named].flatMap(({ item }) => choiceOf(item));
  const note = `The code (${code}) says ${coded.item?.name}, the words say ${named?.item?.name}. Not checked: compare with the package.`;
  return [{ text, notes: [note], near }];
}

/** A thing that the file calls stopped is shown and not checked, until the person says so. */
const untaken = (row: ListRow, notTaken: string): ListRow => ({
  text: row.item?.name ?? row.text,
  notes: [
    `The file says “${notTaken}”, so it was not checked. ${row.item ? 'Add it if it is taken:' : ''}`.trim(),
    ...row.notes,
  ],
  near: row.item ? choiceOf(row.item) : row.near,
});

const choiceOf = (item: CheckedItem | undefined): ListRow['near'] =>
  item && 'record' in item.item ? [{ kind: item.item.record.kind, slug: item.item.record.slug, name: item.name }] : [];

/** What a line means; one that names two things becomes two rows. */
async function readLine(text: string): Promise<ListRow[]> {
  const [, kind, slug] = RECORD.exec(text) ?? [];
  if (kind && slug) {
    // An address says which record it is: its file alone is needed, not the names of the world.
    const direct = await recordRow(text, kind as Kind, slug).catch(() => undefined);
    if (direct) return [direct];
  }
  const whole = await itemOf(text);
  if (!('status' in whole)) return [await found(text, whole)];
  const parts = namesBetween(text);
  if (parts.length > 1) {
    const read = await Promise.all(parts.map((part) => itemOf(part)));
    if (read.some((one) => !('status' in one)))
      return Promise.all(
        parts.map((part, at) => {
          const one = read[at] as PairItem | NameFailure;
          return 'status' in one ? unread(part, one) : found(part, one);
        }),
      );
  }
  return [unread(text, whole)];
}

async function recordRow(text: string, kind: Kind, slug: string): Promise<ListRow> {
  const file = await interactionsOf(kind, slug);
  const record = { kind, slug, name: file.name, names: [], substances: file.substances };
  const item: PairItem = { type: kind, query: text, record, match: null };
  return { text: file.name, item: { item, name: file.name, files: [file] }, notes: [], near: [] };
}

async function found(text: string, item: PairItem): Promise<ListRow> {
  const files = await Promise.all(recordsFor(item).map(({ kind, slug }) => interactionsOf(kind, slug)));
  const name = 'record' in item ? item.record.name : capitalized(item.name);
  const notes = isFuzzy(item) ? [`read from “${text}”. Check it against the package.`] : noteOf(text, name, item);
  return { text, item: { item, name, files }, notes, near: [] };
}

const noteOf = (text: string, name: string, item: PairItem): string[] => {
  if (!('record' in item)) {
    const parts = item.parts.map((part) => part.name).join(' and ');
    return [
      parts ? `No record of its own here; looked at: ${parts}` : 'No record of its own here; checked by its class',
    ];
  }
  const written = (item.match as Match | null)?.as_written;
  return [
    ...(text.toLowerCase() === name.toLowerCase() ? [] : [text]),
    ...(written?.strength_note ? [written.strength_note] : []),
    ...(written?.not_read ? [`Not read: ${written.not_read}`] : []),
  ];
};

function unread(text: string, failure: NameFailure): ListRow {
  const said = nameNotes(failure);
  const notes = said.length > 0 ? said : ['We don’t recognize this name. It was not checked.'];
  return { text, notes, near: failure.suggestions };
}

const isFuzzy = (item: PairItem): boolean =>
  'record' in item && (item.match as { method?: string } | null)?.method === 'fuzzy';

const label = ({ item, name }: CheckedItem): HTMLElement =>
  'record' in item
    ? el('a', { href: recordHref({ type: item.record.kind, slug: item.record.slug }) }, name)
    : el('b', {}, name);

/** The fragment holds the items, so a cell of the matrix cannot link by fragment: it moves there itself. */
function jump(event: Event): void {
  const link = (event.target as Element).closest<HTMLElement>('[data-pair]');
  if (!link) return;
  event.preventDefault();
  const target = document.getElementById(link.dataset.pair ?? '');
  const fold = target?.closest('details');
  if (fold) fold.open = true;
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}

const PLACE = 'checker-place';

/** Back and reload return to where the reader was: the answer is made after the page, so the browser cannot. */
function keepPlace(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const [address, top] = (sessionStorage.getItem(PLACE) ?? '').split(' ');
  if (entry?.type !== 'navigate' && address === location.href) scrollTo(0, Number(top));
  addEventListener('pagehide', () => sessionStorage.setItem(PLACE, `${location.href} ${scrollY}`));
}

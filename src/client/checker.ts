/** The interaction checker: items in the fragment of the address, every pair answered from static files. */
import { type Item, resolveItem } from '../api/interactions.ts';
import { refOf } from '../profile/entry.ts';
import type { VocabularyIndex } from '../profile/vocabulary.ts';
import { interactionsOf, nameIndex, vocabulary } from './data.ts';
import { el, find, fragmentParts, mark, recordHref } from './dom.ts';
import { nameNotes } from './lookup.ts';
import { checkPairs, type Pair, type Subject } from './pairs.ts';
import { attachSuggestions } from './suggest.ts';
import { type Verdict, verdicts } from './verdicts.ts';

const MOST = 20;
const form = find<HTMLFormElement>('[data-checker]');
const input = find<HTMLInputElement>('input', form);
const notes = find('[data-notes]');
const chosen = find('[data-items]');
const answer = find('[data-answer]');
const key = find('[data-key]');
let subjects: Subject[] = [];

export function startChecker(): void {
  attachSuggestions(input, { choose: ({ type, slug }) => add([refOf({ kind: type, slug })]) });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    add(input.value.split(/[,;\n]/));
  });
  answer.addEventListener('click', jump);
  addEventListener('hashchange', restore);
  restore().finally(() => {
    key.hidden = false;
  });
}

async function restore(): Promise<void> {
  const queries = fragmentParts();
  if (queries.join() === subjects.map(address).join()) return;
  subjects = [];
  await add(queries);
}

/** Adds what the texts name, and says what could not be added and why. */
async function add(texts: readonly string[]): Promise<void> {
  const queries = texts.map((text) => text.trim()).filter(Boolean);
  const said: string[] = [];
  for (const query of queries) said.push(...(await addOne(query)));
  if (queries.length > 0) input.value = '';
  say(said);
  await render();
}

async function addOne(query: string): Promise<string[]> {
  const [names, words] = await Promise.all([nameIndex(), vocabulary()]);
  const item = resolveItem(nameOf(query), names, words);
  if ('status' in item) return failure(query, item);
  const subject = await subjectOf(item);
  if (subjects.some((other) => address(other) === address(subject))) return [`${subject.name} is already in the list.`];
  if (subjects.length === MOST)
    return [`${MOST} items is the most that can be checked at once; ${subject.name} was not added.`];
  subjects = [...subjects, subject];
  return 'record' in item && isFuzzy(item.match)
    ? [`${query} was read as ${subject.name}. Make sure that this is the name you mean.`]
    : [];
}

/** A record's address names it exactly; its slug is one of its names. */
const nameOf = (query: string): string => query.replace(/^(?:medication|supplement|peptide)\//, '');
const isFuzzy = (match: unknown): boolean => (match as { method?: string } | null)?.method === 'fuzzy';

function failure(query: string, resolution: Extract<ReturnType<typeof resolveItem>, { status: string }>): string[] {
  const near = resolution.suggestions.map(({ name }) => name).join(', ');
  const said = nameNotes(resolution);
  return [
    ...(said.length > 0 ? said : [`${query} is no name that is known here.`]),
    ...(near ? [`Near: ${near}.`] : []),
  ];
}

async function subjectOf(item: Item): Promise<Subject> {
  if (!('record' in item)) return { item, name: item.name, file: undefined };
  const { kind, slug, name } = item.record;
  return { item, name, file: await interactionsOf(kind, slug) };
}

/** How an item stands in the fragment: a record by its address, anything else by its name. */
const address = ({ item, name }: Subject): string => ('record' in item ? refOf(item.record) : name);

function say(texts: readonly string[]): void {
  notes.replaceChildren(...texts.map((text) => el('p', {}, text)));
}

async function render(): Promise<void> {
  const fragment = subjects.map((subject) => encodeURIComponent(address(subject)).replaceAll('%2F', '/')).join(',');
  history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname);
  chosen.replaceChildren(...subjects.map(chip));
  const words = await vocabulary();
  answer.replaceChildren(...(subjects.length > 1 ? report(checkPairs(subjects, words), words) : []));
}

function chip(subject: Subject): HTMLLIElement {
  const { item, name } = subject;
  const remove = el('button', { type: 'button', class: 'plain', 'aria-label': `Remove ${name}` }, 'Remove');
  remove.addEventListener('click', () => {
    subjects = subjects.filter((other) => other !== subject);
    say([]);
    input.focus();
    render();
  });
  const title =
    'record' in item ? el('a', { href: recordHref({ type: item.record.kind, slug: item.record.slug }) }, name) : name;
  const kind = 'record' in item ? '' : 'no record of its own here';
  return el('li', {}, el('span', {}, title, ' ', el('span', { class: 'soft small' }, kind)), remove);
}

function report(pairs: readonly Pair[], words: VocabularyIndex): HTMLElement[] {
  const documented = pairs.filter(({ status }) => status === 'documented' || status === 'same_substance');
  const unknown = pairs.filter(({ status }) => status === 'not_assessed');
  const none = pairs.filter(({ status }) => status === 'none_documented');
  return [
    summary(pairs),
    ...(subjects.length > 2 ? [matrix(pairs)] : []),
    ...part('Documented, worst first', documented, (pair) => finding(pair)),
    ...part('Not assessed', unknown, (pair) => plain(pair, whyNotAssessed(pair))),
    ...part('None documented', none, (pair) => plain(pair, whatWasChecked(pair, words))),
  ];
}

/** The safety strip of the check: how many pairs of each sort. */
function summary(pairs: readonly Pair[]): HTMLElement {
  const counts = (Object.keys(verdicts) as Verdict[])
    .map((verdict) => ({ verdict, count: pairs.filter((pair) => pair.verdict === verdict).length }))
    .filter(({ count }) => count > 0);
  return el(
    'section',
    { class: 'strip', 'aria-labelledby': 'checked' },
    el('h2', { id: 'checked' }, `${subjects.length} items, ${pairs.length} ${pairs.length === 1 ? 'pair' : 'pairs'}`),
    el(
      'dl',
      {},
      ...counts.map(({ verdict, count }) => {
        const { tone, word, meaning } = verdicts[verdict];
        return el(
          'div',
          { class: `tone-${tone}` },
          el('dt', {}, mark(tone), ` ${count} ${word.toLowerCase()}`),
          el('dd', {}, meaning),
        );
      }),
    ),
  );
}

function matrix(pairs: readonly Pair[]): HTMLElement {
  const head = el('tr', {}, el('td', {}), ...subjects.slice(1).map(({ name }) => el('th', { scope: 'col' }, name)));
  const rows = subjects
    .slice(0, -1)
    .map((row, at) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row' }, row.name),
        ...subjects
          .slice(1)
          .map((column, index) => (index < at ? el('td', { class: 'void' }) : cell(pairs, row, column))),
      ),
    );
  return el(
    'div',
    { class: 'scroll matrix', tabindex: '0', role: 'region', 'aria-label': 'Every pair' },
    el(
      'table',
      {},
      el('caption', { class: 'hidden' }, 'The worst that is documented for each pair'),
      el('thead', {}, head),
      el('tbody', {}, ...rows),
    ),
  );
}

function cell(pairs: readonly Pair[], row: Subject, column: Subject): HTMLTableCellElement {
  const index = pairs.findIndex(({ a, b }) => a === row && b === column);
  const pair = pairs[index] as Pair;
  const { tone, word } = verdicts[pair.verdict];
  return el(
    'td',
    { class: `tone-${tone}` },
    el('a', { href: `#${pairId(pair)}`, 'data-pair': pairId(pair) }, mark(tone), ` ${word}`),
  );
}

const pairId = ({ a, b }: Pair): string => `${address(a)}+${address(b)}`.replaceAll(/[^a-z0-9+]+/gi, '-');

function part(title: string, pairs: readonly Pair[], row: (pair: Pair) => HTMLElement): HTMLElement[] {
  if (pairs.length === 0) return [];
  return [
    el(
      'section',
      { class: 'findings' },
      el('h2', {}, `${title} (${pairs.length})`),
      el('ul', { class: 'items bare' }, ...pairs.map(row)),
    ),
  ];
}

const heading = ({ a, b, verdict }: Pair): (HTMLElement | string)[] => {
  const { tone, word } = verdicts[verdict];
  return [el('h3', {}, `${a.name} and ${b.name}`), el('p', { class: `badge tone-${tone}` }, mark(tone), ` ${word}`)];
};

function finding(pair: Pair): HTMLLIElement {
  const { a, b, findings } = pair;
  const nameOfRecord = (type: string, slug: string) =>
    [a, b].find(({ file }) => file?.type === type && file.slug === slug)?.name ?? slug;
  return el(
    'li',
    { id: pairId(pair), tabindex: '-1' },
    ...heading(pair),
    ...(pair.status === 'same_substance' ? [el('p', {}, verdicts.same_substance.meaning)] : []),
    ...findings.map(({ severity, effect, basis, via, documented_in: { type, slug } }) =>
      el(
        'blockquote',
        { class: `tone-${verdicts[severity].tone}` },
        el('p', {}, effect),
        el(
          'p',
          { class: 'small soft' },
          `${verdicts[severity].word}, ${basisWords[basis](via)}, record of `,
          el('a', { href: `${recordHref({ type, slug })}#interactions` }, nameOfRecord(type, slug)),
        ),
      ),
    ),
  );
}

const basisWords: Readonly<Record<Pair['findings'][number]['basis'], (via: string) => string>> = {
  direct: () => 'named directly',
  class: (via) => `named by its class: ${via}`,
  ingredient: (via) => `named by an ingredient: ${via}`,
  duplicate_ingredient: (via) => `both contain ${via}`,
};

const plain = (pair: Pair, text: string): HTMLLIElement =>
  el('li', { id: pairId(pair), tabindex: '-1' }, ...heading(pair), el('p', {}, text));

function whyNotAssessed({ a, b }: Pair): string {
  const reasons = [a, b].flatMap(({ name, file }) => {
    if (!file) return [`${name} has no record here.`];
    return file.assessed ? [] : [`The record of ${name} has no interactions section.`];
  });
  return [...reasons, 'A pharmacist can check this pair.'].join(' ');
}

function whatWasChecked({ a, b }: Pair, { classes }: VocabularyIndex): string {
  const looked = [a, b].flatMap(({ name, file }) => {
    if (!file) return [];
    const own = file.entries.filter(({ targets }) => targets).length;
    const groups = file.classes.map((id) => classes.get(id)?.name ?? id);
    return [`${name}: ${own} entries looked at${groups.length > 0 ? `, also as one of ${groups.join(', ')}` : ''}.`];
  });
  return [...looked, 'That nothing is on file is not evidence that the pair is safe.'].join(' ');
}

/** The fragment holds the items, so a cell cannot link by fragment: it moves there itself. */
function jump(event: Event): void {
  const link = (event.target as Element).closest<HTMLElement>('[data-pair]');
  if (!link) return;
  event.preventDefault();
  const target = document.getElementById(link.dataset.pair ?? '');
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}

/** The comparison: up to four medications, read from their static files; which ones stands in the fragment. */

import { resolveName } from '../names/resolve.ts';
import { compareProfiles } from '../profile/comparison.ts';
import type { MedicationProfile } from '../schema/types.ts';
import { interactionsOf, medicationOf, nameIndex, vocabulary } from './data.ts';
import { el, find, fragmentParts, mark, recordHref } from './dom.ts';
import { nameNotes } from './lookup.ts';
import { checkPairs, type Pair, type Subject } from './pairs.ts';
import { parseRate, type Rate } from './rates.ts';
import { attachSuggestions } from './suggest.ts';
import { ticks } from './ticks.ts';
import { verdicts } from './verdicts.ts';

const MOST = 4;
const form = find<HTMLFormElement>('[data-compare]');
const input = find<HTMLInputElement>('input', form);
const notes = find('[data-notes]');
const chosen = find('[data-items]');
const answer = find('[data-answer]');

interface Column {
  slug: string;
  name: string;
  profile: MedicationProfile;
  subject: Subject;
}
let columns: Column[] = [];

export function startComparison(): void {
  attachSuggestions(input, { choose: ({ slug }) => add([slug]), accept: ({ type }) => type === 'medication' });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    add(input.value.split(/[,;\n]/));
  });
  addEventListener('hashchange', restore);
  restore();
}

async function restore(): Promise<void> {
  const slugs = fragmentParts();
  if (slugs.join() === columns.map(({ slug }) => slug).join()) return;
  columns = [];
  await add(slugs);
}

async function add(texts: readonly string[]): Promise<void> {
  const queries = texts.map((text) => text.trim()).filter(Boolean);
  const said: string[] = [];
  for (const query of queries) said.push(...(await addOne(query)));
  if (queries.length > 0) input.value = '';
  say(said);
  await render();
}

async function addOne(query: string): Promise<string[]> {
  const resolution = resolveName(await nameIndex(), query);
  if (resolution.status !== 'found') {
    const said = nameNotes(resolution);
    return said.length > 0 ? said : [`${query} is no name that is known here.`];
  }
  const { kind, slug, name } = resolution.record;
  if (kind !== 'medication') return [`${name} is a ${kind}. Only medications can be compared.`];
  if (columns.some((column) => column.slug === slug)) return [`${name} is already in the comparison.`];
  if (columns.length === MOST) return [`${MOST} medications is the most that can be compared; ${name} was not added.`];
  const [profile, file] = await Promise.all([medicationOf(slug), interactionsOf(kind, slug)]);
  columns = [
    ...columns,
    {
      slug,
      name,
      profile,
      subject: { item: { type: kind, query, record: resolution.record, match: null }, name, file },
    },
  ];
  return nameNotes(resolution);
}

function say(texts: readonly string[]): void {
  notes.replaceChildren(...texts.map((text) => el('p', {}, text)));
}

async function render(): Promise<void> {
  history.replaceState(
    null,
    '',
    columns.length > 0 ? `#${columns.map(({ slug }) => slug).join(',')}` : location.pathname,
  );
  chosen.replaceChildren(...columns.map(chip));
  if (columns.length < 2) return answer.replaceChildren();
  const pairs = checkPairs(
    columns.map(({ subject }) => subject),
    await vocabulary(),
  );
  answer.replaceChildren(together(pairs), ...rates(), table());
}

function chip(column: Column): HTMLLIElement {
  const remove = el('button', { type: 'button', class: 'plain', 'aria-label': `Remove ${column.name}` }, 'Remove');
  remove.addEventListener('click', () => {
    columns = columns.filter((other) => other !== column);
    say([]);
    input.focus();
    render();
  });
  return el('li', {}, el('a', { href: recordHref({ type: 'medication', slug: column.slug }) }, column.name), remove);
}

/** What is documented if they are taken together: people compare what they may be switched between. */
function together(pairs: readonly Pair[]): HTMLElement {
  return el(
    'section',
    { class: 'strip', 'aria-labelledby': 'together' },
    el('h2', { id: 'together' }, 'Taken together'),
    el(
      'dl',
      {},
      ...pairs.map(({ a, b, verdict, findings }) => {
        const { tone, word, meaning } = verdicts[verdict];
        return el(
          'div',
          { class: `tone-${tone}` },
          el('dt', {}, mark(tone), ` ${word}`),
          el('dd', {}, el('b', {}, `${a.name} and ${b.name}. `), findings[0]?.effect ?? meaning),
        );
      }),
    ),
  );
}

/** Side effects for which every record gives a rate, drawn one below the other. */
function rates(): HTMLElement[] {
  const known = columns.map(({ profile }) => ratesOf(profile));
  const shared = [...(known[0]?.keys() ?? [])].filter((effect) => known.every((rates) => rates.has(effect)));
  if (shared.length === 0) return [];
  return [
    el(
      'section',
      { class: 'shared' },
      el('h2', {}, 'Side effects with a rate in every record'),
      el(
        'p',
        { class: 'measure soft' },
        'Of 100 people, with the medicine and on placebo. The figures come from different trials, with different people and doses; they cannot be set against each other as if from one.',
      ),
      ...shared.map((effect) =>
        el(
          'div',
          { class: 'rates' },
          el('h3', {}, effect),
          el(
            'dl',
            { class: 'facts' },
            ...columns.map(({ name }, at) => {
              const found = known[at]?.get(effect) as { text: string; rate: Rate };
              return el('div', {}, el('dt', {}, name), el('dd', {}, found.text, ticks(found.rate)));
            }),
          ),
        ),
      ),
    ),
  ];
}

function ratesOf({ sideEffects }: MedicationProfile): Map<string, { text: string; rate: Rate }> {
  return new Map(
    (sideEffects?.common ?? []).flatMap(({ effect, rate: text }) => {
      const rate = text ? parseRate(text) : undefined;
      return effect && text && rate ? [[effect, { text, rate }] as const] : [];
    }),
  );
}

function table(): HTMLElement {
  const rows = mergeRows(columns.map(({ profile }) => profile));
  const differing = rows.filter(({ values }) => !isSame(values)).length;
  return el(
    'section',
    { class: 'comparison' },
    el('h2', { class: 'divider' }, `${differing} of ${rows.length} fields differ`),
    el(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Comparison' },
      el(
        'table',
        { class: `of-${columns.length}` },
        el(
          'thead',
          {},
          el('tr', {}, ...columns.map(({ slug, name }) => el('th', { scope: 'col', id: `of-${slug}` }, name))),
        ),
        ...rows.map((row) => body(row)),
      ),
    ),
  );
}

function body({ field, label, values }: MergedRow): HTMLElement {
  const same = isSame(values);
  const id = `row-${field.replaceAll('.', '-')}`;
  return el(
    'tbody',
    { class: same ? 'same' : 'differs' },
    el(
      'tr',
      {},
      el(
        'th',
        { id, scope: 'rowgroup', colspan: String(columns.length) },
        label,
        ' ',
        el('span', { class: 'small soft' }, same ? 'the same' : 'differs'),
      ),
    ),
    el(
      'tr',
      {},
      ...values.map((value, at) => el('td', { headers: `${id} of-${columns[at]?.slug}` }, content(field, value))),
    ),
  );
}

/** Fields whose value is a list that comparison.ts joined. */
const LISTS = /^(?:indications|doses|blackBox\.contraindications|sideEffects|drugInteractions)/;

function content(field: string, value: string | null): Node | string {
  if (value === null) return el('span', { class: 'soft' }, 'Not stated');
  const items = LISTS.test(field) ? value.split('; ') : [];
  return items.length > 1 ? el('ul', {}, ...items.map((item) => el('li', {}, item))) : value;
}

interface MergedRow {
  field: string;
  label: string;
  values: (string | null)[];
}

const isSame = (values: readonly (string | null)[]): boolean => values.every((value) => value === values[0]);

/** The first profile against each other one; a row is kept as soon as one of them has it, in the order of the fields. */
function mergeRows(profiles: readonly MedicationProfile[]): MergedRow[] {
  const [first, ...others] = profiles;
  if (!first) return [];
  const merged: MergedRow[] = [];
  for (const [index, other] of others.entries()) {
    let at = 0;
    for (const { field, label, values } of compareProfiles(first, other)) {
      const known = merged.findIndex((row) => row.field === field);
      if (known < 0) merged.splice(at, 0, { field, label, values: profiles.map(() => null) });
      at = (known < 0 ? at : known) + 1;
      const row = merged[at - 1] as MergedRow;
      row.values[0] = values[0];
      row.values[index + 1] = values[1];
    }
  }
  return merged;
}

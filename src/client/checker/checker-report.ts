import { type Verdict, verdicts } from '../../figures/verdicts.ts';
import { partsNotLookedAt } from '../../interactions/pair.ts';
import { addingUp } from '../../interactions/together.ts';
import type { VocabularyIndex } from '../../interactions/vocabulary.ts';
import { el, mark, recordHref } from '../dom.ts';
import { type CheckedItem, fragmentOf, type Pair } from './checked-pairs.ts';

/** What the checker says: the counts, the matrix, then every pair, worst first; what is not known is said like a finding. */
export function report(
  subjects: readonly CheckedItem[],
  pairs: readonly Pair[],
  words: VocabularyIndex,
): HTMLElement[] {
  const having = (...statuses: Pair['status'][]) => pairs.filter(({ status }) => statuses.includes(status));
  return [
    summary(subjects, pairs),
    ...sharedEffects(subjects, words),
    ...(subjects.length > 2 ? matrix(subjects, pairs) : []),
    ...part('Documented, worst first', having('documented', 'same_substance'), documented),
    ...ofEach(subjects),
    ...part('Not assessed', having('not_assessed'), (pair) =>
      pairItem(pair, ...pair.findings.map((finding) => quote(finding, pair)), el('p', {}, whyNotAssessed(pair))),
    ),
    ...part('None documented', having('none_documented'), (pair) =>
      pairItem(
        pair,
        ...pair.findings.map((finding) => quote(finding, pair)),
        folded('What was looked at', whatWasChecked(pair, words)),
      ),
    ),
  ];
}

const folded = (title: string, text: string): HTMLElement =>
  el('details', {}, el('summary', {}, title), el('p', {}, text));

/** The safety strip of the check: how many pairs of each sort. */
function summary(subjects: readonly CheckedItem[], pairs: readonly Pair[]): HTMLElement {
  const counts = (Object.keys(verdicts) as Verdict[])
    .map((verdict) => ({ ...verdicts[verdict], count: pairs.filter((pair) => pair.verdict === verdict).length }))
    .filter(({ count }) => count > 0);
  return el(
    'section',
    { class: 'strip', 'aria-labelledby': 'checked' },
    el('h2', { id: 'checked' }, `${subjects.length} items, ${pairs.length} ${pairs.length === 1 ? 'pair' : 'pairs'}`),
    el(
      'dl',
      {},
      ...counts.map(({ tone, word, meaning, count }) =>
        el(
          'div',
          { class: `tone-${tone}` },
          el('dt', {}, mark(tone), ` ${count} ${word.toLowerCase()}`),
          el('dd', {}, meaning),
        ),
      ),
    ),
    el('p', {}, ADVICE),
  );
}

/** What several of them share, which no pair alone shows. */
function sharedEffects(subjects: readonly CheckedItem[], { sharedEffects: effects }: VocabularyIndex): HTMLElement[] {
  const shared = addingUp(subjects, effects).filter(({ members }) => members.length > 1);
  if (subjects.length < 3 || shared.length === 0) return [];
  const rows = shared.map(({ effect, members }) =>
    el('li', {}, el('strong', {}, effect), `: ${members.map((at) => subjects[at]?.name).join(', ')}`),
  );
  return [
    el(
      'section',
      { class: 'findings' },
      el('h2', {}, 'What adds up'),
      el('p', { class: 'small soft' }, 'Counted from the records: how strong each one is, this does not say.'),
      el('ul', {}, ...rows),
    ),
  ];
}

/** A list that frightens must not make somebody stop a medicine that protects. */
const ADVICE =
  'This list is no reason to stop or change a medicine on one’s own: stopping can be more dangerous than the pair. A pharmacist or the prescriber can look at all of it together.';

/** What must be known of each thing whatever it is combined with, and where its questions for the clinician stand. */
function ofEach(subjects: readonly CheckedItem[]): HTMLElement[] {
  const records = [...new Set(subjects.flatMap(({ files }) => files))];
  const warned = records.filter(({ warnings }) => warnings.length > 0);
  if (warned.length === 0) return [];
  return [
    el(
      'section',
      { class: 'findings' },
      el('h2', {}, 'Of each by itself'),
      el(
        'ul',
        { class: 'items bare' },
        ...warned.map((record) =>
          el(
            'li',
            {},
            el('h3', {}, record.name),
            ...record.warnings.map(({ tone, title, text, section }) =>
              el(
                'p',
                { class: `tone-${tone}` },
                mark(tone),
                ' ',
                el('a', { href: `${recordHref(record)}#${section}` }, title),
                `. ${text}`,
              ),
            ),
            record.type !== 'medication'
              ? undefined
              : el(
                  'p',
                  { class: 'small' },
                  el('a', { href: `${recordHref(record)}#questions` }, 'Questions for the clinician'),
                ),
          ),
        ),
      ),
    ),
  ];
}

function matrix(subjects: readonly CheckedItem[], pairs: readonly Pair[]): HTMLElement[] {
  const columns = subjects.slice(1);
  const head = el('tr', {}, el('td', {}), ...columns.map(({ name }) => el('th', { scope: 'col' }, name)));
  const rows = subjects
    .slice(0, -1)
    .map((row, at) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row' }, row.name),
        ...columns.map((column, index) => (index < at ? el('td', { class: 'void' }) : cell(pairs, row, column))),
      ),
    );
  const table = el(
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
  const hint = el(
    'p',
    { class: 'small soft narrow' },
    `The table goes on to the right: ${subjects.length - 1} columns.`,
  );
  return subjects.length > 3 ? [hint, table] : [table];
}

function cell(pairs: readonly Pair[], row: CheckedItem, column: CheckedItem): HTMLTableCellElement {
  const pair = pairs.find(({ a, b }) => a === row && b === column) as Pair;
  const { tone, word } = verdicts[pair.verdict];
  const id = pairId(pair);
  return el('td', { class: `tone-${tone}` }, el('a', { href: `#${id}`, 'data-pair': id }, mark(tone), ` ${word}`));
}

const pairId = ({ a, b }: Pair): string => `${fragmentOf(a)}+${fragmentOf(b)}`.replaceAll(/[^a-z0-9+]+/gi, '-');

function part(title: string, pairs: readonly Pair[], row: (pair: Pair) => HTMLElement): HTMLElement[] {
  if (pairs.length === 0) return [];
  const list = el('ul', { class: 'items bare' }, ...pairs.map(row));
  return [el('section', { class: 'findings' }, el('h2', {}, `${title} (${pairs.length})`), list)];
}

/** A pair with its verdict; it takes the focus when the matrix leads to it. */
function pairItem(pair: Pair, ...content: readonly HTMLElement[]): HTMLLIElement {
  const { a, b, verdict } = pair;
  const { tone, word } = verdicts[verdict];
  return el(
    'li',
    { id: pairId(pair), tabindex: '-1' },
    el('h3', {}, `${a.name} and ${b.name}`),
    el('p', { class: `badge tone-${tone}` }, mark(tone), ` ${word}`),
    ...content,
  );
}

function documented(pair: Pair): HTMLLIElement {
  const same = pair.status === 'same_substance' ? [el('p', {}, verdicts.same_substance.meaning)] : [];
  return pairItem(pair, ...same, ...pair.findings.map((finding) => quote(finding, pair)), ...partial(pair));
}

/** What was not looked at in a product without a record. */
const partial = ({ a, b }: Pair): HTMLElement[] =>
  [a, b].flatMap(({ item, name, files }) => {
    const missing = partsNotLookedAt(item, files).join(' and ');
    return missing
      ? [
          el(
            'p',
            { class: 'small' },
            `No full check of ${name}: there is no record of ${missing}, which it contains too.`,
          ),
        ]
      : [];
  });

/** A finding in the words of its record, with by what it was found and where it stands. */
function quote(
  { severity, action, evidence, effect, basis, via, documented_in: place }: Pair['findings'][number],
  { a, b }: Pair,
): HTMLElement {
  const record =
    [a, b].flatMap(({ files }) => files).find(({ type, slug }) => type === place.type && slug === place.slug)?.name ??
    place.slug;
  const { tone, word } = verdicts[severity];
  return el(
    'blockquote',
    { class: `tone-${tone}` },
    el('p', {}, effect),
    el(
      'p',
      { class: 'small soft' },
      `${[evidence === 'theory' ? 'In theory only, not documented' : word, ...(action ? [actionWords[action]] : []), basisWords[basis](via)].join(', ')}, record of `,
      el('a', { href: `${recordHref(place)}#interactions` }, record),
    ),
  );
}

/** What the source says to do, in words that tell no reader to act alone. */
const actionWords: Readonly<Record<NonNullable<Pair['findings'][number]['action']>, string>> = {
  contraindicated: 'ruled out by the source',
  avoid: 'the source says to avoid it',
  separate: 'the source keeps the two apart in time',
  adjust: 'the source changes a dose',
  monitor: 'the source asks for checks',
  know: 'good to know',
};

const basisWords: Readonly<Record<Pair['findings'][number]['basis'], (via: string) => string>> = {
  direct: () => 'named directly',
  class: (via) => `named by its class: ${via}`,
  ingredient: (via) => `named by an ingredient: ${via}`,
  duplicate_ingredient: (via) => `both contain ${via}`,
};

function whyNotAssessed({ a, b }: Pair): string {
  const reasons = [a, b].flatMap(({ item, name, files }) => [
    ...('record' in item ? [] : [`${name} has no record here.`]),
    ...files
      .filter(({ assessed }) => !assessed)
      .map((file) => `The record of ${file.name} has no interactions section.`),
  ]);
  return [...reasons, 'A pharmacist can check this pair.'].join(' ');
}

function whatWasChecked({ a, b }: Pair, { classes }: VocabularyIndex): string {
  const looked = [a, b].flatMap(({ name, files: [file] }) => {
    if (!file) return [];
    const own = file.entries.filter(({ targets }) => targets).length;
    const groups = file.classes.map((id) => classes.get(id)?.name ?? id);
    return [`${name}: ${own} entries looked at${groups.length > 0 ? `, also as one of ${groups.join(', ')}` : ''}.`];
  });
  return [...looked, 'That nothing is on file is not evidence that the pair is safe.'].join(' ');
}

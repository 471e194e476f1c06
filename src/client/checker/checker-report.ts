import { verdicts } from '../../figures/verdicts.ts';
import { isWritten } from '../../interactions/findings.ts';
import { partsNotLookedAt } from '../../interactions/pair.ts';
import { addingUp } from '../../interactions/together.ts';
import type { VocabularyIndex } from '../../interactions/vocabulary.ts';
import { actionWords, partnerAnchor } from '../../profile/partners.ts';
import { counted } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { el, recordHref, toneIcon } from '../dom.ts';
import { type CheckedItem, fragmentOf, type Pair } from './checked-pairs.ts';

/** What is worth asking about before the next dose, and what can wait for the next visit. */
export const isToAsk = ({ verdict, findings }: Pair): boolean =>
  verdict === 'major' ||
  verdict === 'same_substance' ||
  findings.some(
    ({ action, evidence }) => evidence !== 'theory' && (action === 'contraindicated' || action === 'avoid'),
  );
export const isToMention = (pair: Pair): boolean => pair.status === 'documented' && !isToAsk(pair);

/** What the checker says: the counts, then every pair, worst first; what is not on file is one line, and said not to be safe. */
export function report(
  subjects: readonly CheckedItem[],
  pairs: readonly Pair[],
  words: VocabularyIndex,
  actions: HTMLElement,
): HTMLElement[] {
  const having = (...statuses: Pair['status'][]) => pairs.filter(({ status }) => statuses.includes(status));
  const [unassessed, silent] = [having('not_assessed'), having('none_documented')];
  return [
    summary(subjects, pairs, actions),
    ...sharedEffects(subjects, words),
    ...(subjects.length > 2 && subjects.length <= MATRIX_MOST ? [matrix(subjects, pairs)] : []),
    ...part('Documented, worst first', having('documented', 'same_substance'), documented),
    ...ofEach(subjects),
    ...foldedPart('Not looked at', unassessed, pairList(unassessed, whyNotAssessed)),
    ...foldedPart(
      'Nothing documented',
      silent,
      el('p', {}, 'That nothing is on file is not evidence that a pair is safe.'),
      pairList(silent),
      el('p', { class: 'small' }, 'What was looked at:'),
      el('ul', { class: 'small' }, ...whatWasChecked(silent, words)),
    ),
  ];
}

/** Theories, shown as such beside what is not known. */
const theories = (pair: Pair): HTMLElement[] => pair.findings.map((finding) => quote(finding, pair));

/** More do not fit beside each other on a desk; a phone shows none. */
const MATRIX_MOST = 6;

/** The safety strip of the check: how many pairs to ask about, and what can be done with the answer. */
function summary(subjects: readonly CheckedItem[], pairs: readonly Pair[], actions: HTMLElement): HTMLElement {
  const count = (isCounted: (pair: Pair) => boolean): number => pairs.filter(isCounted).length;
  const counts = [
    { tone: 'major', count: count(isToAsk), text: 'to ask a pharmacist or prescriber about now' },
    { tone: 'moderate', count: count(isToMention), text: 'to mention at the next visit' },
    { tone: 'unknown', count: count(({ verdict }) => verdict === 'not_assessed'), text: 'not looked at' },
    {
      tone: 'info',
      count: count(({ verdict }) => verdict === 'none_documented'),
      text: 'with nothing documented, which is not evidence of safety',
    },
  ] as const;
  return el(
    'section',
    { class: 'strip', 'aria-labelledby': 'checked' },
    el('h2', { id: 'checked' }, `${subjects.length} items, ${pairs.length} ${pairs.length === 1 ? 'pair' : 'pairs'}`),
    el(
      'ul',
      { class: 'bare counts' },
      ...counts
        .filter((one) => one.count > 0)
        .map((one) =>
          el(
            'li',
            { class: `tone-${one.tone}` },
            toneIcon(one.tone),
            ' ',
            el('b', {}, String(one.count)),
            ` ${one.text}`,
          ),
        ),
    ),
    el('p', {}, ADVICE),
    actions,
  );
}

/** What several of them share, which no pair alone shows. */
function sharedEffects(subjects: readonly CheckedItem[], { effects }: VocabularyIndex): HTMLElement[] {
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
      el('p', { class: 'small soft' }, 'Counted from the records, which don’t say how strong each effect is.'),
      el('ul', {}, ...rows),
    ),
  ];
}

/** A list that frightens must not make somebody stop a medicine that protects. */
const ADVICE =
  'Don’t stop or change a medicine because of this list: stopping can be more dangerous than the pair. A pharmacist or the prescriber can look at all of it together.';

/** What must be known of each thing whatever it is combined with, and a link to its questions for the clinician. */
function ofEach(subjects: readonly CheckedItem[]): HTMLElement[] {
  const records = [...new Set(subjects.flatMap(({ files }) => files))];
  const warned = records.filter(({ warnings }) => warnings.length > 0);
  if (warned.length === 0) return [];
  return [
    el(
      'section',
      { class: 'findings' },
      el('h2', {}, 'About each one on its own'),
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
                toneIcon(tone),
                ' ',
                el('a', { href: `${recordHref(record)}#${section}` }, title),
                `. ${text}`,
              ),
            ),
            record.type !== 'medication'
              ? undefined
              : el(
                  'p',
                  { class: 'small door' },
                  el('a', { href: `${recordHref(record)}#questions` }, 'Questions for the clinician'),
                ),
          ),
        ),
      ),
    ),
  ];
}

function matrix(subjects: readonly CheckedItem[], pairs: readonly Pair[]): HTMLElement {
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
  return el(
    'div',
    { class: 'scroll matrix', tabindex: '0', role: 'region', 'aria-label': 'Every pair' },
    el(
      'table',
      {},
      el('caption', { class: 'hidden' }, 'The most serious finding for each pair'),
      el('thead', {}, head),
      el('tbody', {}, ...rows),
    ),
  );
}

function cell(pairs: readonly Pair[], row: CheckedItem, column: CheckedItem): HTMLTableCellElement {
  const pair = pairs.find(({ a, b }) => a === row && b === column) as Pair;
  const { tone, word } = verdicts[pair.verdict];
  const id = pairId(pair);
  const shown = pair.verdict === 'none_documented' ? [] : [` ${word}`];
  const name = `${row.name} and ${column.name}: ${word}`;
  return el(
    'td',
    { class: `tone-${tone}` },
    el('a', { href: `#${id}`, 'data-pair': id, 'aria-label': name }, toneIcon(tone), ...shown),
  );
}

const pairId = ({ a, b }: Pair): string => `${fragmentOf(a)}+${fragmentOf(b)}`.replaceAll(/[^a-z0-9+]+/gi, '-');

function part(title: string, pairs: readonly Pair[], row: (pair: Pair) => HTMLElement): HTMLElement[] {
  if (pairs.length === 0) return [];
  const list = el('ul', { class: 'items bare' }, ...pairs.map(row));
  return [el('section', { class: 'findings' }, el('h2', {}, `${title} (${pairs.length})`), list)];
}

/** Pairs of which there is nothing to tell, on one line. */
function foldedPart(title: string, pairs: readonly Pair[], ...content: readonly HTMLElement[]): HTMLElement[] {
  if (pairs.length === 0) return [];
  const line = el('summary', {}, el('h2', {}, `${title} (${pairs.length})`));
  return [el('details', { class: 'findings-fold' }, line, ...content)];
}

/** Their names, each with the reason, and with its theories. */
const pairList = (pairs: readonly Pair[], why?: (pair: Pair) => string): HTMLElement =>
  el(
    'ul',
    { class: 'items bare' },
    ...pairs.map((pair) => namedItem(pair, ...theories(pair), why ? el('p', {}, why(pair)) : undefined)),
  );

/** A pair; it takes the focus when the matrix leads to it. */
const namedItem = (pair: Pair, ...content: readonly (HTMLElement | undefined)[]): HTMLLIElement =>
  el('li', { id: pairId(pair), tabindex: '-1' }, el('h3', {}, `${pair.a.name} and ${pair.b.name}`), ...content);

/** A pair with its verdict. */
function pairItem(pair: Pair, ...content: readonly HTMLElement[]): HTMLLIElement {
  const { tone, word } = verdicts[pair.verdict];
  return namedItem(pair, el('p', { class: `badge tone-${tone}` }, toneIcon(tone), ` ${word}`), ...content);
}

function documented(pair: Pair): HTMLLIElement {
  const same = pair.status === 'same_substance' ? [el('p', {}, verdicts.same_substance.meaning)] : [];
  const told = [...new Map(pair.findings.map((finding) => [finding.effect, finding])).values()];
  const speakers = new Set<string>();
  // The nearest of each record first; what else each says unfolds.
  const first = told.filter(({ documented_in: { type, slug } }) => {
    const isFirst = !speakers.has(`${type}/${slug}`);
    speakers.add(`${type}/${slug}`);
    return isFirst;
  });
  const rest = told.filter((finding) => !first.includes(finding));
  const more =
    rest.length > 0
      ? [
          el(
            'details',
            { class: 'more' },
            el('summary', {}, `And ${rest.length} more ${rest.length === 1 ? 'statement' : 'statements'}`),
            ...rest.map((finding) => quote(finding, pair)),
          ),
        ]
      : [];
  return pairItem(pair, ...same, ...first.map((finding) => quote(finding, pair)), ...more, ...partial(pair));
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

/** A finding in the words of its record, with the reason why it applies and a link to it. */
function quote(
  { severity, action, evidence, effect, basis, via, sources, documented_in: place }: Pair['findings'][number],
  { a, b }: Pair,
): HTMLElement {
  const record =
    [a, b].flatMap(({ files }) => files).find(({ type, slug }) => type === place.type && slug === place.slug)?.name ??
    place.slug;
  const { tone, word } = verdicts[severity];
  return el(
    'blockquote',
    { class: `tone-${tone}` },
    el('p', {}, action ? el('b', {}, `${actionWords[action]}. `) : undefined, effect),
    el(
      'p',
      { class: 'small soft' },
      `${[evidence === 'theory' ? 'In theory only, not documented' : word, basisWords[basis](via)].join(', ')}. From the record of `,
      el('a', { href: `${recordHref(place)}#${entryAnchor(place, { a, b })}` }, record),
      ...sources
        .slice(0, SOURCES)
        .flatMap(({ title, url }) => [' \u00b7 ', el('a', { href: url }, truncate(title, TITLE))]),
    ),
  );
}

/** The record has the others. */
const SOURCES = 2;
const TITLE = 60;

/** The anchor of the other one on the page of the record. */
function entryAnchor(place: Pair['findings'][number]['documented_in'], { a, b }: Pick<Pair, 'a' | 'b'>): string {
  const speaks = ({ files }: CheckedItem) => files.some(({ type, slug }) => type === place.type && slug === place.slug);
  const other = speaks(a) ? b : a;
  return 'record' in other.item ? partnerAnchor(other.item.record) : 'interactions';
}

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

/** Of each thing in the pairs, once: how many statements its record makes, and as what else it was looked for. */
function whatWasChecked(pairs: readonly Pair[], { classes }: VocabularyIndex): HTMLElement[] {
  const items = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  return items.flatMap(({ name, files: [file] }) => {
    if (!file) return [];
    const own = file.entries.filter(isWritten).length;
    const groups = file.classes.map((id) => classes.get(id)?.name ?? id);
    const among = groups.length > 0 ? `, also by its groups (${groups.join(', ')})` : '';
    return [el('li', {}, `${name}: ${counted(own, 'statement')}${among}`)];
  });
}

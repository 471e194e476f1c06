import { verdicts } from '../../figures/verdicts.ts';
import { inSentence } from '../../interactions/effects.ts';
import { isGuidance, isTheory, isWritten } from '../../interactions/findings.ts';
import { type FindingStatement, pairStatements, partsNotLookedAt } from '../../interactions/pair.ts';
import { addingUp } from '../../interactions/together.ts';
import type { VocabularyIndex } from '../../interactions/vocabulary.ts';
import { OTHER_EFFECTS, signWords } from '../../profile/partner-section.ts';
import { actionWords, partnerAnchor } from '../../profile/partners.ts';
import { counted, listOf } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { el, recordHref, toneIcon } from '../dom.ts';
import { actionMap } from './action-map.ts';
import { type CheckedEffect, checkedEffects, isGrave } from './checked-effects.ts';
import { type CheckedItem, fragmentOf, type Pair } from './checked-pairs.ts';
import { pageWords } from './page-words.ts';

/** What is worth asking about before the next dose, and what can wait for the next visit. */
export const isToAsk = ({ status, findings }: Pair): boolean =>
  status === 'same_substance' || findings.some((finding) => !isTheory(finding) && isGrave(finding));

export const isToMention = (pair: Pair): boolean => pair.status === 'documented' && !isToAsk(pair);

/** What the checker says: the counts, then every pair, worst first; what is not on file is one line, and said not to be safe. */
export function report(
  subjects: readonly CheckedItem[],
  pairs: readonly Pair[],
  words: VocabularyIndex,
  actions: HTMLElement,
): Element[] {
  const having = (...statuses: Pair['status'][]) => pairs.filter(({ status }) => statuses.includes(status));
  const [unassessed, silent] = [having('not_assessed'), having('none_documented')];
  const happening = checkedEffects(subjects, pairs, pageWords().effects);
  const shown = new Set<Pair>();
  return [
    summary(subjects, pairs, actions),
    ...(subjects.length > MAP_FROM && happening.length > 0 ? actionMap(subjects, happening) : []),
    ...(subjects.length > 2 && subjects.length <= MATRIX_MOST ? [matrix(subjects, pairs)] : []),
    ...part('The same substance twice', having('same_substance'), (pair) => sameSubstance(pair, shown)),
    ...happening.map((one) => effectPart(one, { words, shown })),
    ...sharedEffects(subjects, words, happening),
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
const theories = (pair: Pair): HTMLElement[] =>
  pair.findings.map((finding) => quote({ ...finding, text: finding.effect }, finding, pair));

/** Of so many items and fewer the matrix says who acts on whom. */
const MAP_FROM = 4;

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

/** What several of them share, though no pair of them is documented. */
function sharedEffects(
  subjects: readonly CheckedItem[],
  { effects }: VocabularyIndex,
  happening: readonly CheckedEffect[],
): HTMLElement[] {
  const known = new Set(happening.map(({ id }) => id));
  const shared = addingUp(subjects, effects).filter(({ effect_id: id }) => !known.has(id));
  if (subjects.length < 3 || shared.length === 0) return [];
  const rows = shared.map(({ effect, members }) =>
    el('li', {}, el('strong', {}, effect), `: ${members.map((at) => subjects[at]?.name).join(', ')}`),
  );
  return [
    el(
      'section',
      { class: 'findings' },
      el('h2', {}, 'What adds up as well'),
      el('p', { class: 'small soft' }, 'Counted from the records, which don’t say how strong each effect is.'),
      el('ul', {}, ...rows),
    ),
  ];
}

/** One thing that happens: who shares it, what to look out for, and its pairs, worst first. */
function effectPart({ id, effect, items, pairs }: CheckedEffect, told: EffectContext): HTMLElement {
  return el(
    'section',
    { class: 'findings', id: `effect-${id}` },
    el('h2', {}, `${effect?.name ?? OTHER_EFFECTS}: ${listOf(items.map(({ name }) => inSentence(name)))}`),
    ...(effect
      ? [
          el('p', {}, effect.plain),
          ...[signWords(effect), effect.usually ?? ''].filter(Boolean).map((text) => el('p', { class: 'small' }, text)),
        ]
      : []),
    el('ul', { class: 'items bare' }, ...pairs.map(({ pair, finding }) => findingItem(pair, finding, told))),
  );
}

interface EffectContext {
  readonly words: VocabularyIndex;
  /** Pairs that have an anchor already. */
  readonly shown: Set<Pair>;
}

/** A pair under what happens; the matrix leads to the first place of it. */
function findingItem(pair: Pair, finding: Pair['findings'][number], { words, shown }: EffectContext): HTMLElement {
  const { tone, word } = verdicts[finding.severity];
  const statements = pairStatements([pair.a.item, pair.b.item], [pair.a.files, pair.b.files], words).filter(
    (one) => one.effect_id === finding.effect_id,
  );
  return anchored(
    pair,
    shown,
    el('p', { class: `badge tone-${tone}` }, toneIcon(tone), ` ${word}`),
    el('p', {}, finding.action ? el('b', {}, `${actionWords[finding.action]}. `) : undefined, finding.effect),
    guidance(finding, statements),
    el(
      'details',
      { class: 'more finding-statements' },
      el('summary', {}, `${counted(statements.length, 'statement')} and sources`),
      ...statements.map((one) => quote(one, finding, pair)),
    ),
    ...partial(pair),
  );
}

/** What a named source asks for, with the source. */
function guidance(
  { guidance: text }: Pair['findings'][number],
  statements: readonly FindingStatement[],
): HTMLElement | undefined {
  if (text === undefined) return undefined;
  const [source] = statements.find(({ documented_in: at }) => isGuidance(at))?.sources ?? [];
  return el(
    'p',
    { class: 'guidance small' },
    el('b', {}, 'Guidance: '),
    text,
    ...(source ? [' ', el('a', { href: source.url }, truncate(source.title, TITLE))] : []),
  );
}

const sameSubstance = (pair: Pair, shown: Set<Pair>): HTMLElement =>
  anchored(pair, shown, el('p', {}, verdicts.same_substance.meaning), ...partial(pair));

/** The pair by its two names; it has its anchor where it is shown first. */
function anchored(pair: Pair, shown: Set<Pair>, ...content: readonly (HTMLElement | undefined)[]): HTMLLIElement {
  const isFirst = !shown.has(pair);
  shown.add(pair);
  return el(
    'li',
    isFirst ? { id: pairId(pair), tabindex: '-1' } : {},
    el('h3', {}, `${pair.a.name} and ${pair.b.name}`),
    ...content,
  );
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

/** A statement in whole, with the reason why it applies, a link to its record, and its sources. */
function quote(
  { text, action, evidence, severity, sources, documented_in: place }: FindingStatement,
  { basis, via }: Pick<Pair['findings'][number], 'basis' | 'via'>,
  { a, b }: Pair,
): HTMLElement {
  const record =
    [a, b].flatMap(({ files }) => files).find(({ type, slug }) => type === place.type && slug === place.slug)?.name ??
    place.slug;
  const { tone, word } = verdicts[severity];
  const from = isGuidance(place)
    ? [el('span', {}, 'Guidance')]
    : ['From the record of ', el('a', { href: `${recordHref(place)}#${entryAnchor(place, { a, b })}` }, record)];
  return el(
    'blockquote',
    { class: `tone-${tone}` },
    el('p', {}, action ? el('b', {}, `${actionWords[action]}. `) : undefined, text),
    el(
      'p',
      { class: 'small soft' },
      `${[evidence === 'theory' ? 'In theory only, not documented' : word, basisWords[basis](via)].join(', ')}. `,
      ...from,
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

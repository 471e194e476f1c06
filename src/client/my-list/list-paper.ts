/** A kept list on paper: a card of credit-card size to fold once, and a page for the clinician. */
import encodeQR from 'qr';
import type { EffectIndex } from '../../interactions/effects.ts';
import { isTheory } from '../../interactions/findings.ts';
import { OTHER_EFFECTS } from '../../profile/partner-section.ts';
import { actions } from '../../schema/interaction-grades.ts';
import { longDate } from '../../text/dates.ts';
import { firstSentences } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { type CheckedEffect, checkedEffects } from '../checker/checked-effects.ts';
import { checkPairs, type Pair } from '../checker/checked-pairs.ts';
import { isToAsk } from '../checker/checker-report.ts';
import { pageEffects, pageWords } from '../checker/page-words.ts';
import { el, svg } from '../dom.ts';
import { type LookedItem, lookedItems, withVocabulary } from './checked-list.ts';
import type { KeptList } from './kept-lists.ts';
import { today } from './list-store.ts';

interface Checked {
  readonly items: readonly LookedItem[];
  readonly pairs: readonly Pair[];
  readonly effects: EffectIndex;
}

async function checkedList(list: KeptList): Promise<Checked> {
  const items = await lookedItems(list.items);
  const pairs = await withVocabulary(items, (words) => checkPairs(items, words), pageWords);
  return { items, pairs, effects: pageEffects() };
}

/** Lines that fit a half of the card. */
const CARD_LINES = 14;
const CARD_PAIRS = 6;
const CARD_OTHERS = 120;

/** Two faces: who she is and what she takes; what must not be combined, and the link. */
export async function listCard(list: KeptList, link: string): Promise<HTMLElement> {
  const { items, pairs } = await checkedList(list);
  const asked = pairs.filter(isToAsk);
  const lines = list.items.slice(0, CARD_LINES);
  const rest = list.items.length - lines.length;
  const unlooked = list.items.length - items.length;
  return el(
    'section',
    { class: 'card', 'aria-label': 'Card' },
    el(
      'div',
      { class: 'face' },
      el('h2', {}, list.name === 'My list' ? 'What I take' : `What ${list.name} takes`),
      el('ul', { class: lines.length > 7 ? 'bare two' : 'bare' }, ...lines.map(({ text }) => el('li', {}, text))),
      rest > 0 ? el('p', {}, `And ${rest} more: see the link.`) : undefined,
      ...['Name', 'Allergies', 'Emergency contact'].map((label) => el('p', { class: 'blank' }, `${label}: `)),
    ),
    el(
      'div',
      { class: 'face' },
      el('h2', {}, 'Not to be combined without asking'),
      el(
        'ul',
        { class: 'bare' },
        ...asked.slice(0, CARD_PAIRS).map(({ a, b }) => el('li', {}, `${a.name} + ${b.name}`)),
        ...(asked.length > CARD_PAIRS
          ? [el('li', {}, `and ${asked.length - CARD_PAIRS} more pairs: see the link`)]
          : []),
        ...items.flatMap(contraindicatedLine),
      ),
      asked.length === 0
        ? el('p', {}, 'No pair of this list is on file as one to ask about. That is not evidence of safety.')
        : undefined,
      unlooked > 0 ? el('p', {}, `${unlooked} of the lines could not be looked at.`) : undefined,
      el(
        'div',
        { class: 'code' },
        qrCode(link),
        el('p', {}, `${location.host}, ${longDate(today())}. Educational data, may be incomplete.`),
      ),
    ),
  );
}

/** What the record of an item names as contraindicated with it, beyond the list. */
function contraindicatedLine({ name, files }: LookedItem): HTMLElement[] {
  const texts = files
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.action === actions[0] && !isTheory(entry) && entry.targets !== undefined)
    .map(({ text }) => text);
  return texts.length > 0
    ? [el('li', {}, `${name}: not with ${truncate([...new Set(texts)].join('; '), CARD_OTHERS)}`)]
    : [];
}

/** Modules of white around a code that readers ask for (ISO/IEC 18004). */
const QUIET = 4;

/** The code of a text as a picture; a long text makes small squares. */
export function qrCode(text: string): SVGElement {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET });
  const size = rows.length;
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return svg(
    'svg',
    {
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      'aria-label': 'Code of the link to this list',
      class: 'qr',
      'shape-rendering': 'crispEdges',
    },
    svg('path', { class: 'ground', d: `M0 0h${size}v${size}h-${size}z` }),
    svg('path', { d: squares.join('') }),
  );
}

const SENTENCES = 200;

/** One page, grouped by effect: what adds up, and which pairs speak of it. */
export async function clinicianSheet(list: KeptList): Promise<HTMLElement> {
  const { items, pairs, effects } = await checkedList(list);
  const groups = checkedEffects(items, pairs, effects);
  const unknown = pairs.filter(({ verdict }) => verdict === 'not_assessed');
  return el(
    'section',
    { class: 'clinician', 'aria-label': 'Sheet for the clinician' },
    el('h2', {}, `${list.name}: for the clinician`),
    el('p', {}, `${longDate(today())}. As written by the person who takes it:`),
    el(
      'ol',
      {},
      ...list.items.map(({ text, name }) =>
        el('li', {}, text, name && name.toLowerCase() !== text.toLowerCase() ? ` (${name})` : ''),
      ),
    ),
    ...pairs
      .filter(({ status }) => status === 'same_substance')
      .map(({ a, b }) => el('p', {}, el('b', {}, `${a.name} and ${b.name}: `), 'both contain the same substance.')),
    ...groups.map(effectGroup),
    groups.length === 0
      ? el('p', {}, 'Nothing is on file between the items of this list. That is not evidence of safety.')
      : undefined,
    unknown.length > 0
      ? el(
          'p',
          { class: 'small' },
          `Not looked at: ${unknown.map(({ a, b }) => `${a.name} and ${b.name}`).join('; ')}.`,
        )
      : undefined,
    el(
      'p',
      { class: 'small' },
      `From the records of ${location.host}. Educational reference data, not medical advice; it may be incomplete.`,
    ),
    el('p', { class: 'writing' }, 'Notes'),
  );
}

const effectGroup = ({ effect, items, pairs }: CheckedEffect): HTMLElement =>
  el(
    'div',
    { class: 'effect' },
    el('h3', {}, `${effect?.name ?? OTHER_EFFECTS}: ${items.map(({ name }) => name).join(', ')}`),
    el(
      'ul',
      {},
      ...pairs.map(({ pair, finding }) =>
        el(
          'li',
          {},
          el('b', {}, `${pair.a.name} and ${pair.b.name}${isToAsk(pair) ? ' (to ask about now)' : ''}: `),
          firstSentences(finding.effect, SENTENCES),
        ),
      ),
    ),
  );

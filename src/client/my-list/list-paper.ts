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
import { pageWords } from '../checker/page-words.ts';
import { el, svg } from '../dom.ts';
import { type LookedItem, lookedItems, unreadLines, withVocabulary } from './checked-list.ts';
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
  return { items, pairs, effects: pageWords().effects };
}

const CARD_OTHERS = 120;

/** Two faces: who she is and what she takes; what must not be combined, and the link. */
export async function listCard(list: KeptList, link: string): Promise<HTMLElement> {
  const { items, pairs } = await checkedList(list);
  const asked = pairs.filter(isToAsk);
  const texts = list.items.map(({ text }) => text);
  const isNarrow = texts.length > 7 || fitting(texts, TAKEN) < texts.length;
  const taken = fitting(texts, isNarrow ? TAKEN_IN_TWO : TAKEN);
  const unlooked = list.items.length - items.length;
  const warned = [...asked.map(({ a, b }) => `${a.name} + ${b.name}`), ...items.flatMap(contraindicatedLine)];
  const fits = fitting(warned, { ...WARNED, height: WARNED.height - (unlooked > 0 ? 2 : 0) * (LINE + GAP) });
  return el(
    'section',
    { class: 'card', 'aria-label': 'Card' },
    el(
      'div',
      { class: 'face' },
      el('h2', {}, list.name === 'My list' ? 'What I take' : `What ${list.name} takes`),
      el('ul', { class: isNarrow ? 'bare two' : 'bare' }, ...texts.slice(0, taken).map((text) => el('li', {}, text))),
      taken < texts.length ? el('p', {}, el('b', {}, `And ${texts.length - taken} more: see the link.`)) : undefined,
      ...['Name', 'Allergies', 'Emergency contact'].map((label) => el('p', { class: 'blank' }, `${label}: `)),
    ),
    el(
      'div',
      { class: 'face' },
      el('h2', {}, 'Not to be combined without asking'),
      el(
        'ul',
        { class: 'bare' },
        ...warned.slice(0, fits).map((text) => el('li', {}, text)),
        ...(fits < warned.length ? [el('li', {}, el('b', {}, `And ${warned.length - fits} more: see the link.`))] : []),
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

/** Millimeters of the card's type (7 pt, of which a character takes 1.35 at most on average), as styles/my-list.css sets it. */
const LINE = 2.97;
const GAP = 0.5;
const CHARACTER = 1.35;

/** Room for lines on the card, in millimeters: of one column, and how many there are. */
interface Room {
  readonly width: number;
  readonly height: number;
  readonly columns?: number;
}
/** The names, above the three lines to fill in. */
const TAKEN: Room = { width: 79, height: 24 };
const TAKEN_IN_TWO: Room = { width: 37, height: 24, columns: 2 };
/** What must not be combined, beside the code. */
const WARNED: Room = { width: 52, height: 40 };

/** How many of the texts fit, the first ones first; where not all do, a line stays free to say so. */
function fitting(texts: readonly string[], room: Room): number {
  const all = filling(texts, room);
  return all === texts.length ? all : filling(texts, { ...room, height: room.height - LINE - GAP });
}

/** A text is never parted between columns. */
function filling(texts: readonly string[], { width, height, columns = 1 }: Room): number {
  let column = 1;
  let left = height;
  for (const [at, text] of texts.entries()) {
    const tall = Math.ceil((text.length * CHARACTER) / width) * LINE + GAP;
    if (tall > left) {
      if (column === columns || tall > height) return at;
      column += 1;
      left = height;
    }
    left -= tall;
  }
  return texts.length;
}

/** What the record of an item names as contraindicated with it, beyond the list. */
function contraindicatedLine({ name, files }: LookedItem): string[] {
  const texts = files
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.action === actions[0] && !isTheory(entry) && entry.targets !== undefined)
    .map(({ text }) => text);
  return texts.length > 0 ? [`${name}: not with ${truncate([...new Set(texts)].join('; '), CARD_OTHERS)}`] : [];
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
  const unread = unreadLines(list, items);
  return el(
    'section',
    { class: 'clinician', 'aria-label': 'Sheet for the clinician' },
    el('h2', {}, `${list.name}: for the clinician`),
    el('p', {}, `${longDate(today())}. As written by the person who takes it:`),
    el(
      'ol',
      { class: list.items.length > 5 ? 'two' : undefined },
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
    unread.length > 0
      ? el('p', {}, el('b', {}, `Could not be looked at: ${unread.join(', ')}.`), ' Nothing is known of it here.')
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
      ...foremost(pairs, effect !== undefined).map(({ pair, finding }) =>
        el(
          'li',
          {},
          el('b', {}, `${pair.a.name} and ${pair.b.name}${isToAsk(pair) ? ' (to ask about now)' : ''}: `),
          firstSentences(finding.effect, SENTENCES),
        ),
      ),
    ),
  );

/** Of what is said of a pair under one effect the first, which is the gravest; other effects are told each. */
const foremost = (pairs: CheckedEffect['pairs'], isOneEffect: boolean): CheckedEffect['pairs'] =>
  isOneEffect ? pairs.filter(({ pair }, at) => pairs.findIndex((other) => other.pair === pair) === at) : pairs;

import { el, svg } from '../dom.ts';
import type { CheckedEffect } from './checked-effects.ts';
import type { CheckedItem, Pair } from './checked-pairs.ts';

/** As wide as a phone, so that its letters can be read there. */
const WIDTH = 380;
const HEIGHT = 330;
const RADIUS = 112;
const NODE = 7;

/**
 * Who acts on whom: the items in a circle, a line for each pair of a finding, with an arrow at the one that is affected.
 * A picture for the eye alone: the list below says the same in words.
 */
export function actionMap(subjects: readonly CheckedItem[], effects: readonly CheckedEffect[]): Element[] {
  const at = new Map(subjects.map((item, index) => [item, placeOf(index, subjects.length)]));
  const drawn = new Set<string>();
  const lines = effects.flatMap(({ pairs }) =>
    pairs.flatMap(({ pair, finding }) => {
      const [from, to] = ends(pair, finding.affects);
      const [start, end] = [at.get(from) as Place, at.get(to) as Place];
      const d = `M${start.x} ${start.y}Q${bend(start.x, end.x, WIDTH)} ${bend(start.y, end.y, HEIGHT)} ${end.x} ${end.y}`;
      // Of several things that happen between two the gravest is drawn: it comes first.
      if (drawn.has(d)) return [];
      drawn.add(d);
      const arrow = finding.affects === undefined ? {} : { 'marker-end': 'url(#affected)' };
      return [svg('path', { class: `tone-${finding.severity}`, d, ...arrow })];
    }),
  );
  const nodes = subjects.flatMap((item) => {
    const { x, y, label, anchor } = at.get(item) as Place;
    const text = svg('text', { x: String(label.x), y: String(label.y), 'text-anchor': anchor });
    text.textContent = item.name.length > LONGEST ? `${item.name.slice(0, LONGEST - 1)}…` : item.name;
    return [svg('circle', { cx: String(x), cy: String(y), r: String(NODE) }), text];
  });
  const arrow = svg(
    'marker',
    { id: 'affected', viewBox: '0 0 8 8', refX: '14', refY: '4', markerWidth: '7', markerHeight: '7', orient: 'auto' },
    svg('path', { d: 'M0 0L8 4L0 8Z' }),
  );
  return [
    svg(
      'svg',
      { class: 'action-map', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
      svg('defs', {}, arrow),
      ...lines,
      ...nodes,
    ),
    el(
      'p',
      { class: 'map-note small soft' },
      'A line joins two things of which something is documented. An arrow points at the one whose effect changes.',
    ),
  ];
}

const LONGEST = 17;

const ends = ({ a, b }: Pair, affects: string | undefined): [from: CheckedItem, to: CheckedItem] =>
  affects === a.name ? [b, a] : [a, b];

/** Lines bend towards the middle, so that none hides another. */
const bend = (start: number, end: number, size: number): number => (start + end + size) / 4;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly label: { readonly x: number; readonly y: number };
  readonly anchor: 'start' | 'middle' | 'end';
}

/** A name stands above or below its node where the edge is near, else outside of it. */
function placeOf(index: number, count: number): Place {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  const x = Math.round(WIDTH / 2 + RADIUS * right);
  const y = Math.round(HEIGHT / 2 + RADIUS * down);
  const isAside = Math.abs(right) > 0.6 || Math.abs(right) < 0.1;
  if (isAside) return { x, y, label: { x, y: y + (down < 0.2 ? -14 : 22) }, anchor: 'middle' };
  return { x, y, label: { x: x + Math.sign(right) * 12, y: y + 5 }, anchor: right > 0 ? 'start' : 'end' };
}

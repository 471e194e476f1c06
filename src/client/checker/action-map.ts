import { svg } from '../dom.ts';
import type { CheckedEffect } from './checked-effects.ts';
import type { CheckedItem } from './checked-pairs.ts';

const WIDTH = 640;
const HEIGHT = 420;
const RADIUS = 150;
const NODE = 9;

/**
 * Who acts on whom: the items in a circle, a line for each pair of a finding, with an arrow at the one that is affected.
 * A picture for the eye alone: the list below says the same in words.
 */
export function actionMap(subjects: readonly CheckedItem[], effects: readonly CheckedEffect[]): SVGElement {
  const at = new Map(subjects.map((item, index) => [item, placeOf(index, subjects.length)]));
  const lines = effects.flatMap(({ pairs }) =>
    pairs.map(({ pair, finding }) => {
      const isFirst = finding.affects === pair.a.name;
      const [from, to] = isFirst ? [pair.b, pair.a] : [pair.a, pair.b];
      const [start, end] = [at.get(from) as Place, at.get(to) as Place];
      return svg('path', {
        class: `tone-${finding.severity}`,
        d: `M${start.x} ${start.y}Q${(start.x + end.x + WIDTH) / 4} ${(start.y + end.y + HEIGHT) / 4} ${end.x} ${end.y}`,
        ...(finding.affects !== undefined && { 'marker-end': 'url(#affected)' }),
      });
    }),
  );
  const nodes = subjects.flatMap((item) => {
    const { x, y, isLeft } = at.get(item) as Place;
    const label = svg('text', {
      x: String(x + (isLeft ? -16 : 16)),
      y: String(y + 5),
      'text-anchor': isLeft ? 'end' : 'start',
    });
    label.textContent = item.name.length > LONGEST ? `${item.name.slice(0, LONGEST - 1)}…` : item.name;
    return [svg('circle', { cx: String(x), cy: String(y), r: String(NODE) }), label];
  });
  const arrow = svg(
    'marker',
    { id: 'affected', viewBox: '0 0 8 8', refX: '16', refY: '4', markerWidth: '7', markerHeight: '7', orient: 'auto' },
    svg('path', { d: 'M0 0L8 4L0 8Z' }),
  );
  return svg(
    'svg',
    { class: 'action-map', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    svg('defs', {}, arrow),
    ...lines,
    ...nodes,
  );
}

const LONGEST = 22;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
}

function placeOf(index: number, count: number): Place {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  const x = Math.round(WIDTH / 2 + RADIUS * Math.cos(angle));
  return { x, y: Math.round(HEIGHT / 2 + RADIUS * Math.sin(angle)), isLeft: x < WIDTH / 2 };
}

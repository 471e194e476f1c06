import {
  type ComparedMedication,
  type ComparedValue,
  type ComparisonRow,
  compareProfiles,
} from '../../profile/comparison.ts';
import { el } from '../dom.ts';

/** A medication that is compared. */
export interface Column extends ComparedMedication {
  slug: string;
  name: string;
}

/** The medications side by side, field by field: each label on a line of its own, so that it reads on a phone, too. */
export function comparison(columns: readonly Column[]): HTMLElement {
  const rows = compareProfiles(columns);
  const differing = rows.filter(({ same }) => !same).length;
  const head = columns.map(({ slug, name }) => el('th', { scope: 'col', id: `of-${slug}` }, name));
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
        el('thead', {}, el('tr', {}, ...head)),
        ...rows.map((row) => body(row, columns)),
      ),
    ),
  );
}

function body({ field, label, values, same }: ComparisonRow, columns: readonly Column[]): HTMLElement {
  const id = `row-${field.replaceAll('.', '-')}`;
  const verdict = el('span', { class: 'small soft' }, same ? 'the same' : 'differs');
  const cells = values.map((value, at) =>
    el('td', { headers: `${id} of-${columns[at]?.slug}`, 'data-name': columns[at]?.name }, content(value)),
  );
  return el(
    'tbody',
    { class: same ? 'same' : 'differs' },
    el('tr', {}, el('th', { id, scope: 'rowgroup', colspan: String(columns.length) }, label, ' ', verdict)),
    el('tr', {}, ...cells),
  );
}

function content(value: ComparedValue | null): Node | string {
  if (value === null) return el('span', { class: 'soft' }, 'Not stated');
  if (typeof value === 'string') return value;
  return value.length === 1 ? (value[0] as string) : el('ul', {}, ...value.map((item) => el('li', {}, item)));
}

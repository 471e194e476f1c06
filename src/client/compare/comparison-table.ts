import {
  type ComparedMedication,
  type ComparedValue,
  type ComparisonRow,
  compareProfiles,
  inCommon,
  isDifference,
  rowSort,
} from '../../profile/comparison.ts';
import { listOf } from '../../text/sentences.ts';
import { el } from '../dom.ts';

export interface Column extends ComparedMedication {
  slug: string;
  name: string;
}

/**
 * The medications side by side. Short values are open, so that they are seen at once; lists and texts unfold, each
 * row for all of them together. On a phone each value says whose it is.
 */
export function comparison(columns: readonly Column[]): HTMLElement {
  const rows = compareProfiles(columns);
  const isShort = ({ field }: ComparisonRow): boolean => ['short', 'headed'].includes(rowSort(field));
  const short = rows.filter(isShort);
  const isName = ({ field }: ComparisonRow): boolean => rowSort(field) === 'name';
  const long = rows.filter((row) => !isShort(row)).toSorted((a, b) => Number(isName(a)) - Number(isName(b)));
  const head = columns.map(({ slug, name }) => el('th', { scope: 'col', id: `of-${slug}` }, name));
  return el(
    'section',
    { class: 'comparison' },
    el('h2', { class: 'divider' }, 'Side by side'),
    el('p', { class: 'measure' }, differences(short)),
    el(
      'table',
      { class: `of-${columns.length}` },
      el('thead', {}, el('tr', {}, ...head)),
      ...short.map((row) => openRow(row, columns)),
      ...long.map((row) => foldedRow(row, columns)),
    ),
  );
}

function differences(short: readonly ComparisonRow[]): string {
  const differing = short.filter(isDifference).map(({ label }) => label.toLowerCase());
  const silent = 'A value that is not stated does not count as a difference.';
  return differing.length > 0
    ? `Different at a glance: ${listOf(differing)}. ${silent}`
    : `No difference at a glance. ${silent}`;
}

const openRow = (row: ComparisonRow, columns: readonly Column[]): HTMLElement =>
  isDifference(row)
    ? rowGroup('differs', row, valueRow(row, columns), [row.label, el('span', { class: 'small soft' }, ' differs')])
    : rowGroup('same', row, valueRow(row, columns), [row.label]);

/** Its values can be found by a search in the page while they are folded. */
function foldedRow(row: ComparisonRow, columns: readonly Column[]): HTMLElement {
  const values = valueRow(row, columns);
  const button = el('button', { type: 'button', class: 'unfold', 'aria-expanded': 'false' }, row.label);
  const show = (isOpen: boolean): void => {
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) values.removeAttribute('hidden');
    else values.setAttribute('hidden', 'until-found');
  };
  button.addEventListener('click', () => show(values.hasAttribute('hidden')));
  values.addEventListener('beforematch', () => show(true));
  show(false);
  return rowGroup('folds', row, values, [button, el('span', { class: 'small soft' }, noteOf(row))]);
}

function rowGroup(name: string, row: ComparisonRow, values: Node, head: readonly (Node | string)[]): HTMLElement {
  const heading = el('th', { id: rowId(row), scope: 'rowgroup', colspan: String(row.values.length) }, ...head);
  return el('tbody', { class: name }, el('tr', {}, heading), values);
}

const rowId = ({ field }: ComparisonRow): string => `row-${field.replaceAll('.', '-')}`;

/** How much a fold has, and how much of it every record has. */
function noteOf({ field, values }: ComparisonRow): string {
  const silent = values.filter((value) => value === null).length;
  const unstated = silent > 0 ? `${silent} not stated` : '';
  if (rowSort(field) !== 'list') return unstated;
  const shared = inCommon(values).length;
  const counts = values.map((value) => String(value === null ? 0 : [value].flat().length));
  return [`${listOf(counts)} entries`, shared > 0 ? `${shared} in common` : '', unstated].filter(Boolean).join('; ');
}

function valueRow(row: ComparisonRow, columns: readonly Column[]): HTMLElement {
  const shared = rowSort(row.field) === 'list' ? inCommon(row.values) : [];
  return el(
    'tr',
    { class: 'values' },
    ...row.values.map((value, at) =>
      el(
        'td',
        { headers: `${rowId(row)} of-${columns[at]?.slug}`, 'data-name': columns[at]?.name },
        rowSort(row.field) === 'headed' ? headed(value) : content(value, shared),
      ),
    ),
  );
}

/** The short value; what the record says further unfolds. */
function headed(value: ComparedValue | null): Node | string {
  const [head, ...rest] = value === null ? [] : [value].flat();
  if (head === undefined || rest.length === 0) return content(value, []);
  return el('details', { class: 'more' }, el('summary', {}, head), ...rest.map((text) => el('p', {}, text)));
}

function content(value: ComparedValue | null, shared: readonly string[]): Node | string {
  if (value === null) return el('span', { class: 'soft' }, 'Not stated');
  if (typeof value === 'string') return value;
  if (value.length === 1) return value[0] as string;
  return el('ul', {}, ...value.map((item) => el('li', shared.includes(item) ? { class: 'soft' } : {}, item)));
}

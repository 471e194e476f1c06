import { compareProfiles } from '../../profile/comparison.ts';
import type { MedicationProfile } from '../../schema/types.ts';
import { el } from '../dom.ts';

/** A medication that is compared. */
export interface Column {
  slug: string;
  name: string;
  profile: MedicationProfile;
}

/** A field of several profiles; null where one does not state it. */
export interface MergedRow {
  field: string;
  label: string;
  values: (string | null)[];
}

/** The medications side by side, field by field: each label on a line of its own, so that it reads on a phone, too. */
export function comparison(columns: readonly Column[]): HTMLElement {
  const rows = mergeRows(columns.map(({ profile }) => profile));
  const differing = rows.filter(({ values }) => !isSame(values)).length;
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

function body({ field, label, values }: MergedRow, columns: readonly Column[]): HTMLElement {
  const same = isSame(values);
  const id = `row-${field.replaceAll('.', '-')}`;
  const verdict = el('span', { class: 'small soft' }, same ? 'the same' : 'differs');
  const cells = values.map((value, at) =>
    el('td', { headers: `${id} of-${columns[at]?.slug}` }, content(field, value)),
  );
  return el(
    'tbody',
    { class: same ? 'same' : 'differs' },
    el('tr', {}, el('th', { id, scope: 'rowgroup', colspan: String(columns.length) }, label, ' ', verdict)),
    el('tr', {}, ...cells),
  );
}

/** Fields whose value is a list that comparison.ts joined. */
const LISTS = /^(?:indications|doses|blackBox\.contraindications|sideEffects|drugInteractions)/;

function content(field: string, value: string | null): Node | string {
  if (value === null) return el('span', { class: 'soft' }, 'Not stated');
  const items = LISTS.test(field) ? value.split('; ') : [];
  return items.length > 1 ? el('ul', {}, ...items.map((item) => el('li', {}, item))) : value;
}

const isSame = (values: readonly (string | null)[]): boolean => values.every((value) => value === values[0]);

/** The first profile against each other one; a row is kept as soon as one of them has it, in the order of the fields. */
export function mergeRows(profiles: readonly MedicationProfile[]): MergedRow[] {
  const [first, ...others] = profiles;
  const merged: MergedRow[] = [];
  for (const [index, other] of first ? others.entries() : []) {
    let at = 0;
    for (const { field, label, values } of compareProfiles(first as MedicationProfile, other)) {
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

import type { CheckedItem } from '../checker/checked-pairs.ts';

/** The checker dispatches it on the document whenever its rows change; `detail` are the rows. */
export const CHECKED_ROWS = 'checkedrows';

/** A row of the checker, as far as a kept list needs it. */
export interface CheckedRow {
  readonly text: string;
  readonly item?: CheckedItem;
}

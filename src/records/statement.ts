import type { Action, Evidence } from '../schema/interaction-grades.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Source } from '../schema/types.ts';

export type Severity = 'major' | 'moderate' | 'minor' | 'food';

export type CitedSource = Pick<Source, 'id' | 'title' | 'url'>;

/** The place of an entry, such as `{type: 'medication', slug: 'warfarin', field: 'drugInteractions.major[0]'}`. */
export interface EntryPlace {
  type: Kind;
  slug: string;
  field: string;
}

/** What an interaction entry says, whoever it reaches. */
export interface Grounded {
  severity: Severity;
  /** What the cited source says to do; null where it says nothing. */
  action: Action | null;
  /** The record's own word: High, Moderate, Low; or the list it is in: major, moderate, food. */
  risk: string;
  /** What it rests on; a theory is shown, but does not count as documented. */
  evidence: Evidence | null;
  effect: string;
  /** The sources of this very statement. */
  sources: readonly CitedSource[];
  documented_in: EntryPlace;
}

/** An interaction entry of a record, without what it means and whom it reaches. */
export interface InteractionStatement extends Grounded {
  /** Text of the entry as a reader sees it. */
  text: string;
}

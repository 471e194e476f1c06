import type { Action, Evidence, Mechanism } from '../schema/interaction-grades.ts';
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

/** What happens by an interaction entry, and how: ids of content/vocabulary/effects.yaml, what happens to the person first. */
export interface Happening {
  effects: readonly string[];
  mechanism?: Mechanism;
  /** Whose level or effect changes: that of the record that makes the statement, or that of its partner. */
  affects?: 'this' | 'partner';
  /** By which enzyme or transporter a level changes. */
  enzyme?: string;
  /** For whom it holds, where it does not hold for all. */
  when?: string;
}

/** What an interaction entry says, whoever it reaches. */
export interface Grounded extends Happening {
  severity: Severity;
  /** What the cited source says to do; null where it says nothing. */
  action: Action | null;
  /** The record's own word: High, Moderate, Low; or the list it is in: major, moderate, food. */
  risk: string;
  /** What it rests on; a theory is shown, but does not count as documented. */
  evidence: Evidence | null;
  /** What is particular to it: figures, times, conditions; empty where the effect says all. */
  detail: string;
  /** The sources of this very statement. */
  sources: readonly CitedSource[];
  documented_in: EntryPlace;
}

/** An interaction entry of a record, without what it means and whom it reaches. */
export interface InteractionStatement extends Grounded {
  /** Text of the entry as a reader sees it. */
  text: string;
}

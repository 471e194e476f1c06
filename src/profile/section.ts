import type { TrialOutcome } from '../records/entry.ts';
import type { FunderType } from './funding.ts';

/**
 * What both HTML and Markdown render (DESIGN.md, decision 2). A section is one heading of a profile; its blocks hold every
 * value of the fields it covers, as plain text.
 */
export interface Section {
  /** Anchor, stable: part of addresses. */
  id: string;
  title: string;
  /** Fields of the profile that this section shows, `practical` or `contraindications`; sources are looked up by them. */
  fields: readonly string[];
  blocks: readonly Block[];
}

export type Block =
  /** `statements`: what the text is made of, where a page lists them. */
  | { type: 'text'; text: string; at?: Pointer; statements?: readonly string[] }
  | { type: 'heading'; text: string }
  /** `at` is the pointer of the list; the third statement is at `<at>/2`. */
  | { type: 'list'; items: readonly string[]; at?: Pointer }
  | { type: 'facts'; rows: readonly LabelledValue[] }
  /** A titled group of labelled values: a study, a side effect, an interaction. `tone` drives shape and colour. */
  | { type: 'items'; items: readonly DetailItem[] }
  | { type: 'warning'; tone: Tone; title: string; text: string; at?: Pointer };

/** JSON Pointer into `data` of a profile answer, by which the sources of a statement are found. */
export type Pointer = string;

export interface LabelledValue {
  label: string;
  value: string;
  link?: string;
  at?: Pointer;
}

export interface DetailItem {
  title: string;
  link?: string;
  tone?: Tone;
  /** Short word beside the title, such as a severity or a verdict. */
  badge?: string;
  rows: readonly ItemRow[];
  at?: Pointer;
  /** Of a trial or study: what a picture may draw. Items that have it are shown as a table. */
  study?: StudyFigures;
}

/** `outcome`: the figures of a trial that the value tells in words. */
export interface ItemRow {
  label: string;
  value: string;
  outcome?: TrialOutcome;
}

/** Numbers of a study as its record states them; `people` only where all who took part are counted. */
export interface StudyFigures {
  people?: number;
  isReview?: true;
  payer: FunderType;
}

/** Severity that shows by word and shape as well as colour. */
export type Tone = 'contraindicated' | 'major' | 'moderate' | 'minor' | 'food' | 'good' | 'unknown' | 'info';

import type { Entry } from './entry.ts';
import { medicationSections } from './medication.ts';
import { peptideSections } from './peptide.ts';
import type { Section } from './section.ts';
import { supplementSections } from './supplement.ts';

/**
 * A profile in the order people ask: what it is, what warns, what clashes, what it does to you, how to stop, for whom,
 * who paid. Every value of the profile stands in exactly one section.
 */
export function sections(entry: Entry): Section[] {
  switch (entry.kind) {
    case 'medication':
      return medicationSections(entry.profile);
    case 'supplement':
      return supplementSections(entry.profile);
    case 'peptide':
      return peptideSections(entry.profile);
    default:
      return entry satisfies never;
  }
}

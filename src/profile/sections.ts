import type { RecordInteractions } from '../interactions/findings.ts';
import type { Entry } from '../records/entry.ts';
import { medicationSections } from './medication.ts';
import { mentionSections } from './mentions.ts';
import { peptideSections } from './peptide.ts';
import type { Section } from './section.ts';
import { supplementSections } from './supplement.ts';

/** The sections of a record: its profile, and behind its interactions those that other records document of it. */
export function sections(entry: Entry, interactions: RecordInteractions): Section[] {
  const own = profileSections(entry);
  const at = own.findIndex(({ id }) => id === 'interactions') + 1;
  const place = at === 0 ? own.length : at;
  return [...own.slice(0, place), ...mentionSections(interactions), ...own.slice(place)];
}

/**
 * A profile in the order people ask: what it is, what warns, what clashes, what it does to you, how to stop, for whom,
 * who paid. Every value of the profile stands in exactly one section.
 */
function profileSections(entry: Entry): Section[] {
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

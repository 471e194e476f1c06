import type { RecordInteractions } from '../interactions/findings.ts';
import type { Entry, Practical } from '../records/entry.ts';
import { facts, list, section } from './blocks.ts';
import { medicationSections } from './medication.ts';
import { mentionSections } from './mentions.ts';
import { peptideSections } from './peptide.ts';
import type { Section } from './section.ts';
import { supplementSections } from './supplement.ts';

/**
 * The sections of a record in the order people ask: what it is, what warns, who must not take it, how it is taken, what
 * clashes, what it does to you, how to stop, for whom, who paid. Every value of the record stands in one section at least.
 */
export function sections(entry: Entry, interactions: RecordInteractions): Section[] {
  const own = profileSections(entry);
  const afterWarnings = own.findIndex(({ id }) => !['what-it-is', 'warnings', 'grey-market'].includes(id));
  const first = afterWarnings < 0 ? own.length : afterWarnings;
  const rest = own.slice(first);
  const afterInteractions = rest.findIndex(({ id }) => id === 'interactions') + 1 || rest.length;
  return [
    ...own.slice(0, first),
    ...contraindications(entry),
    ...practical(entry),
    ...rest.slice(0, afterInteractions),
    ...mentionSections(interactions),
    ...rest.slice(afterInteractions),
  ];
}

const contraindications = (entry: Entry): Section[] =>
  section('contraindications', 'Who must not take it', ['contraindications'], list(entry.contraindications));

const practicalLabels: Readonly<Record<keyof Practical, string>> = {
  mechanism: 'How it works',
  timing: 'When and how it is taken',
  missedDose: 'A missed dose',
  overdose: 'Too much taken',
  onset: 'How soon it works',
  driving: 'Driving and machines',
  monitoring: 'What is checked, and how often',
  stopBeforeSurgery: 'Before surgery',
  storage: 'Storage',
  halfLife: 'Half-life',
};

const practical = (entry: Entry): Section[] =>
  section(
    'practical',
    'Taking it day by day',
    ['practical'],
    facts(
      (Object.keys(practicalLabels) as (keyof Practical)[]).map((key) => [practicalLabels[key], entry.practical[key]]),
    ),
  );

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

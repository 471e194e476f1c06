import type { Entry, Practical } from '../records/entry.ts';
import { facts, list, section } from './blocks.ts';
import { medicationSections } from './medication.ts';
import { partnerSection, STATEMENTS_LENGTH } from './partner-section.ts';
import type { Partner } from './partners.ts';
import { peptideSections } from './peptide.ts';
import type { Section } from './section.ts';
import { supplementSections } from './supplement.ts';

/**
 * The sections of a record in the order people ask: what it is for, what warns, who must not take it, how it is taken, what
 * clashes, what it does to you, how to stop, for whom, what to ask, who paid; names and approval last. Every value of the
 * record has one section at least.
 */
export function sections(entry: Entry, partners: readonly Partner[], statementsLength = STATEMENTS_LENGTH): Section[] {
  const all = [
    ...profileSections(entry),
    ...contraindications(entry),
    ...practical(entry),
    ...partnerSection(entry, partners, statementsLength),
  ];
  return all.toSorted((a, b) => place(a) - place(b));
}

const ORDER: readonly string[] = [
  'what-it-is',
  'regulation',
  'warnings',
  'grey-market',
  'contraindications',
  'cautions',
  'practical',
  'interactions',
  'side-effects',
  'stopping',
  'special-groups',
  'forms',
  'doses-studied',
  'research-uses',
  'bloodwork',
  'questions',
  'evidence',
  'certifications',
  'alternatives',
  'related-medications',
  'costs',
  'approval',
  'record',
];
const place = ({ id }: Section): number => ORDER.indexOf(id);

const contraindications = (entry: Entry): Section[] =>
  section(
    'contraindications',
    'Who must not take it',
    ['contraindications'],
    list(entry.contraindications, '/contraindications'),
  );

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
      (Object.keys(practicalLabels) as (keyof Practical)[]).map((key) => [
        practicalLabels[key],
        entry.practical[key],
        undefined,
        `/practical/${key}`,
      ]),
    ),
  );

function profileSections(entry: Entry): Section[] {
  switch (entry.kind) {
    case 'medication':
      return medicationSections(entry.profile, entry);
    case 'supplement':
      return supplementSections(entry.profile);
    case 'peptide':
      return peptideSections(entry.profile);
    default:
      return entry satisfies never;
  }
}

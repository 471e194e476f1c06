import { type Entry, refOf } from '../records/entry.ts';
import { fleschKincaid } from './rules/language.ts';
import { proseOf, questionablePhrases, refusedPhrases } from './rules/plain-english.ts';
import type { WrittenRecord } from './rules/rule.ts';
import type { Path } from './yaml.ts';

/** How the records of a catalog read. */
export interface Wording {
  readonly words: number;
  /** Phrases that the check refuses where no exception excuses them, and those that need judgment. */
  readonly refused: number;
  readonly questionable: number;
  /** Flesch-Kincaid grades of what patients read, lowest first; records with too few words are left out. */
  readonly grades: readonly { readonly grade: number; readonly ref: string }[];
}

export function wordingOf(entries: readonly Entry[]): Wording {
  const records = entries.map((entry) => ({ ref: refOf(entry), record: entry as unknown as WrittenRecord }));
  const sum = (count: (record: WrittenRecord) => number): number =>
    records.reduce((total, { record }) => total + count(record), 0);
  return {
    words: sum((record) => proseOf(record).reduce((total, [, text]) => total + text.split(/\s+/).length, 0)),
    refused: sum((record) => refusedPhrases(record).length),
    questionable: sum((record) => questionablePhrases(record).length),
    grades: records
      .map(({ ref, record }) => ({ ref, grade: patientGrade(record) }))
      .filter(({ grade }) => grade !== 0)
      .toSorted((a, b) => a.grade - b.grade),
  };
}

/** What patients read of a profile: the other fields are doses, studies and who paid. */
const FOR_PATIENTS: readonly string[] = [
  ...['blackBox', 'cautionGroups', 'doctorQuestions', 'keyFinding', 'sideEffects', 'specialPopulations'],
  ...['taperingInfo', 'whatItIs'],
];

const isForPatients = ([part, field, list]: Path): boolean =>
  part === 'practical' || (FOR_PATIENTS.includes(String(field)) && list !== 'common');

/** The grade without what is in brackets, which are terms and figures. */
const patientGrade = (record: WrittenRecord): number =>
  fleschKincaid(
    proseOf(record)
      .filter(([path]) => isForPatients(path))
      .map(([, text]) => text.replace(/\s*\([^)]*\)/g, '')),
  );

/** How often something stands in 10,000 words. */
export const perTenThousand = (count: number, words: number): string => ((count / words) * 10_000).toFixed(1);

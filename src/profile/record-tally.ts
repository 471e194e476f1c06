import { displayName, type Entry } from '../records/entry.ts';
import type { Source } from '../schema/types.ts';
import { type FunderType, funding } from './funding.ts';
import type { StudyFigures } from './section.ts';
import { trialFigures } from './study-people.ts';

/** What pages on the whole catalog count of a record; it follows from the record's file alone. */
export interface RecordTally {
  /** Number of sources by type, in the order of their first. */
  readonly sources: readonly (readonly [type: Source['type'], count: number])[];
  /** Papers and guidelines that are cited without a DOI, a PMID, a registry number or an agency's address. */
  readonly unidentifiedSources: number;
  /** The earliest effective date of a label that it cites, YYYY-MM-DD. */
  readonly oldestLabel?: string;
  /** Who paid for each trial that a medication lists. */
  readonly payers: readonly FunderType[];
  readonly trials: readonly (readonly [key: string | undefined, figures: StudyFigures])[];
}

export function recordTally(entry: Entry): RecordTally {
  const { sources } = entry;
  const [oldestLabel] = sources.flatMap(({ effective }) => effective ?? []).toSorted();
  return {
    sources: [...Map.groupBy(sources, ({ type }) => type)].map(([type, of]) => [type, of.length] as const),
    unidentifiedSources: sources.filter((source) => !isIdentified(source)).length,
    ...(oldestLabel && { oldestLabel }),
    ...trialsOf(entry),
  };
}

function trialsOf(entry: Entry): Pick<RecordTally, 'payers' | 'trials'> {
  if (entry.kind !== 'medication') return { payers: [], trials: [] };
  const { profile, trialFindings } = entry;
  return {
    payers: funding(displayName(entry), profile, trialFindings).trials.map((trial) => trial.funder_type),
    trials: (profile.clinicalTrials?.trialLinks ?? []).map((trial) => [
      trial.id ?? trial.name,
      trialFigures(trial, profile.manufacturer),
    ]),
  };
}

/** Sources that an author can open and check by an identifier: labels, registries, agencies, papers with a DOI or PMID. */
const isIdentified = ({ type, url }: { type: string; url: string }): boolean =>
  ['fda-label', 'registry', 'trial', 'government'].includes(type) ||
  /doi\.org\/|pubmed\.ncbi|ncbi\.nlm\.nih\.gov/.test(url);

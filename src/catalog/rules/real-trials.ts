import type { MedicationProfile } from '../../schema/types.ts';
import type { RecordRule } from './rule.ts';

/** A trial has the id of a registry, and its address leads there. */
export const realTrials: RecordRule = {
  name: 'real-trials',
  check: (record, file) => {
    const links = (record.profile as MedicationProfile).clinicalTrials?.trialLinks ?? [];
    return links.flatMap((trial, at) => {
      const path = ['profile', 'clinicalTrials', 'trialLinks', at];
      if (!trial.id) return [file.at(path, 'lacks id; add the NCT number')];
      if (!/^NCT\d{8}$/.test(trial.id))
        return [file.at([...path, 'id'], `${trial.id} is no trial id; it must be NCT and 8 digits`)];
      const address = `https://clinicaltrials.gov/study/${trial.id}`;
      return trial.link === undefined || trial.link === address
        ? []
        : [file.at([...path, 'link'], `does not lead to ${trial.id}; write ${address}`)];
    });
  },
};

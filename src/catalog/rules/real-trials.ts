import type { MedicationProfile } from '../../schema/types.ts';
import type { RecordRule } from './rule.ts';

export const realTrials: RecordRule = {
  name: 'real-trials',
  *check({ profile }, file) {
    const links = (profile as MedicationProfile).clinicalTrials?.trialLinks ?? [];
    for (const [at, { id, link }] of links.entries()) {
      const path = ['profile', 'clinicalTrials', 'trialLinks', at];
      const address = `https://clinicaltrials.gov/study/${id}`;
      if (!id) yield file.at(path, 'lacks id; add the NCT number');
      else if (!/^NCT\d{8}$/.test(id))
        yield file.at([...path, 'id'], `${id} is no trial id; it must be NCT and 8 digits`);
      else if (link !== undefined && link !== address)
        yield file.at([...path, 'link'], `does not lead to ${id}; write ${address}`);
    }
  },
};

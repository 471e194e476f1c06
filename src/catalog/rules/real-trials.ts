import type { MedicationProfile } from '../../schema/types.ts';
import type { RecordRule } from './rule.ts';

const PAPER = /^https:\/\/(?:doi\.org\/10\.|pubmed\.ncbi\.nlm\.nih\.gov\/\d|pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC\d)/;

export const realTrials: RecordRule = {
  name: 'real-trials',
  *check({ profile }, file) {
    const links = (profile as MedicationProfile).clinicalTrials?.trialLinks ?? [];
    for (const [at, { id, link, publication }] of links.entries()) {
      const path = ['profile', 'clinicalTrials', 'trialLinks', at];
      const address = `https://clinicaltrials.gov/study/${id}`;
      if (!id && !publication)
        yield file.at(
          path,
          'lacks id and publication; add the NCT number, or where the trial was published (journal, year)',
        );
      else if (!id && link !== undefined && !PAPER.test(link))
        yield file.at([...path, 'link'], 'is no address of a paper; write that of doi.org or PubMed, or none');
      else if (!id) continue;
      else if (!/^NCT\d{8}$/.test(id))
        yield file.at([...path, 'id'], `${id} is no trial id; it must be NCT and 8 digits`);
      else if (link !== undefined && link !== address)
        yield file.at([...path, 'link'], `does not lead to ${id}; write ${address}`);
    }
  },
};

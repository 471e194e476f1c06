import { funding } from '../../profile/funding.ts';
import { envelope } from '../envelope.ts';
import { nameField } from '../inputs.ts';
import { identity, lookUpMedication } from '../named-record.ts';
import { nameProblems, operation, readsOnly } from '../operation.ts';

export const fundingBias = operation({
  tool: 'check_funding_bias',
  title: 'Check who funded the evidence',
  method: 'GET',
  path: '/v1/funding-bias',
  purpose:
    'Use this to learn who paid for the trials of one medication and which conflicts of interest are on record. Returns counts by funder type and each trial with its funder. A funder that is not reported is unknown: do not call it independent. Medications only.',
  input: { name: nameField('Name of one medication.') },
  answerSchema: 'FundingAnswer',
  annotations: readsOnly,
  policy: 'default',
  problems: [...nameProblems, 'unsupported_kind'],
  async run({ name }, { data }) {
    const { record, profile } = await lookUpMedication(name, 'name', data);
    const answer = {
      ...identity(record, data.service),
      ...funding(record.name, profile.data.profile, profile.data.trial_findings),
    };
    return envelope(data.service, {
      summary: answer.statement,
      guidance:
        'Say who paid next to what was found. A funder that is not reported is unknown; so are conflicts that the record does not state.',
      mustNot: [
        ...profile.must_not,
        'Do not present a trial with an unreported funder as independent.',
        'Do not present funding as proof that a result is wrong.',
      ],
      sourceUrl: answer.canonical_url,
      lastUpdated: profile.last_updated,
      data: answer,
    });
  },
});

import { funding } from '../../profile/funding.ts';
import { outcomeWords } from '../../profile/trial-outcomes.ts';
import { withFullStop } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
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
  summarize: (data) => fundingSummary(data as FundingAnswer),
});

type FundingAnswer = ReturnType<typeof funding>;

/** A line for each trial: who paid, what it found and its first figures; then what is known besides. */
function fundingSummary({ trials, results, fundingDetails, conflicts }: FundingAnswer): string[] {
  const beside = [
    ['Other studies', results],
    ['Who paid for others', fundingDetails],
    ['Conflicts of interest', conflicts],
  ] as const;
  return [
    ...trials.map(trialLine),
    ...beside.flatMap(([label, text]) => (text === null ? [] : `${label}: ${truncate(text, LONGEST_BESIDE)}`)),
  ];
}
const LONGEST_BESIDE = 400;

function trialLine({ id, name, found, outcomes, funder }: FundingAnswer['trials'][number]): string {
  const figures = outcomes.slice(0, FIGURES).map((one) => `${one.outcome}: ${outcomeWords(one)}`);
  const more = outcomes.length > FIGURES ? [`${outcomes.length - FIGURES} more in the data`] : [];
  const title = [name, id].filter(Boolean).join(', ');
  return [title, `Paid for by: ${funder}`, found ?? 'What it found is not on record', ...figures, ...more]
    .map(withFullStop)
    .join(' ');
}
/** Measures of a trial that are told. */
const FIGURES = 3;

import { alternatives } from '../../profile/alternatives.ts';
import { isStoppingRisky } from '../../profile/safety.ts';
import { counted } from '../../text/sentences.ts';
import { envelope } from '../envelope.ts';
import { nameField } from '../inputs.ts';
import { identity, lookUpMedication } from '../named-record.ts';
import { nameProblems, operation, readsOnly } from '../operation.ts';
import { outputs } from '../outputs.ts';

export const lifestyleAlternatives = operation({
  tool: 'find_lifestyle_alternatives',
  title: 'Find lifestyle alternatives',
  method: 'GET',
  path: '/v1/lifestyle-alternatives',
  purpose:
    'Use this to find documented non-drug measures beside one medication, with what was measured. Where stopping the medication is risky, `tapering` comes first and must be told first. Do not present a measure as a replacement for a prescription. Medications only.',
  input: { name: nameField('Name of one medication.') },
  output: outputs.alternatives,
  annotations: readsOnly,
  policy: 'default',
  problems: [...nameProblems, 'unsupported_kind'],
  async run({ name }, { data }) {
    const { record, profile } = await lookUpMedication(name, 'name', data);
    const medication = profile.data.profile;
    const own = alternatives(medication);
    const isRisky = isStoppingRisky(medication);
    const related = profile.data.related.filter(({ kind }) => kind === 'supplement');
    const answer = { ...identity(record, data.service), ...own, related_supplements: related };
    const count = own.interventions.length;
    const what = count
      ? `${counted(count, 'non-drug measure is', 'non-drug measures are')} on file beside ${record.name}.`
      : `No lifestyle alternative is on file for ${record.name}; that does not mean that none exists.`;
    return envelope(data.service, {
      summary: isRisky ? `${medication.taperingInfo?.tierLabel ?? 'Stopping suddenly is a risk'}. ${what}` : what,
      guidance:
        'Tell the part on stopping first where there is one. Give what was measured in numbers. A measure may stand beside a medicine; whether it can take its place is for the prescriber.',
      mustNot: [
        ...profile.must_not,
        ...(isRisky ? ['Do not present an alternative as a replacement without the prescriber.'] : []),
      ],
      sourceUrl: answer.canonical_url,
      lastUpdated: profile.last_updated,
      data: answer,
    });
  },
});

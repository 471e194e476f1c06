import { worstOf } from '../../interactions/pair.ts';
import type { NamedRecord } from '../../names/name-index.ts';
import { alternatives } from '../../profile/alternatives.ts';
import { isStoppingRisky } from '../../profile/safety.ts';
import { type Related, refOf } from '../../records/entry.ts';
import { counted, listOf } from '../../text/sentences.ts';
import type { CatalogData } from '../catalog-data.ts';
import { envelope } from '../envelope.ts';
import { nameField } from '../inputs.ts';
import { identity, lookUpMedication } from '../named-record.ts';
import { nameProblems, operation, readsOnly } from '../operation.ts';
import { lookAtRecord, pairData } from '../pair-answer.ts';

export const lifestyleAlternatives = operation({
  tool: 'find_lifestyle_alternatives',
  title: 'Find lifestyle alternatives',
  method: 'GET',
  path: '/v1/lifestyle-alternatives',
  purpose:
    'Use this to find documented non-drug measures beside one medication, with what was measured. Where stopping the medication is risky, `tapering` comes first and must be told first. Do not present a measure as a replacement for a prescription. Medications only.',
  input: { name: nameField('Name of one medication.') },
  answerSchema: 'AlternativesAnswer',
  annotations: readsOnly,
  policy: 'default',
  problems: [...nameProblems, 'unsupported_kind'],
  async run({ name }, { data }) {
    const { record, profile } = await lookUpMedication(name, 'name', data);
    const medication = profile.data.profile;
    const own = alternatives(medication);
    const isRisky = isStoppingRisky(medication);
    const related = await withSeverity(record, profile.data.related, data);
    const risky = related.filter(({ severity }) => severity === 'major').map(({ name: supplement }) => supplement);
    const answer = { ...identity(record, data.service), ...own, related_supplements: related };
    const count = own.interventions.length;
    const what = count
      ? `${counted(count, 'non-drug measure is', 'non-drug measures are')} on file beside ${record.name}.`
      : `No lifestyle alternative is on file for ${record.name}; that does not mean that none exists.`;
    return envelope(data.service, {
      summary: [
        ...(isRisky ? [`${medication.taperingInfo?.tierLabel ?? 'Stopping suddenly is a risk'}.`] : []),
        what,
        ...(risky.length > 0 ? [`A major interaction is documented with ${listOf(risky)}.`] : []),
      ].join(' '),
      guidance:
        'Tell the part on stopping first where there is one. Give what was measured in numbers. A measure may stand beside a medicine; whether it can take its place is for the prescriber.',
      mustNot: [
        ...profile.must_not,
        ...(isRisky ? ['Do not present an alternative as a replacement without the prescriber.'] : []),
        ...risky.map(
          (supplement) =>
            `Do not present ${supplement} as an alternative to ${record.name} or beside it: a major interaction of the two is documented.`,
        ),
      ],
      sourceUrl: answer.canonical_url,
      lastUpdated: profile.last_updated,
      data: answer,
    });
  },
});

async function withSeverity(medication: NamedRecord, related: readonly Related[], data: CatalogData) {
  const one = await lookAtRecord(medication, data);
  return Promise.all(
    related
      .filter(({ kind }) => kind === 'supplement')
      .map(async (supplement) => {
        const record = await data.named((names) => names.recordOf(refOf(supplement)));
        if (record === undefined) return { ...supplement, interaction: 'not_assessed' as const, severity: null };
        const { status, findings } = pairData(
          [one, await lookAtRecord(record, data)],
          data.vocabulary,
          data.service.site_url,
        );
        return { ...supplement, interaction: status, severity: worstOf(findings)?.severity ?? null };
      }),
  );
}

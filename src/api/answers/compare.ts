import type { NamedRecord } from '../../names/name-index.ts';
import { type ComparedValue, type ComparisonRow, compareProfiles } from '../../profile/comparison.ts';
import { refOf } from '../../records/entry.ts';
import { newestOf } from '../../text/order.ts';
import { truncate } from '../../text/truncate.ts';
import type { CatalogData } from '../catalog-data.ts';
import { type EnvelopeOf, envelope, type ProfileData } from '../envelope.ts';
import { nameField } from '../inputs.ts';
import { identity, nameRefusal, refuseOtherKinds, resolveRecord } from '../named-record.ts';
import { nameProblems, operation, readsOnly } from '../operation.ts';
import { lookAtRecord, pairData } from '../pair-answer.ts';
import { Refusal } from '../problem.ts';

export const compare = operation({
  tool: 'compare_medications',
  title: 'Compare two medications',
  method: 'GET',
  path: '/v1/compare',
  purpose:
    'Use this to compare two medications field by field. null means not stated, not absent. Do not name a winner. Medications only.',
  input: { name1: nameField('A medication.'), name2: nameField('A medication.') },
  answerSchema: 'ComparisonAnswer',
  summarize: (data) => comparisonSummary(data as Parameters<typeof comparisonSummary>[0]),
  annotations: readsOnly,
  policy: 'default',
  problems: [...nameProblems, 'unsupported_kind', 'same_item'],
  async run(names, { data }) {
    const [a, b] = await resolveBoth(names, data);
    const [first, second] = (await Promise.all([a, b].map(({ kind, slug }) => data.profile(kind, slug)))) as [
      EnvelopeOf<ProfileData<'medication'>>,
      EnvelopeOf<ProfileData<'medication'>>,
    ];
    const [left, right] = await Promise.all([lookAtRecord(a, data), lookAtRecord(b, data)]);
    const { status } = pairData([left, right], data.vocabulary, data.service.site_url);
    const rows = compareProfiles([first.data, second.data]);
    const differing = rows.filter(({ same }) => !same).length;
    return envelope(data.service, {
      summary: `${a.name} and ${b.name} side by side: ${differing} of ${rows.length} fields differ. Interaction between the two: ${status.replaceAll('_', ' ')}.`,
      guidance:
        'Show what differs first, warnings before benefits. A value of null means that the record does not state it. Figures of different trials cannot be set against each other as if from one.',
      mustNot: [
        ...first.must_not,
        ...second.must_not,
        'Do not name one of the two as the better choice for a person.',
        'Do not read a value that is not stated as "none".',
      ],
      sourceUrl: `${data.service.site_url}/compare`,
      lastUpdated: newestOf([first.last_updated, second.last_updated]) ?? data.service.last_updated,
      data: { items: [a, b].map((record) => identity(record, data.service)), rows, interaction: status },
    });
  },
});

/** Two different medications. @throws {Refusal} */
async function resolveBoth(
  names: { name1: string; name2: string },
  data: CatalogData,
): Promise<[NamedRecord, NamedRecord]> {
  const resolutions = await Promise.all(
    (['name1', 'name2'] as const).map(async (parameter) => ({
      parameter,
      resolution: await resolveRecord(names[parameter], data),
    })),
  );
  const failed = resolutions.flatMap(({ parameter, resolution }) =>
    resolution.status === 'found' ? [] : [{ parameter, resolution }],
  );
  if (failed.length > 0) throw nameRefusal(failed, data);
  const records = resolutions.flatMap(({ parameter, resolution }) => {
    if (resolution.status !== 'found') return [];
    refuseOtherKinds(resolution.record, parameter);
    return [resolution.record];
  });
  const [a, b] = records as [NamedRecord, NamedRecord];
  if (refOf(a) !== refOf(b)) return [a, b];
  const detail = `Both names lead to ${a.name}; name another medication.`;
  throw new Refusal({ code: 'same_item', errors: [{ parameter: 'name2', detail }] });
}

interface ComparisonAnswer {
  readonly items: readonly { readonly name: string }[];
  readonly rows: readonly ComparisonRow[];
}

/** A line for each field that differs, cut where values are long, and the fields that are the same by name. */
export function comparisonSummary({ items, rows }: ComparisonAnswer): string[] {
  const same = rows.filter((row) => row.same);
  return [
    ...rows.filter((row) => !row.same).map((row) => line(row, items)),
    ...(same.length > 0 ? [`The same: ${same.map(({ label }) => label).join('; ')}.`] : []),
    'More, in full: look up each with section.',
  ];
}

const line = ({ field, label, values }: ComparisonRow, items: ComparisonAnswer['items']): string =>
  `${label}: ${items.map(({ name }, at) => `${name}: ${words(values[at] ?? null, lengthOf(field))}`).join(' | ')}`;

const words = (value: ComparedValue | null, most: number): string =>
  value === null ? 'not stated' : truncate(typeof value === 'string' ? value : value.join('; '), most);

/** Characters of a value: what warns is cut last. */
const lengthOf = (field: string): number => (WARNS.test(field) ? 300 : 130);
const WARNS = /^(?:blackBox|contraindications|taperingInfo|nti|drugInteractions\.major|sideEffects\.serious)/;

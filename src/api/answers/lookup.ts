import { onlyParts } from '../../profile/part-fields.ts';
import type { Kind } from '../../schema/kinds.ts';
import type { Envelope } from '../../schema/types.ts';
import { normalize } from '../../text/normalize.ts';
import type { CatalogData } from '../catalog-data.ts';
import type { ProfileData } from '../envelope.ts';
import { nameField, parseInputs, sectionField } from '../inputs.ts';
import { lookUpRecord, type ResolvedRecord } from '../named-record.ts';
import { nameProblems, type Operation, operation, readsOnly } from '../operation.ts';
import { recordSummary } from '../record-summary.ts';

export const lookup = operation({
  tool: 'lookup_medication',
  title: 'Look up a medication, supplement or peptide',
  method: 'GET',
  path: '/v1/lookup',
  purpose:
    'Use this when a person names one medication, supplement or peptide (brand, generic, synonym or misspelled). Returns the sourced record: boxed warning, side effects with rates, interactions, stopping, evidence and who paid; the text is a digest, `section` gets a part of it in full. If `match.method` is fuzzy, confirm the name with the person. Do not try another name when it answers that a name is ambiguous or not in the catalog.',
  input: {
    name: nameField(
      'Brand, generic, synonym or abbreviation, such as "Coumadin". Spelling is forgiven where it is safe.',
    ),
    section: sectionField,
  },
  answerSchema: 'LookupAnswer',
  annotations: readsOnly,
  policy: 'default',
  problems: nameProblems,
  summarize: (data, { section }) =>
    section === undefined || section === '' || [section].flat().length === 0
      ? recordSummary(data as ProfileData)
      : undefined,
  async run({ name, section }, { data }) {
    const found = await lookUpRecord(name, 'name', data);
    const { profile, match } = found;
    return {
      ...profile,
      ...factsFound(found, profile, data),
      data: { ...(section.length > 0 ? onlyParts(profile.data, section) : profile.data), match },
    };
  },
});

/** Answers with parts of one record at its own address, `/v1/<kind>/<slug>?section=…`; whole, it is a file of the build. */
export const partsOfRecord = ({
  kind,
  slug,
}: {
  kind: Kind;
  slug: string;
}): Pick<Operation, 'method' | 'policy' | 'answer'> => ({
  method: 'GET',
  policy: 'default',
  async answer(raw, { data }) {
    const { section } = parseInputs({ section: sectionField }, raw, 'invalid_parameter');
    const profile = await data.profile(kind, slug);
    return section.length > 0 ? { ...profile, data: onlyParts(profile.data, section) } : profile;
  },
});

/** Guidance and constraints that follow from the name that was asked for. */
function factsFound(
  { record, match }: ResolvedRecord,
  { interpretation_guidance, must_not }: Pick<Envelope, 'interpretation_guidance' | 'must_not'>,
  { service }: CatalogData,
): Pick<Envelope, 'interpretation_guidance' | 'must_not'> {
  const former = service.renamed.find(({ from }) => normalize(from) === normalize(match.query));
  const isGuess = match.method === 'fuzzy';
  const notes = [
    ...(isGuess
      ? [`"${match.query}" was read as ${match.matched}: confirm the name with the person before anything else.`]
      : []),
    ...(match.as_written?.not_read
      ? [`Of "${match.query}" these words were not read: ${match.as_written.not_read}. Ask what they mean.`]
      : []),
    ...(match.as_written?.strength_note ? [match.as_written.strength_note] : []),
    ...(former ? [`The record was renamed: ${former.from} is now ${record.slug}.`] : []),
  ];
  return {
    interpretation_guidance: [...notes, interpretation_guidance].join(' '),
    must_not: isGuess
      ? [...must_not, `Do not answer about ${record.name} before the person has confirmed the name.`]
      : must_not,
  };
}

import type { NamedRecord } from '../names/name-index.ts';
import { type Match, type Resolution, resolveName } from '../names/resolve.ts';
import { alternatives, isStoppingRisky } from '../profile/alternatives.ts';
import { compareProfiles } from '../profile/comparison.ts';
import { funding } from '../profile/funding.ts';
import { refOf } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Envelope, MedicationProfile } from '../schema/types.ts';
import { searchCatalog } from '../search/search-index.ts';
import { normalize } from '../text/normalize.ts';
import { checkPair } from './answers/interactions.ts';
import { envelope, type ProfileData } from './envelope.ts';
import { type InputError, parseLimit, parseNames, parseReport } from './inputs.ts';
import {
  type Answer,
  type Context,
  type Input,
  type Operation,
  StorageUnavailable,
  type Suggestion,
} from './operation.ts';
import { inputs, outputs } from './outputs.ts';
import { type ProblemCode, type ProblemParts, problem } from './problem.ts';

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const nameProblems: readonly ProblemCode[] = [
  'missing_parameter',
  'invalid_parameter',
  'not_in_catalog',
  'not_recognized',
  'ambiguous_name',
  'withdrawn',
];

/** THE table: REST, MCP, `/v1`, `/v1/tools` and OpenAPI all come from it. */
export const operations: readonly Operation[] = [
  {
    tool: 'lookup_medication',
    title: 'Look up a medication, supplement or peptide',
    method: 'GET',
    path: '/v1/lookup',
    purpose:
      'Use this when a person names one medication, supplement or peptide (brand, generic, synonym or misspelled). Returns the full sourced record: boxed warning, side effects with rates, interactions, stopping, evidence and who paid. If `match.method` is fuzzy, confirm the name with the person. Do not try another name when it answers that a name is ambiguous or not in the catalog.',
    input: inputs.lookup,
    output: outputs.lookup,
    annotations: reads,
    problems: nameProblems,
    run: lookup,
  },
  {
    tool: 'check_funding_bias',
    title: 'Check who funded the evidence',
    method: 'GET',
    path: '/v1/funding-bias',
    purpose:
      'Use this to learn who paid for the trials of one medication and which conflicts of interest are on record. Returns counts by funder type and each trial with its funder. A funder that is not reported is unknown: do not call it independent. Medications only.',
    input: inputs.medication,
    output: outputs.funding,
    annotations: reads,
    problems: [...nameProblems, 'unsupported_kind'],
    run: (input, context) => onMedication(input, context, fundingAnswer),
  },
  {
    tool: 'find_lifestyle_alternatives',
    title: 'Find lifestyle alternatives',
    method: 'GET',
    path: '/v1/lifestyle-alternatives',
    purpose:
      'Use this to find documented non-drug measures beside one medication, with what was measured. Where stopping the medication is risky, `tapering` comes first and must be told first. Do not present a measure as a replacement for a prescription. Medications only.',
    input: inputs.medication,
    output: outputs.alternatives,
    annotations: reads,
    problems: [...nameProblems, 'unsupported_kind'],
    run: (input, context) => onMedication(input, context, alternativesAnswer),
  },
  {
    tool: 'check_interactions',
    title: 'Check two items for interactions',
    method: 'GET',
    path: '/v1/interactions',
    purpose:
      'Use this to check two items that a person takes together: medications, supplements, peptides, a drug class, or a food or drink; one needs a record here. Returns the findings on file, worst first, each with its record, or says that none is documented or that it was not assessed. Neither is evidence of safety: never say so. For more items check every pair.',
    input: inputs.pair('item1', 'item2', 'A medication, supplement, peptide, drug class, food or drink.'),
    output: outputs.interactions,
    annotations: reads,
    problems: nameProblems,
    run: interactions,
  },
  {
    tool: 'compare_medications',
    title: 'Compare two medications',
    method: 'GET',
    path: '/v1/compare',
    purpose:
      'Use this to put two medications side by side, field by field. A value of null means that the record does not state it, not that it is absent. Do not name a winner. Medications only.',
    input: inputs.pair('name1', 'name2', 'A medication.'),
    output: outputs.compare,
    annotations: reads,
    problems: [...nameProblems, 'unsupported_kind', 'same_item'],
    run: compare,
  },
  {
    tool: 'search',
    title: 'Search the catalog',
    method: 'GET',
    path: '/v1/search',
    purpose:
      'Use this to discover records by name, class or use ("blood pressure", "statin"). Returns short hits; call lookup_medication for a record. An empty list means that the catalog has no such record, no more.',
    input: inputs.search,
    output: outputs.search,
    annotations: reads,
    problems: ['missing_parameter', 'invalid_parameter'],
    run: search,
  },
  {
    tool: 'report_hallucination',
    title: 'Report an inaccurate claim',
    method: 'POST',
    path: '/v1/report-hallucination',
    purpose:
      'Use this when a claim attributed to this service is wrong or cannot be found in it. Stores the report for editorial review and returns a receipt. Send no personal data. It changes no record and answers no question.',
    input: inputs.report,
    output: outputs.report,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    problems: ['invalid_json', 'invalid_body', 'payload_too_large', 'unsupported_media_type', 'storage_unavailable'],
    run: report,
  },
];

async function lookup(input: Input, context: Context): Promise<Answer> {
  const found = await findRecord(input, 'name', context);
  if (!found.ok) return found;
  const { match, profile, record } = found;
  const data = { ...(profile.data as ProfileData), match };
  const former = context.data.service.renamed.find(({ from }) => normalize(from) === normalize(match.query));
  const notes = [
    ...(match.method === 'fuzzy'
      ? [`"${match.query}" was read as ${match.matched}: confirm the name with the person before anything else.`]
      : []),
    ...(former ? [`The record was renamed: ${former.from} is now ${record.slug}.`] : []),
  ];
  const must =
    match.method === 'fuzzy'
      ? [...profile.must_not, `Do not answer about ${record.name} before the person has confirmed the name.`]
      : profile.must_not;
  return {
    ok: true,
    body: {
      ...profile,
      interpretation_guidance: [...notes, profile.interpretation_guidance].join(' '),
      must_not: must,
      data,
    },
  };
}

type MedicationAnswer = (found: Found & { medication: MedicationProfile }, context: Context) => Envelope;

async function onMedication(input: Input, context: Context, answer: MedicationAnswer): Promise<Answer> {
  const found = await findRecord(input, 'name', context);
  if (!found.ok) return found;
  if (found.record.kind !== 'medication') return unsupported(context, 'name', found.record);
  return {
    ok: true,
    body: answer({ ...found, medication: (found.profile.data as ProfileData).profile as MedicationProfile }, context),
  };
}

const fundingAnswer: MedicationAnswer = ({ record, profile, medication }, context) => {
  const data = { ...identity(record, context), ...funding(record.name, medication) };
  return envelope(context.data.service, {
    summary: data.statement,
    guidance:
      'Say who paid next to what was found. A funder that is not reported is unknown; so are conflicts that the record does not state.',
    mustNot: [
      ...profile.must_not,
      'Do not present a trial with an unreported funder as independent.',
      'Do not present funding as proof that a result is wrong.',
    ],
    sourceUrl: data.canonical_url,
    lastUpdated: profile.last_updated,
    data,
  });
};

const alternativesAnswer: MedicationAnswer = ({ record, profile, medication }, context) => {
  const own = alternatives(medication);
  const risky = isStoppingRisky(medication);
  const related = (profile.data as ProfileData).related.filter(({ kind }) => kind === 'supplement');
  const data = { ...identity(record, context), ...own, related_supplements: related };
  const count = own.interventions.length;
  const what = count
    ? `${count} non-drug ${count === 1 ? 'measure is' : 'measures are'} on file beside ${record.name}.`
    : `No lifestyle alternative is on file for ${record.name}; that does not mean that none exists.`;
  return envelope(context.data.service, {
    summary: risky ? `${medication.taperingInfo?.tierLabel ?? 'Stopping suddenly is a risk'}. ${what}` : what,
    guidance:
      'Tell the part on stopping first where there is one. Give what was measured in numbers. A measure may stand beside a medicine; whether it can take its place is for the prescriber.',
    mustNot: [
      ...profile.must_not,
      ...(risky ? ['Do not present an alternative as a replacement without the prescriber.'] : []),
    ],
    sourceUrl: data.canonical_url,
    lastUpdated: profile.last_updated,
    data,
  });
};

async function interactions(input: Input, context: Context): Promise<Answer> {
  const parsed = parseNames(input, ['item1', 'item2']);
  if (!parsed.ok) return fail(context, parsed.code, parsed.errors);
  const result = await checkPair([parsed.value.item1, parsed.value.item2], context);
  if (!result.ok) {
    const failures = result.failures.map(({ at, resolution }) => ({ parameter: `item${at + 1}`, resolution }));
    return unresolved(failures, context, failures.length === 2 ? NEEDS_A_RECORD : '');
  }
  return { ok: true, body: result.body };
}

async function compare(input: Input, context: Context): Promise<Answer> {
  const parsed = parseNames(input, ['name1', 'name2']);
  if (!parsed.ok) return fail(context, parsed.code, parsed.errors);
  const names = [
    ['name1', parsed.value.name1],
    ['name2', parsed.value.name2],
  ] as const;
  const resolutions = names.map(([parameter, name]) => ({
    parameter,
    resolution: resolveName(context.data.names, name),
  }));
  const failed = resolutions.flatMap(({ parameter, resolution }) =>
    resolution.status === 'found' ? [] : [{ parameter, resolution }],
  );
  if (failed.length) return unresolved(failed, context);
  const records = resolutions.flatMap(({ resolution }) => (resolution.status === 'found' ? [resolution.record] : []));
  const wrong = records.findIndex(({ kind }) => kind !== 'medication');
  if (wrong >= 0) return unsupported(context, names[wrong]?.[0] ?? 'name1', records[wrong] as NamedRecord);
  const [a, b] = records as [NamedRecord, NamedRecord];
  if (refOf(a) === refOf(b)) {
    return fail(context, 'same_item', [
      { parameter: 'name2', detail: `Both names lead to ${a.name}; name another medication.` },
    ]);
  }
  const [first, second] = await Promise.all([profileOf(a, context), profileOf(b, context)]);
  const pair = await checkPair([a.slug, b.slug], context, [a, b]);
  const status = pair.ok ? (pair.body.data as { status: string }).status : 'not_assessed';
  const medication = (one: Envelope): MedicationProfile => (one.data as ProfileData).profile as MedicationProfile;
  const rows = compareProfiles(medication(first), medication(second));
  const differing = rows.filter(({ same }) => !same).length;
  const data = { items: [a, b].map((record) => identity(record, context)), rows, interaction: status };
  return {
    ok: true,
    body: envelope(context.data.service, {
      summary: `${a.name} and ${b.name} side by side: ${differing} of ${rows.length} fields differ. Interaction between the two: ${status.replaceAll('_', ' ')}.`,
      guidance:
        'Show what differs first, warnings before benefits. A value of null means that the record does not state it. Figures of different trials cannot be set against each other as if from one.',
      mustNot: [
        ...first.must_not,
        ...second.must_not,
        'Do not name one of the two as the better choice for a person.',
        'Do not read a value that is not stated as "none".',
      ],
      sourceUrl: `${context.data.service.site_url}/compare`,
      lastUpdated: newest(first, second),
      data,
    }),
  };
}

async function search(input: Input, context: Context): Promise<Answer> {
  const names = parseNames(input, ['q']);
  const limit = parseLimit(input);
  if (!names.ok || !limit.ok) {
    const errors = [...(names.ok ? [] : names.errors), ...(limit.ok ? [] : limit.errors)];
    return fail(context, names.ok || limit.ok === false ? 'invalid_parameter' : names.code, errors);
  }
  const { q } = names.value;
  const hits = searchCatalog(context.data.search, context.data.names, q);
  const results = hits.slice(0, limit.value).map(({ matched, score, ...one }) => ({
    ...one,
    canonical_url: urlOf(one.type, one.slug, context),
    score,
    matched,
  }));
  const { service } = context.data;
  return {
    ok: true,
    body: envelope(service, {
      summary: hits.length
        ? `${hits.length} ${hits.length === 1 ? 'record matches' : 'records match'} "${q}".`
        : `No record matches "${q}". That says nothing about whether such a thing exists.`,
      guidance: 'Show the hits as candidates. Look a record up before saying anything about it.',
      mustNot: ['Do not take a search hit for the item that was meant unless its name is the same.'],
      sourceUrl: `${service.site_url}/search`,
      lastUpdated: service.last_updated,
      data: { query: q, total: hits.length, limit: limit.value, results },
    }),
  };
}

async function report(input: Input, context: Context): Promise<Answer> {
  const parsed = parseReport(input);
  if (!parsed.ok) return fail(context, 'invalid_body', parsed.errors);
  try {
    const receipt = await context.reports.add(parsed.value, {
      receivedAt: context.now.toISOString(),
      ...(context.sender && { sender: context.sender }),
    });
    return {
      ok: true,
      body: envelope(context.data.service, {
        summary: receipt.duplicate
          ? `This report had been received before; its id is ${receipt.id}.`
          : `The report was stored for editorial review; its id is ${receipt.id}.`,
        guidance: 'Give the id to whoever reported. A report is read by an editor; it changes no record by itself.',
        mustNot: ['Do not say that the claim has been confirmed or corrected.'],
        sourceUrl: `${context.data.service.site_url}/corrections`,
        lastUpdated: context.data.service.last_updated,
        data: { id: receipt.id, received_at: receipt.received_at, status: 'received', duplicate: receipt.duplicate },
      }),
    };
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    return fail(context, 'storage_unavailable', [], 'The report could not be stored and was not accepted.');
  }
}

interface Found {
  ok: true;
  record: NamedRecord;
  match: Omit<Match, 'alternatives'> & { alternatives: unknown };
  profile: Envelope;
}

async function findRecord(
  input: Input,
  parameter: string,
  context: Context,
): Promise<Found | Extract<Answer, { ok: false }>> {
  const parsed = parseNames(input, [parameter]);
  if (!parsed.ok) return fail(context, parsed.code, parsed.errors);
  const name = parsed.value[parameter] as string;
  const resolution = resolveName(context.data.names, name);
  if (resolution.status !== 'found')
    return kindOfThing(name, parameter, context) ?? unresolved([{ parameter, resolution }], context);
  const { record, match } = resolution;
  return { ok: true, record, match, profile: await profileOf(record, context) };
}

/** "Blood thinner" and "water pill" name a kind of medicine: which one is to be asked. */
function kindOfThing(name: string, parameter: string, context: Context): Extract<Answer, { ok: false }> | undefined {
  const { names, vocabulary } = context.data;
  const kind = vocabulary.classes.get(vocabulary.classNames.get(normalize(name)) ?? '');
  if (kind === undefined) return undefined;
  const isOfKind = ({ substances }: NamedRecord): boolean =>
    substances.some((substance) => vocabulary.memberships.get(normalize(substance))?.includes(kind.id));
  const members = names.records.flat().filter(isOfKind).slice(0, MOST_MEMBERS);
  const detail = `"${name}" names a group (${kind.name}), not one thing; ask which one is meant.`;
  const suggestions = members.map((record) => ({ kind: record.kind, ...identity(record, context) }));
  return fail(context, 'ambiguous_name', [{ parameter, detail }], undefined, suggestions);
}

const MOST_MEMBERS = 5;

async function profileOf(record: NamedRecord, { data }: Context): Promise<Envelope> {
  const profile = await data.profile(record.kind, record.slug);
  if (!profile) throw new Error(`v1/${refOf(record)}.json is missing`);
  return profile;
}

type Failure = { parameter: string; resolution: Exclude<Resolution, { status: 'found' }> };

/** What a name that leads to no record is answered with: the first failure gives the code, each item is named. */
export function unresolved(
  failures: readonly Failure[],
  context: Context,
  further = '',
): Extract<Answer, { ok: false }> {
  const { service } = context.data;
  const withdrawn = failures.flatMap(({ resolution }) =>
    service.withdrawn.filter(({ slug }) => normalize(slug) === normalize(resolution.query)),
  )[0];
  if (withdrawn) return { ok: false, body: withdrawnProblem(withdrawn, context) };
  const errors = failures.map(({ parameter, resolution }) => ({ parameter, detail: explain(resolution) }));
  const code = failures[0]?.resolution.status ?? 'not_recognized';
  const suggestions = failures
    .flatMap(({ resolution }) => resolution.suggestions)
    .map((one) => ({ ...one, canonical_url: urlOf(one.kind, one.slug, context) }));
  const detail = [...errors.map((one) => one.detail), further].filter(Boolean).join(' ');
  return fail(context, code, errors, detail, suggestions);
}

const NEEDS_A_RECORD = 'At least one of two items needs a record here, or an ingredient that has one.';

/** 410 for a record that was taken back, with the reason and its successor. */
export function withdrawnProblem(
  { kind, slug, date, reason, successor }: Context['data']['service']['withdrawn'][number],
  context: Pick<Context, 'data' | 'instance'>,
) {
  const next = successor ? ` Its successor is ${kind}/${successor}.` : '';
  const { service } = context.data;
  return problem(service, {
    code: 'withdrawn',
    detail: `${kind}/${slug} was withdrawn on ${date}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}${next}`,
    instance: context.instance,
    lastUpdated: service.last_updated,
    ...(successor && {
      suggestions: [
        { kind, slug: successor, name: successor, canonical_url: `${service.site_url}/${kind}/${successor}` },
      ],
    }),
  });
}

function explain(resolution: Failure['resolution']): string {
  switch (resolution.status) {
    case 'not_in_catalog':
      return [
        `"${resolution.query}" is a real name (${resolution.canonical.join(' with ') || resolution.name}), but the catalog has no record of it.`,
        ...(resolution.canonical.length > 1 && resolution.suggestions.length > 0
          ? [
              'What is suggested are ingredients of it, not the product; check_interactions takes the product by its name.',
            ]
          : []),
      ].join(' ');
    case 'ambiguous_name':
      return resolution.suggestions.length > 1
        ? `"${resolution.query}" is near several names; ask which is meant.`
        : `"${resolution.query}" may mean more or something else than the name it holds; ask which is meant. Send one thing for each parameter, and a product of several ingredients by its full name.`;
    case 'not_recognized':
      return /\s\d+(?:\.\d+)?$/.test(resolution.query)
        ? `"${resolution.query}" is no name that we know; send the name without the number, or the number with its unit.`
        : `"${resolution.query}" is no name that we know.`;
    default:
      return resolution satisfies never;
  }
}

function unsupported(context: Context, parameter: string, record: NamedRecord): Extract<Answer, { ok: false }> {
  return fail(context, 'unsupported_kind', [
    { parameter, detail: `${record.name} is a ${record.kind}; this operation works on medications only.` },
  ]);
}

function fail(
  context: Context,
  code: ProblemCode,
  errors: readonly InputError[],
  detail?: string,
  suggestions?: readonly Suggestion[],
): Extract<Answer, { ok: false }> {
  const { service } = context.data;
  const parts: ProblemParts = {
    code,
    detail: detail ?? errors.map((one) => one.detail).join(' '),
    instance: context.instance,
    lastUpdated: service.last_updated,
    ...(errors.length && { errors }),
    ...(suggestions && { suggestions }),
  };
  return { ok: false, body: problem(service, parts) };
}

const urlOf = (kind: Kind, slug: string, { data }: Context): string => `${data.service.site_url}/${kind}/${slug}`;
const identity = (record: NamedRecord, context: Context) => ({
  slug: record.slug,
  name: record.name,
  canonical_url: urlOf(record.kind, record.slug, context),
});
const newest = (...envelopes: readonly Envelope[]): string =>
  envelopes
    .map((one) => one.last_updated)
    .toSorted()
    .at(-1) ?? '';

import type { NamedRecord } from '../names/name-index.ts';
import { type Match, type NameFailure, resolveName } from '../names/resolve.ts';
import { recordUrl } from '../records/address.ts';
import { refOf } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Problem } from '../schema/types.ts';
import { normalize } from '../text/normalize.ts';
import { withFullStop } from '../text/sentences.ts';
import type { CatalogData, ServiceData } from './catalog-data.ts';
import type { EnvelopeOf, ProfileData } from './envelope.ts';
import { problem, type Suggestion } from './problem.ts';
import { Refusal } from './refusal.ts';

/** A record that a name led to, with its published envelope. */
export interface LookedUp {
  readonly record: NamedRecord;
  readonly match: Match;
  readonly profile: EnvelopeOf<ProfileData>;
}

/** @throws {Refusal} naming `parameter`, where the name leads to no record */
export async function lookUpRecord(name: string, parameter: string, data: CatalogData): Promise<LookedUp> {
  const resolution = resolveName(data.names, name);
  if (resolution.status !== 'found') {
    refuseClass(name, parameter, data);
    throw nameRefusal([{ parameter, resolution }], data);
  }
  const { record, match } = resolution;
  return { record, match, profile: await data.profile(record.kind, record.slug) };
}

/** The same for an operation on medications alone. */
export async function lookUpMedication(
  name: string,
  parameter: string,
  data: CatalogData,
): Promise<LookedUp & { profile: EnvelopeOf<ProfileData<'medication'>> }> {
  const found = await lookUpRecord(name, parameter, data);
  refuseOtherKinds(found.record, parameter);
  return found as LookedUp & { profile: EnvelopeOf<ProfileData<'medication'>> };
}

export function refuseOtherKinds({ kind, name }: NamedRecord, parameter: string): void {
  if (kind === 'medication') return;
  const detail = `${name} is a ${kind}; this operation works on medications only.`;
  throw new Refusal({ code: 'unsupported_kind', errors: [{ parameter, detail }] });
}

/** "Blood thinner" and "water pill" name a kind of medicine: which one is to be asked. @throws {Refusal} */
function refuseClass(name: string, parameter: string, data: CatalogData): void {
  const { names, vocabulary } = data;
  const asked = vocabulary.classes.get(vocabulary.classNames.get(normalize(name)) ?? '');
  if (asked === undefined) return;
  const isMember = ({ substances }: NamedRecord): boolean =>
    substances.some((substance) => vocabulary.memberships.get(normalize(substance))?.includes(asked.id));
  const members = names.records.flat().filter(isMember).slice(0, MOST_MEMBERS);
  const detail = `"${name}" names a group (${asked.name}), not one thing; ask which one is meant.`;
  const suggestions = members.map((record) => ({ kind: record.kind, ...identity(record, data.service) }));
  throw new Refusal({ code: 'ambiguous_name', errors: [{ parameter, detail }], suggestions });
}

const MOST_MEMBERS = 5;

export interface FailedName {
  readonly parameter: string;
  readonly resolution: NameFailure;
}

/** What names that lead to no record are answered with: the first failure gives the code, each item is named. */
export function nameRefusal(failures: readonly FailedName[], { service }: CatalogData, further = ''): Refusal {
  const withdrawn = failures.flatMap(({ resolution }) =>
    service.withdrawn.filter(({ slug }) => normalize(slug) === normalize(resolution.query)),
  )[0];
  if (withdrawn) return withdrawnRefusal(withdrawn, service);
  const errors = failures.map(({ parameter, resolution }) => ({ parameter, detail: explain(resolution) }));
  return new Refusal({
    code: failures[0]?.resolution.status ?? 'not_recognized',
    detail: [...errors.map((one) => one.detail), further].filter(Boolean).join(' '),
    errors,
    suggestions: failures
      .flatMap(({ resolution }) => resolution.suggestions)
      .map((one) => ({ ...one, canonical_url: recordUrl(one, service.site_url) })),
  });
}

function explain(resolution: NameFailure): string {
  const { query } = resolution;
  switch (resolution.status) {
    case 'not_in_catalog':
      return [
        `"${query}" is a real name (${resolution.canonical.join(' with ') || resolution.name}), but the catalog has no record of it.`,
        ...(resolution.canonical.length > 1 && resolution.suggestions.length > 0
          ? [
              'What is suggested are ingredients of it, not the product; check_interactions takes the product by its name.',
            ]
          : []),
      ].join(' ');
    case 'ambiguous_name':
      return resolution.suggestions.length > 1
        ? `"${query}" is near several names; ask which is meant.`
        : `"${query}" may mean more or something else than the name it holds; ask which is meant. Send one thing for each parameter, and a product of several ingredients by its full name.`;
    case 'not_recognized':
      return /\s\d+(?:\.\d+)?$/.test(query)
        ? `"${query}" is no name that we know; send the name without the number, or the number with its unit.`
        : `"${query}" is no name that we know.`;
    default:
      return resolution satisfies never;
  }
}

type Withdrawn = ServiceData['withdrawn'][number];

/** A record that was taken back, with the reason and its successor. */
function withdrawnRefusal({ kind, slug, date, reason, successor }: Withdrawn, service: ServiceData): Refusal {
  const next = successor ? ` Its successor is ${kind}/${successor}.` : '';
  return new Refusal({
    code: 'withdrawn',
    detail: `${refOf({ kind, slug })} was withdrawn on ${date}: ${withFullStop(reason)}${next}`,
    ...(successor && { suggestions: [successorOf(kind, successor, service)] }),
  });
}

const successorOf = (kind: Kind, slug: string, service: ServiceData): Suggestion => ({
  kind,
  slug,
  name: slug,
  canonical_url: recordUrl({ kind, slug }, service.site_url),
});

/** The same as a problem, for the address of the record. */
export const withdrawnProblem = (record: Withdrawn, service: ServiceData, instance: string): Problem =>
  refusalProblem(withdrawnRefusal(record, service), service, instance);

/** A refusal as it is answered. `instance` is what was asked for: path and query, or `tool:<name>`. */
export const refusalProblem = (
  { code, message, errors, suggestions }: Refusal,
  service: ServiceData,
  instance: string,
): Problem =>
  problem(service, {
    code,
    detail: message,
    instance,
    lastUpdated: service.last_updated,
    ...(errors.length > 0 && { errors }),
    ...(suggestions && { suggestions }),
  });

export const identity = (record: { kind: Kind; slug: string; name: string }, service: ServiceData) => ({
  slug: record.slug,
  name: record.name,
  canonical_url: recordUrl(record, service.site_url),
});

import { productsMeant } from '../interactions/item.ts';
import { classAsked } from '../interactions/vocabulary.ts';
import type { NamedRecord } from '../names/name-index.ts';
import { type Match, type NameFailure, type Resolution, resolveName } from '../names/resolve.ts';
import type { RecordRef } from '../names/suggestions.ts';
import { recordUrl } from '../records/address.ts';
import { refOf } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Problem } from '../schema/types.ts';
import { normalize } from '../text/normalize.ts';
import { withFullStop } from '../text/sentences.ts';
import type { CatalogData, ClassData, ServiceData } from './catalog-data.ts';
import type { EnvelopeOf, ProfileData } from './envelope.ts';
import { problem, Refusal } from './problem.ts';

export interface ResolvedRecord {
  readonly record: NamedRecord;
  readonly match: Match;
}

export interface LookedUp extends ResolvedRecord {
  readonly profile: EnvelopeOf<ProfileData>;
}

/** A name of a class. It resolves to no record: a record's own name takes precedence. */
interface ClassNamed {
  readonly status: 'is_a_class';
  readonly query: string;
  readonly asked: ClassData;
  readonly suggestions: readonly RecordRef[];
}

/** Resolves a name to a record, or to the reason why there is none. A class takes precedence over a misspelled record name. */
export async function resolveRecord(name: string, data: CatalogData): Promise<Resolution | ClassNamed> {
  const resolution = await data.named((names) => resolveName(names, name));
  const isExact = resolution.status === 'found' && resolution.match.method !== 'fuzzy';
  const products = isExact ? productsMeant(resolution, data.vocabulary) : undefined;
  if (isExact && !products) return resolution;
  const asked = products ? data.classes.get(products.id) : classOf(name, resolution, data);
  return asked
    ? { status: 'is_a_class', query: name, asked, suggestions: asked.records.slice(0, MOST_MEMBERS) }
    : (foodNamed(name, data) ?? resolution);
}

function foodNamed(name: string, { vocabulary }: CatalogData): NameFailure | undefined {
  const food = vocabulary.classes.get(vocabulary.classNames.get(normalize(name)) ?? '');
  return food?.kind === 'food'
    ? { status: 'not_in_catalog', query: name, name: food.name, canonical: [], suggestions: [] }
    : undefined;
}

/** For a class with more members, the suggestion is its page. */
const MOST_MEMBERS = 20;

/** A class named after a member ("niacin", "calcium") is not meant when the name is known as a substance. */
function classOf(name: string, { status }: Resolution, { classes, vocabulary }: CatalogData): ClassData | undefined {
  const asked = classAsked(name, vocabulary);
  const isItself = asked?.members.some((member) => normalize(member) === normalize(name));
  return asked && !(isItself && status === 'not_in_catalog') ? classes.get(asked.id) : undefined;
}

/** @throws {Refusal} naming `parameter`, when the name resolves to no record */
export async function lookUpRecord(name: string, parameter: string, data: CatalogData): Promise<LookedUp> {
  const resolution = await resolveRecord(name, data);
  if (resolution.status !== 'found') throw nameRefusal([{ parameter, resolution }], data);
  const { record, match } = resolution;
  return { record, match, profile: await data.profile(record.kind, record.slug) };
}

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

export interface FailedName {
  readonly parameter: string;
  readonly resolution: NameFailure | ClassNamed;
}

/** The refusal for names that resolve to no record: the code is that of the first failure, and every item is named. */
export function nameRefusal(failures: readonly FailedName[], { service }: CatalogData, further = ''): Refusal {
  const withdrawn = failures.flatMap(({ resolution }) =>
    service.withdrawn.filter(({ slug }) => normalize(slug) === normalize(resolution.query)),
  )[0];
  if (withdrawn) return withdrawnRefusal(withdrawn, service);
  const errors = failures.map(({ parameter, resolution }) => ({ parameter, detail: explain(resolution, service) }));
  return new Refusal({
    code: failures[0]?.resolution.status ?? 'not_recognized',
    detail: [...errors.map((one) => one.detail), further].filter(Boolean).join(' '),
    errors,
    suggestions: failures
      .flatMap(({ resolution }) => resolution.suggestions)
      .map((one) => ({ ...one, canonical_url: recordUrl(one, service.site_url) })),
  });
}

function explain(resolution: FailedName['resolution'], service: ServiceData): string {
  const { query } = resolution;
  switch (resolution.status) {
    case 'is_a_class':
      return explainClass(resolution, service);
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

function explainClass({ query, asked, suggestions }: ClassNamed, service: ServiceData): string {
  const { name, description, path, records } = asked;
  const isSame = normalize(query) === normalize(name);
  const more = records.length - suggestions.length;
  return [
    `"${query}" names a class${isSame ? '' : ` (${name})`}, not one medicine. ${withFullStop(description)}`,
    records.length === 0 ? 'None of its members has a record here.' : 'Ask which of its members is meant.',
    more > 0 ? `${more} more members have a record.` : '',
    path ? `All are listed at ${service.site_url}${path}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

type Withdrawn = ServiceData['withdrawn'][number];

function withdrawnRefusal({ kind, slug, date, reason, successor }: Withdrawn, service: ServiceData): Refusal {
  const next = successor ? ` Its successor is ${kind}/${successor}.` : '';
  return new Refusal({
    code: 'withdrawn',
    detail: `${refOf({ kind, slug })} was withdrawn on ${date}: ${withFullStop(reason)}${next}`,
    ...(successor && {
      suggestions: [{ kind, ...identity({ kind, slug: successor, name: successor }, service) }],
    }),
  });
}

export const withdrawnProblem = (record: Withdrawn, service: ServiceData, instance: string): Problem =>
  refusalProblem(withdrawnRefusal(record, service), service, instance);

/** The problem document of a refusal. `instance` identifies the request: path and query, or `tool:<name>`. */
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

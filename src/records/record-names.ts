import type { NamedRecord } from '../names/name-index.ts';
import type { Kind } from '../schema/kinds.ts';
import { displayName, type Entry, type SoldForm } from './entry.ts';

type Sort = NamedRecord['names'][number]['sort'];

/** Every name of a record, former slugs included, as names/resolve needs it. */
export function namedRecord(
  entry: Entry,
  redirects: { readonly renamed: readonly { kind: Kind; from: string; to: string }[] },
): NamedRecord {
  const former = redirects.renamed
    .filter(({ kind, to }) => kind === entry.kind && to === entry.slug)
    .map(({ from }) => from);
  const named = (sort: Sort, texts: readonly (string | undefined)[] = []) =>
    texts.flatMap((text) => (text ? [{ text, sort }] : []));
  const { brands, synonyms, abbreviations, salts } = entry.names;
  return {
    kind: entry.kind,
    slug: entry.slug,
    name: displayName(entry),
    substances: entry.substances,
    names: [
      ...named('slug', [entry.slug]),
      ...named('name', [
        ...new Set([displayName(entry), entry.kind === 'medication' ? entry.profile.genericName : undefined]),
      ]),
      ...named('alias', brands),
      ...named('alias', synonyms),
      ...named('alias', abbreviations),
      ...named('alias', former),
      ...named('salt', salts),
      ...named('alias', shownBrands(entry)),
    ],
    ...filled('identifiers', identifiersOf(entry)),
    ...filled('strengths', entry.kind === 'medication' ? strengthsIn(entry.profile.doses ?? []) : []),
    ...(isHighRisk(entry) && { isHighRisk: true }),
    ...(entry.soldAs && entry.substances.length === 1 && soldIn(entry.soldAs)),
  };
}

const filled = <K extends string>(key: K, list: readonly string[]): { [key in K]?: readonly string[] } =>
  (list.length > 0 ? { [key]: list } : {}) as { [key in K]?: readonly string[] };

/** The brands in a heading: "Flonase (nose), Flovent and Arnuity (lungs)". */
export function shownBrands(entry: Entry): string[] {
  if (entry.kind !== 'medication') return [];
  return (entry.profile.brandName ?? '')
    .replace(/\([^)]*\)/g, '')
    .split(/,|;|\/|\band\b|\bor\b/)
    .map((brand) => brand.trim())
    .filter((brand) => /^\p{Lu}[\p{L}\p{N}'’. -]+$/u.test(brand) && !isNamed(entry, brand));
}

const isNamed = ({ names }: Entry, brand: string): boolean =>
  [names.brands, names.synonyms, names.abbreviations, names.salts].some((list) =>
    list?.some((name) => name.toLowerCase() === brand.toLowerCase()),
  );

/** UNII and RxCUI of a record of one substance; those of a combination are of its ingredients. */
function identifiersOf({ names, substances, kind }: Entry): string[] {
  if (kind === 'medication' && substances.length > 1) return [];
  const { unii = [], rxcui = [] } = names.ids ?? {};
  return [
    ...[unii].flat().flatMap((id) => [id.toLowerCase(), `unii ${id.toLowerCase()}`]),
    ...[rxcui].flat().map((id) => `rxcui ${id}`),
  ];
}

/** What harms most when it is taken for another medicine. */
const isHighRisk = (entry: Entry): boolean =>
  entry.kind === 'medication' &&
  (entry.profile.nti !== undefined ||
    /\bI[IV]*\b|\bV\b/.test(entry.profile.schedule ?? '') ||
    entry.classes?.some((id) => HIGH_RISK.has(id)) ||
    entry.substances.some((one) => one.startsWith('insulin')));

const HIGH_RISK: ReadonlySet<string> = new Set([
  'anticoagulants',
  'opioids',
  'insulins',
  'insulin',
  'narrow-therapeutic-index',
]);

/** Milligrams of each tablet and capsule. */
function soldIn(forms: readonly SoldForm[]): { sold?: readonly number[] } {
  const strengths = forms.flatMap((one) => (/Tablet|Capsule/.test(one.form) ? one.strengths : []));
  const figures = strengths.flatMap((strength) => /^(\d[\d.]*) mg(?: \(|$)/.exec(strength)?.[1] ?? []).map(Number);
  return figures.length > 0 ? { sold: [...new Set(figures)].toSorted((a, b) => a - b) } : {};
}

/** The figures of "Tablets of 2.5, 5 and 10 mg": what stands alone with a unit of mass, not "5 mg/325 mg". */
function strengthsIn(doses: readonly string[]): string[] {
  const lists = doses.flatMap(
    (text) => /^(?:[\w -]*: )?[\w -]*\b(?:tablets|capsules|caplets) of ([^;:(]+)/i.exec(text)?.[1] ?? [],
  );
  return [...new Set(lists.filter((list) => !list.includes('/')).flatMap(figuresIn))];
}

const figuresIn = (list: string): string[] =>
  Array.from(
    list.matchAll(/(?<![\w.])(\d[\d,]*(?:\.\d+)?)(?=(?:,? (?:and|or) |, )\d| (?:mg|mcg|micrograms)\b)/g),
    ([, figure]) => (figure as string).replaceAll(',', ''),
  );

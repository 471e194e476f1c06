import type { BreadcrumbList, DietarySupplement, Drug, Graph, MedicalWebPage, Substance } from 'schema-dts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { listPath, recordPath } from '../records/address.ts';
import { displayName, type Entry } from '../records/entry.ts';
import { identifiersOf } from '../records/identifiers.ts';
import { kindWords } from '../schema/kinds.ts';

/** JSON inside a script element: "</script>" and "<!--" in a text must not end it. */
export const scriptJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

interface Told {
  site: CatalogSite;
  lastModified: string;
  description: string;
}

/** schema.org's view of a record: a medical page about one thing, and where it stands in the site. */
export function recordData(entry: Entry, { site, lastModified, description }: Told): Graph {
  const url = site.siteUrl + recordPath(entry);
  const page: MedicalWebPage = {
    '@type': 'MedicalWebPage',
    '@id': url,
    url,
    name: displayName(entry),
    description,
    inLanguage: 'en',
    isAccessibleForFree: true,
    license: `${site.siteUrl}/terms`,
    dateModified: lastModified,
    ...(entry.profile.lastReviewed && { lastReviewed: entry.profile.lastReviewed }),
    publisher: { '@type': 'Organization', name: site.name, url: site.siteUrl },
    mainEntity: mainEntity(entry, url),
  };
  return { '@context': 'https://schema.org', '@graph': [page, breadcrumb(entry, site)] };
}

function mainEntity(entry: Entry, url: string): Drug | DietarySupplement | Substance {
  const { brands = [], synonyms = [], abbreviations = [], salts = [] } = entry.names;
  const others = [...brands, ...synonyms, ...abbreviations, ...salts];
  const known = {
    '@id': `${url}#subject`,
    url,
    name: displayName(entry),
    ...(others.length > 0 && { alternateName: others }),
    ...codes(entry),
  };
  switch (entry.kind) {
    case 'medication':
      return { '@type': 'Drug', ...known, ...drugFacts(entry) };
    case 'supplement':
      return {
        '@type': 'DietarySupplement',
        ...known,
        ...(entry.profile.whatItIs && { description: entry.profile.whatItIs }),
        ...(entry.profile.fdaStatus && { legalStatus: entry.profile.fdaStatus }),
        ...(entry.profile.cautionGroups && { safetyConsideration: entry.profile.cautionGroups.join('; ') }),
      };
    case 'peptide':
      return { '@type': 'Substance', ...known, ...(entry.profile.whatItIs && { description: entry.profile.whatItIs }) };
    default:
      return entry satisfies never;
  }
}

/** Ids of other registers, for whoever joins them: as any thing has them and as a medical entity has them. */
function codes(entry: Entry): Pick<Exclude<Substance, string>, 'identifier' | 'code'> {
  const ids = identifiersOf(entry);
  if (ids.length === 0) return {};
  return {
    identifier: ids.map(({ register, id }) => ({ '@type': 'PropertyValue', propertyID: register, value: id })),
    code: ids.map(({ register, id }) => ({
      '@type': 'MedicalCode',
      codingSystem: register === 'RxCUI' ? 'RxNorm' : register,
      codeValue: id,
    })),
  };
}

function drugFacts(entry: Extract<Entry, { kind: 'medication' }>): Partial<Exclude<Drug, string>> {
  const { genericName, drugClass, manufacturer, schedule, specialPopulations, blackBox } = entry.profile;
  const { brands = [] } = entry.names;
  // The ids of a combination are those of its ingredients: none of them is the RxCUI of the drug.
  const [rxcui, ...further] = identifiersOf(entry).flatMap(({ register, id }) => (register === 'RxCUI' ? [id] : []));
  return {
    ...(genericName && { nonProprietaryName: genericName }),
    ...(brands.length > 0 && { proprietaryName: brands }),
    ...(rxcui !== undefined && further.length === 0 && { rxcui }),
    ...(drugClass && { drugClass: { '@type': 'DrugClass', name: drugClass } }),
    ...(manufacturer && { manufacturer: { '@type': 'Organization', name: manufacturer } }),
    ...(schedule && { legalStatus: schedule }),
    ...(blackBox?.warning && { warning: blackBox.warning }),
    ...(specialPopulations?.pregnancy?.details && { pregnancyWarning: specialPopulations.pregnancy.details }),
  };
}

function breadcrumb(entry: Entry, site: CatalogSite): BreadcrumbList {
  const steps = [
    { name: site.name, path: '/' },
    { name: kindWords[entry.kind].many, path: listPath(entry.kind) },
    { name: displayName(entry), path: recordPath(entry) },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.siteUrl + path,
    })),
  };
}

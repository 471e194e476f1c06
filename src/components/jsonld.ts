import type { DietarySupplement, Drug, DrugClass, Graph, MedicalWebPage, Substance } from 'schema-dts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { CLASS_LIST, type ClassPage } from '../profile/class-page.ts';
import { listPath, recordPath } from '../records/address.ts';
import { displayName, type Entry } from '../records/entry.ts';
import { identifiersOf } from '../records/identifiers.ts';
import { kindWords } from '../schema/kinds.ts';

/** JSON inside a script element: "</script>" and "<!--" in a text must not end it. */
export const scriptJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

interface PageFacts {
  site: CatalogSite;
  lastModified: string;
  description: string;
}

/** schema.org's view of a record: a medical page about one thing, and where it is in the site. */
export function recordData(entry: Entry, { site, lastModified, description }: PageFacts): Graph {
  const url = site.siteUrl + recordPath(entry);
  const page: MedicalWebPage = {
    ...webPage(url, displayName(entry), { site, lastModified, description }),
    ...(entry.profile.lastReviewed && { lastReviewed: entry.profile.lastReviewed }),
    mainEntity: mainEntity(entry, url),
  };
  const { many } = kindWords[entry.kind];
  return graph(page, site, [
    { name: many, path: listPath(entry.kind) },
    { name: displayName(entry), path: recordPath(entry) },
  ]);
}

/** Of a class: a medical page, about a class of drugs where a medicine belongs to it. */
export function classPageData({ name, path, names, members }: ClassPage, told: PageFacts): Graph {
  const url = told.site.siteUrl + path;
  const drugs = members.filter(({ kind }) => kind === 'medication');
  const about: DrugClass = {
    '@type': 'DrugClass',
    '@id': `${url}#subject`,
    name,
    url,
    ...(names.length > 0 && { alternateName: names }),
    drug: drugs.map((entry) => ({
      '@type': 'Drug',
      name: displayName(entry),
      url: told.site.siteUrl + recordPath(entry),
    })),
  };
  const page: MedicalWebPage = { ...webPage(url, name, told), ...(drugs.length > 0 && { mainEntity: about }) };
  return graph(page, told.site, [
    { name: 'Classes', path: CLASS_LIST },
    { name, path },
  ]);
}

const webPage = (
  url: string,
  name: string,
  { site, lastModified, description }: PageFacts,
): Exclude<MedicalWebPage, string> => ({
  '@type': 'MedicalWebPage',
  '@id': url,
  url,
  name,
  description,
  inLanguage: 'en',
  isAccessibleForFree: true,
  license: `${site.siteUrl}/terms`,
  dateModified: lastModified,
  publisher: { '@type': 'Organization', name: site.name, url: site.siteUrl },
});

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

/** A page, and the steps that lead to it from the start page. */
function graph(page: MedicalWebPage, site: CatalogSite, steps: readonly { name: string; path: string }[]): Graph {
  const itemListElement = [{ name: site.name, path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    name,
    item: site.siteUrl + path,
  }));
  return { '@context': 'https://schema.org', '@graph': [page, { '@type': 'BreadcrumbList', itemListElement }] };
}

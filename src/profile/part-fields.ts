import type { Part } from '../records/parts.ts';

/** Profile fields of each part, of all kinds; a field may belong to two. A test holds this to the schemas. */
export const partFields: Readonly<Record<Part, readonly string[]>> = {
  overview: [
    'brandName',
    'genericName',
    'manufacturer',
    'fdaApproval',
    'drugClass',
    'schedule',
    'subtitle',
    'category',
    'fdaStatus',
    'regulatoryStatus',
    'whatItIs',
    'mechanismOfAction',
    'keyFinding',
  ],
  safety: ['blackBox', 'nti', 'schedule', 'regulatoryStatus', 'greyMarketRisks', 'rancidityRisk', 'cautionGroups'],
  uses: ['indications', 'dosing', 'researchUses'],
  dosing: [
    'doses',
    'routeProfiles',
    'forms',
    'dosing',
    'dosingNote',
    'whyFormMatters',
    'adminRoute',
    'compoundingGuidance',
    'stabilityAndForm',
  ],
  practical: ['bloodworkToMonitor', 'stabilityAndForm', 'certifications'],
  side_effects: ['sideEffects', 'routeProfiles'],
  interactions: ['drugInteractions', 'interactions'],
  populations: ['specialPopulations', 'cautionGroups'],
  stopping: ['taperingInfo'],
  evidence: ['clinicalTrials', 'studies', 'keyFinding', 'fundingContext'],
  alternatives: ['metabolicAlternatives', 'relatedMedications'],
  cost: ['costs'],
  questions: ['doctorQuestions'],
  sources: [],
};

/** Lists of `data` beside the profile, by the part they belong to. */
const partLists: Readonly<Partial<Record<Part, readonly string[]>>> = {
  overview: ['related', 'identifiers'],
  safety: ['contraindications'],
  dosing: ['sold_as'],
  practical: ['practical'],
};

/** Whatever is asked for, an answer says which edition of what it is. */
const ALWAYS = ['version', 'lastReviewed', 'id', 'name', 'genericName'];

/** What a profile answer holds, as far as its parts are chosen here. */
interface Answered {
  readonly profile: object;
  readonly sources: readonly { readonly id: string }[];
  readonly support: Readonly<Record<string, readonly string[]>>;
}

/**
 * `data` of a profile answer with only the parts asked for. Sources are those that support what is left, all of them
 * where `sources` is asked for.
 */
export function onlyParts<T extends Answered>(data: T, asked: readonly Part[]): Partial<T> {
  const fields = new Set([...ALWAYS, ...asked.flatMap((part) => partFields[part])]);
  const lists = new Set(asked.flatMap((part) => partLists[part] ?? []));
  const isLeft = (pointer: string): boolean => {
    const [, first = '', second = ''] = pointer.split('/');
    return first === 'profile' ? fields.has(second) : lists.has(first);
  };
  const support = Object.entries(data.support).filter(([pointer]) => isLeft(pointer));
  const cited = new Set(support.flatMap(([, ids]) => ids));
  const left: Record<string, unknown> = {
    profile: Object.fromEntries(Object.entries(data.profile).filter(([field]) => fields.has(field))),
    sources: asked.includes('sources') ? data.sources : data.sources.filter(({ id }) => cited.has(id)),
    support: Object.fromEntries(support),
  };
  const isPart = (key: string): boolean => !OPTIONAL.has(key) || lists.has(key);
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => (isPart(key) ? [[key, key in left ? left[key] : value]] : [])),
  ) as Partial<T>;
}

const OPTIONAL: ReadonlySet<string> = new Set(Object.values(partLists).flat());

/** Reads the medicines of FHIR JSON (R4 and R5): a Bundle, a List with what it contains, or one resource. */

import {
  type ListedEntry,
  lineOf,
  type ReadList,
  type SystemCode,
  sortedCodes,
  withoutRepeats,
} from './listed-entry.ts';

/** Any JSON object; whatever is asked of it may be absent or of another type. */
type Json = Readonly<Record<string, unknown>>;

/** @returns the entries, or a fault where the text is no JSON or holds no medicine. Never throws. */
export function fhirList(text: string): ReadList {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return { fault: 'This looks like JSON and is not complete or not valid, so nothing of it was read.' };
  }
  const resources = resourcesIn(whole);
  if (resources.length === 0)
    return { fault: 'This JSON is no FHIR Bundle, List or medication resource, so nothing of it was read.' };
  if (resources.length >= MOST_RESOURCES)
    return {
      fault: `This file holds ${MOST_RESOURCES} resources or more, so nothing of it was read. Export your medicines alone.`,
    };
  const file: FhirFile = {
    resources: resources.map(({ resource }) => resource),
    places: placesOf(resources),
    containers: new Map(resources.map(({ resource, container }) => [resource, container ?? resource])),
  };
  const deleted = deletedIn(file);
  const entries = file.resources.flatMap((resource) =>
    entriesOf(resource, file).map((entry) => (deleted.has(resource) ? { ...entry, notTaken: DELETED } : entry)),
  );
  return entries.length === 0
    ? { fault: 'This FHIR file holds no medication list that can be read here.' }
    : { entries: withoutRepeats(entries), what: 'FHIR' };
}

interface FoundResource {
  readonly resource: Json;
  readonly fullUrl: string;
  /** The resource that contains it. */
  readonly container?: Json | undefined;
}

interface FhirFile {
  readonly resources: readonly Json[];
  /** By address in the bundle, and by type and id; undefined where two have the same. */
  readonly places: ReadonlyMap<string, Json | undefined>;
  /** The resource whose `contained` a "#" of each refers to: its own, or that which contains it. */
  readonly containers: ReadonlyMap<Json, Json>;
}

const MOST_RESOURCES = 20_000;
const DEEPEST = 4;

/** All resources: those of a bundle, and of bundles in it. What one contains is its own: its ids hold there alone. */
function resourcesIn(whole: unknown): FoundResource[] {
  const found: FoundResource[] = [];
  const add = (value: unknown, fullUrl: string, depth: number, container?: Json): void => {
    if (!isObject(value) || typeof value.resourceType !== 'string' || found.length >= MOST_RESOURCES) return;
    found.push({ resource: value, fullUrl, container });
    if (depth >= DEEPEST) return;
    for (const one of listIn(value, 'contained'))
      if (isObject(one) && one.resourceType !== 'Medication') add(one, '', depth + 1, value);
    if (value.resourceType !== 'Bundle') return;
    for (const entry of listIn(value, 'entry'))
      if (isObject(entry)) add(entry.resource, textIn(entry, 'fullUrl') ?? '', depth + 1);
  };
  for (const one of Array.isArray(whole) ? whole : [whole]) add(one, '', 0);
  return found;
}

function placesOf(found: readonly FoundResource[]): Map<string, Json | undefined> {
  const places = new Map<string, Json | undefined>();
  const add = (place: string, resource: Json): Map<string, Json | undefined> =>
    places.set(place, places.has(place) && places.get(place) !== resource ? undefined : resource);
  for (const { resource, fullUrl } of found) {
    const id = textIn(resource, 'id');
    if (fullUrl !== '') add(fullUrl, resource);
    if (id !== undefined) add(`${resource.resourceType}/${id}`, resource);
  }
  return places;
}

/** The resource that a reference leads to: contained in the one that refers, by its address in the bundle, or by type and id. */
function referred(reference: string | undefined, from: Json, { places, containers }: FhirFile): Json | undefined {
  if (reference === undefined) return undefined;
  if (reference.startsWith('#'))
    return listIn(containers.get(from) ?? from, 'contained')
      .filter(isObject)
      .find(({ id }) => `#${id}` === reference);
  if (places.has(reference)) return places.get(reference);
  return places.get(TYPE_AND_ID.exec(reference)?.[1] ?? '');
}

const TYPE_AND_ID = /(?:^|\/)([A-Z]\w+\/[\w.-]+)(?:\/_history\/[\w.-]+)?$/;

function entriesOf(resource: Json, file: FhirFile): ListedEntry[] {
  switch (resource.resourceType) {
    case 'MedicationRequest':
    case 'MedicationStatement':
    case 'MedicationUsage':
    case 'MedicationDispense':
      return [medicationEntry(resource, file)];
    case 'List':
      return entriesOfList(resource).flatMap((entry) => listEntry(entry, resource, file));
    default:
      return [];
  }
}

const entriesOfList = (list: Json): Json[] => listIn(list, 'entry').filter(isObject);

/** Requests and statements of the file that a List of it has deleted. */
const deletedIn = (file: FhirFile): ReadonlySet<Json> =>
  new Set<Json>(
    file.resources
      .filter(({ resourceType }) => resourceType === 'List')
      .flatMap((list) =>
        entriesOfList(list)
          .filter(({ deleted }) => deleted === true)
          .flatMap((entry): Json[] => {
            const target = referred(itemOf(entry).reference, list, file);
            return target === undefined ? [] : [target];
          }),
      ),
  );

const DELETED = 'deleted';

const itemOf = ({ item }: Json): { reference?: string | undefined; display?: string | undefined } =>
  isObject(item) ? { reference: textIn(item, 'reference'), display: textIn(item, 'display') } : {};

/** An item of a List that is in the same file is read there; of another one its words are all there is. */
function listEntry(entry: Json, list: Json, file: FhirFile): ListedEntry[] {
  const { reference, display } = itemOf(entry);
  const target = referred(reference, list, file);
  if (target !== undefined && target.resourceType !== 'Medication') return [];
  // A list of problems or of allergies names no medicines.
  const type = TYPE_AND_ID.exec(reference ?? '')?.[1];
  if (type !== undefined && !type.startsWith('Medication')) return [];
  const concept = isObject(target?.code) ? target.code : {};
  return [entryOf(concept, { display: display ?? reference, notTaken: entry.deleted === true ? DELETED : undefined })];
}

function medicationEntry(resource: Json, file: FhirFile): ListedEntry {
  const medication = isObject(resource.medication) ? resource.medication : {};
  const reference = [resource.medicationReference, medication.reference].find(isObject);
  const target = reference && referred(textIn(reference, 'reference'), resource, file);
  const concept = [resource.medicationCodeableConcept, medication.concept, target?.code].find(isObject) ?? {};
  const status = textIn(resource, 'status');
  return entryOf(concept, {
    display: reference && textIn(reference, 'display'),
    directions: [...listIn(resource, 'dosageInstruction'), ...listIn(resource, 'dosage')].find(isObject),
    notTaken:
      resource.doNotPerform === true
        ? 'not to be taken'
        : resource.status !== undefined && NOT_TAKEN.has(status ?? '')
          ? status
          : undefined,
  });
}

const NOT_TAKEN: ReadonlySet<string> = new Set([
  'stopped',
  'completed',
  'cancelled',
  'entered-in-error',
  'not-taken',
  'declined',
  'ended',
  'draft',
]);

function entryOf(
  concept: Json,
  {
    display,
    directions,
    notTaken,
  }: { display?: string | undefined; directions?: Json | undefined; notTaken?: string | undefined },
): ListedEntry {
  const codings = listIn(concept, 'coding').filter(isObject);
  const codes = codings.flatMap((coding): SystemCode[] => {
    const [system, code] = [textIn(coding, 'system'), textIn(coding, 'code')];
    return code === undefined ? [] : [{ system: system ?? '', code }];
  });
  const displays = codings.flatMap((coding) => textIn(coding, 'display') ?? []);
  const name = textIn(concept, 'text') ?? displays[0] ?? display;
  const sorted = sortedCodes(codes);
  const said = lineOf([name, directions && textIn(directions, 'text')]);
  return {
    text: said || (sorted.codes ?? sorted.otherCodes ?? ['An entry without a name'])[0] || '',
    ...sorted,
    ...(notTaken !== undefined && { notTaken }),
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (object: Json, key: string): readonly unknown[] => {
  const value = object[key];
  return Array.isArray(value) ? value : [];
};
const textIn = (object: Json, key: string): string | undefined => {
  const value = object[key];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

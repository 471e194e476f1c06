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
  const entries = resources.flatMap(({ resource }) => entriesOf(resource, resources));
  return entries.length === 0
    ? { fault: 'This FHIR file holds no medication list that can be read here.' }
    : { entries: withoutRepeats(entries), what: 'FHIR' };
}

interface FoundResource {
  readonly resource: Json;
  readonly fullUrl: string;
}

const MOST_RESOURCES = 20_000;
const DEEPEST = 4;

/** All resources: those of a bundle, of bundles in it, and those that another contains. */
function resourcesIn(whole: unknown): FoundResource[] {
  const found: FoundResource[] = [];
  const add = (value: unknown, fullUrl: string, depth: number): void => {
    if (!isObject(value) || typeof value.resourceType !== 'string' || found.length >= MOST_RESOURCES) return;
    found.push({ resource: value, fullUrl });
    if (depth >= DEEPEST) return;
    for (const one of listIn(value, 'contained')) add(one, '', depth + 1);
    if (value.resourceType !== 'Bundle') return;
    for (const entry of listIn(value, 'entry'))
      if (isObject(entry)) add(entry.resource, textIn(entry, 'fullUrl') ?? '', depth + 1);
  };
  for (const one of Array.isArray(whole) ? whole : [whole]) add(one, '', 0);
  return found;
}

function entriesOf(resource: Json, all: readonly FoundResource[]): ListedEntry[] {
  switch (resource.resourceType) {
    case 'MedicationRequest':
    case 'MedicationStatement':
    case 'MedicationUsage':
    case 'MedicationDispense':
      return [medicationEntry(resource, all)];
    case 'List':
      return listIn(resource, 'entry').flatMap((entry) => (isObject(entry) ? listEntry(entry, all) : []));
    default:
      return [];
  }
}

/** An item of a List that is in the same file is read there; of another one its words are all there is. */
function listEntry(entry: Json, all: readonly FoundResource[]): ListedEntry[] {
  const item = isObject(entry.item) ? entry.item : {};
  const target = referred(textIn(item, 'reference'), all);
  const display = textIn(item, 'display');
  if (target?.resourceType === 'Medication') {
    const concept = isObject(target.code) ? target.code : {};
    return [entryOf(concept, { display, notTaken: entry.deleted === true ? 'deleted' : undefined })];
  }
  return target !== undefined || display === undefined ? [] : [{ text: lineOf([display]) }];
}

function medicationEntry(resource: Json, all: readonly FoundResource[]): ListedEntry {
  const medication = isObject(resource.medication) ? resource.medication : {};
  const reference = [resource.medicationReference, medication.reference].find(isObject);
  const target = reference && referred(textIn(reference, 'reference'), all);
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

/** The resource that a reference leads to: contained, by its address in the bundle, or by type and id. */
function referred(reference: string | undefined, all: readonly FoundResource[]): Json | undefined {
  if (reference === undefined) return undefined;
  return all.find(({ resource, fullUrl }) => {
    const id = textIn(resource, 'id');
    return (
      (fullUrl !== '' && fullUrl === reference) ||
      (id !== undefined && (reference === `#${id}` || reference.endsWith(`${resource.resourceType}/${id}`)))
    );
  })?.resource;
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

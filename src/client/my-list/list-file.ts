/** A kept list as a file, ours or a FHIR List, and back. */
import {
  isObject,
  isRef,
  type KeptItem,
  type KeptList,
  listOf,
  MOST_ITEMS,
  newId,
  parsed,
  plainLine,
} from './kept-lists.ts';

/** Larger files are not read: a list of twenty lines takes a few kilobytes. */
export const MOST_BYTES = 200_000;
const FORMAT = 'materia-list';

/** The file of this site: what was written, the records, the date. What was seen of records stays on the device. */
export const listFile = ({ name, date, items }: KeptList): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, name, date, items: items.map(({ text, ref, name: record }) => ({ text, ref, name: record })) }, null, 2)}\n`;

/** FHIR R4 List (hl7.org/fhir/R4/list.html): each line as display text, with the address of its record where it has one. */
export const fhirList = ({ name, date, items }: KeptList, siteUrl: string): string =>
  `${JSON.stringify(
    {
      resourceType: 'List',
      status: 'current',
      mode: 'snapshot',
      title: name,
      code: { coding: [{ system: USE_CODES, code: 'medications' }] },
      date,
      entry: items.map(({ text, ref }) => ({
        item: { ...(ref && { identifier: { system: siteUrl, value: ref } }), display: text },
      })),
    },
    null,
    2,
  )}\n`;
const USE_CODES = 'http://terminology.hl7.org/CodeSystem/list-example-use-codes';

/** What a file holds, or the sentence that says why it is refused. */
export type ListImport = { readonly list: KeptList } | { readonly refusal: string };

export function readListFile(text: string, today: string): ListImport {
  const value = parsed(text);
  if (!isObject(value)) return { refusal: 'This is not a list that we can read: it is no JSON file.' };
  if (value.format === FORMAT) return checked(value.items, () => listOf(value, today));
  if (value.resourceType === 'List')
    return checked(value.entry, (entries) => ({
      id: newId(),
      name: plainLine(value.title) || 'Imported list',
      date: today,
      items: entries.flatMap((entry) => fhirItem(entry, value) ?? []),
      asked: [],
    }));
  return { refusal: 'This is not a list that we can read: it is neither a file of this page nor a FHIR List.' };
}

function checked(items: unknown, make: (items: readonly unknown[]) => KeptList | undefined): ListImport {
  if (!Array.isArray(items)) return { refusal: 'The file has no lines.' };
  if (items.length > MOST_ITEMS)
    return {
      refusal: `The file has ${items.length.toLocaleString('en')} lines; a list has at most ${MOST_ITEMS}. Nothing was taken from it.`,
    };
  const list = make(items);
  return list && list.items.length > 0
    ? { list: { ...list, id: newId(), items: list.items.map((item) => ({ ...item, id: newId() })) } }
    : { refusal: 'The file has no line with a name.' };
}

/** The display text of an entry, or what a contained resource of it is called. A deleted entry is none. */
function fhirItem(entry: unknown, { contained }: Record<string, unknown>): KeptItem | undefined {
  if (!isObject(entry) || entry.deleted === true || !isObject(entry.item)) return undefined;
  const { display, reference, identifier } = entry.item;
  const inside = (Array.isArray(contained) ? contained : []).find(
    (one) => isObject(one) && typeof reference === 'string' && reference === `#${String(one.id)}`,
  );
  const text = plainLine(display) || plainLine(isObject(inside) ? conceptText(inside) : undefined);
  if (text === '') return undefined;
  const value = isObject(identifier) ? identifier.value : undefined;
  return { id: newId(), text, ...(isRef(value) && { ref: value, name: value.replace(/^.*\//, '') }) };
}

/** `medicationCodeableConcept` of R4, `medication.concept` of R5, or the `code` of a Medication. */
function conceptText(resource: Record<string, unknown>): unknown {
  const { medicationCodeableConcept, medication, code } = resource;
  const concept = [medicationCodeableConcept, isObject(medication) ? medication.concept : undefined, code].find(
    isObject,
  );
  const [coding] = Array.isArray(concept?.coding) ? concept.coding : [];
  return concept?.text ?? (isObject(coding) ? coding.display : undefined);
}

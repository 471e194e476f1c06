/** A list from a health record, as a file or as text that was pasted: FHIR JSON, C-CDA XML, a table, or plain lines. */

import { ccdaList } from './ccda-list.ts';
import { csvList } from './csv-list.ts';
import { fhirList } from './fhir-list.ts';
import type { ReadList } from './listed-entry.ts';
import { pastedList } from './pasted-list.ts';

/** Bytes of a file: larger ones are records of years, of which a page should not make the device wait. */
export const MOST_BYTES = 20_000_000;

/** Whether a text is rather a file of a health record than lines that somebody typed. */
export const isHealthRecord = (text: string): boolean =>
  /^\s*(?:[{[]\s*["{]|<)/.test(text) || csvList(text.slice(0, 4000)) !== undefined;

/** What a document of a health record begins with; a line that somebody typed may begin with any sign. */
const DOCUMENT = /^(?:<\?xml|<(?:\w+:)?ClinicalDocument|[{[][\s\S]*"resourceType")/;

/** The entries of a file, or of a text that was typed; nothing of it leaves the device. */
export function readList(text: string, isTyped = false): ReadList {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  const lines = (): ReadList => ({ entries: pastedList(start).map((line) => ({ text: line })), what: 'list' });
  if (isTyped && /^[<{[]/.test(start) && !DOCUMENT.test(start)) return lines();
  if (start.startsWith('{') || start.startsWith('[')) return fhirList(start);
  if (start.startsWith('<')) return ccdaList(start);
  return csvList(start) ?? lines();
}

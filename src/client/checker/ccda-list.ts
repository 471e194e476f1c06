/** Reads the medication section of a C-CDA document. */

import {
  type ListedEntry,
  lineOf,
  type ReadList,
  type SystemCode,
  sortedCodes,
  withoutRepeats,
} from './listed-entry.ts';

/**
 * @returns the entries, or a fault where the text is no such document. A document type is refused before anything is parsed: no
 * entity is ever expanded or fetched. Never throws; what a document holds is never run.
 */
export function ccdaList(text: string): ReadList {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return {
      fault: 'This XML has a document type or entities, which are not read here for safety. Nothing of it was read.',
    };
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0)
    return { fault: 'This looks like XML and is not complete or not valid, so nothing of it was read.' };
  const sections = all(document, 'section').filter((section) =>
    all(section, 'code').some(
      (code) => code.parentElement === section && MEDICATIONS.has(code.getAttribute('code') ?? ''),
    ),
  );
  if (sections.length === 0)
    return { fault: 'This XML has no medication section of a C-CDA document, so nothing of it was read.' };
  const entries = sections.flatMap((section) =>
    all(section, 'substanceAdministration')
      .filter((one) => !all(section, 'substanceAdministration').some((outer) => outer !== one && outer.contains(one)))
      .map((one) => entryOf(one, section)),
  );
  return entries.length === 0
    ? { fault: 'The medication section of this document has no coded entries. Copy its text into the list instead.' }
    : { entries: withoutRepeats(entries), what: 'C-CDA' };
}

/** LOINC codes of sections: history of medication use, discharge and admission medications. */
const MEDICATIONS: ReadonlySet<string> = new Set(['10160-0', '10183-2', '42346-7', '29549-3', '75311-1']);

function entryOf(administration: Element, section: Element): ListedEntry {
  const [material] = all(administration, 'manufacturedMaterial');
  const [code] = material ? all(material, 'code') : [];
  const coded = code ? [code, ...all(code, 'translation')] : [];
  const codes = coded.flatMap((one): SystemCode[] => {
    const value = one.getAttribute('code');
    return value === null ? [] : [{ system: one.getAttribute('codeSystem') ?? '', code: value }];
  });
  const displays = coded.flatMap((one) => one.getAttribute('displayName') ?? []);
  const original = code ? textBehind(all(code, 'originalText')[0], section) : undefined;
  const name = displays[0] ?? original ?? (material && all(material, 'name')[0]?.textContent) ?? undefined;
  const sorted = sortedCodes(codes);
  const notTaken = notTakenOf(administration);
  return {
    text: lineOf([name]) || (sorted.codes ?? sorted.otherCodes ?? ['An entry without a name'])[0] || '',
    ...sorted,
    ...(notTaken !== undefined && { notTaken }),
  };
}

function notTakenOf(administration: Element): string | undefined {
  if (administration.getAttribute('negationInd') === 'true') return 'not taken';
  const status = all(administration, 'statusCode').find((one) => one.parentElement === administration);
  const code = status?.getAttribute('code') ?? '';
  return ['completed', 'aborted', 'cancelled', 'suspended', 'nullified'].includes(code) ? code : undefined;
}

/** A text that refers to a place in the words of its section is found there. */
function textBehind(original: Element | undefined, section: Element): string | undefined {
  const own = original?.textContent?.trim();
  if (own) return own;
  const target = original && all(original, 'reference')[0]?.getAttribute('value')?.replace(/^#/, '');
  if (!target) return undefined;
  return all(section, '*').find((one) => one.getAttribute('ID') === target)?.textContent ?? undefined;
}

const all = (root: Document | Element, name: string): Element[] => [...root.getElementsByTagNameNS('*', name)];

/** Reads the medication section of a C-CDA document. */

import {
  type ListedEntry,
  lineOf,
  type ReadList,
  type SystemCode,
  sortedCodes,
  withoutRepeats,
} from './listed-entry.ts';
import { childrenOf, elementsIn, textIn, type XmlElement, xmlTree } from './xml-tree.ts';

/**
 * @returns the entries, or a fault where the text is no such document. A document type is refused before anything is read: no entity is
 * ever expanded or fetched. Never throws.
 */
export function ccdaList(text: string): ReadList {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return {
      fault: 'This XML has a document type or entities, which are not read here for safety. Nothing of it was read.',
    };
  const root = xmlTree(text.trim());
  if (root === undefined)
    return { fault: 'This looks like XML and is not complete or not valid, so nothing of it was read.' };
  // A section may come alone, cut out of its document.
  const found = root.name === 'section' ? [root] : elementsIn(root, 'section');
  const sections = found.filter((section) =>
    childrenOf(section, 'code').some(({ attributes }) => MEDICATIONS.has(attributes.get('code') ?? '')),
  );
  if (sections.length === 0)
    return { fault: 'This XML has no medication section of a C-CDA document, so nothing of it was read.' };
  const entries = sections.flatMap((section) =>
    childrenOf(section, 'entry')
      .flatMap((entry) => elementsIn(entry, 'substanceAdministration').slice(0, 1))
      .map((one) => entryOf(one, section)),
  );
  return entries.length === 0
    ? { fault: 'The medication section of this document has no coded entries. Copy its text into the list instead.' }
    : { entries: withoutRepeats(entries), what: 'C-CDA' };
}

/** LOINC codes of sections: history of medication use, medications at discharge and at admission. */
const MEDICATIONS: ReadonlySet<string> = new Set(['10160-0', '10183-2', '42346-7', '75311-1']);

function entryOf(administration: XmlElement, section: XmlElement): ListedEntry {
  const [material] = elementsIn(administration, 'manufacturedMaterial');
  const [code] = material ? childrenOf(material, 'code') : [];
  const coded = code ? [code, ...childrenOf(code, 'translation')] : [];
  const codes = coded.flatMap(({ attributes }): SystemCode[] => {
    const value = attributes.get('code');
    return value === undefined ? [] : [{ system: attributes.get('codeSystem') ?? '', code: value }];
  });
  const [display] = coded.flatMap(({ attributes }) => attributes.get('displayName') ?? []);
  const [original] = code ? childrenOf(code, 'originalText') : [];
  const [name] = material ? childrenOf(material, 'name') : [];
  const sorted = sortedCodes(codes);
  const notTaken = notTakenOf(administration);
  return {
    text:
      lineOf([display ?? (original && originalWords(original, section)) ?? (name && textIn(name))]) ||
      ((sorted.codes ?? sorted.otherCodes ?? ['An entry without a name'])[0] as string),
    ...sorted,
    ...(notTaken !== undefined && { notTaken }),
  };
}

function notTakenOf(administration: XmlElement): string | undefined {
  if (administration.attributes.get('negationInd') === 'true') return 'not taken';
  const code = childrenOf(administration, 'statusCode')[0]?.attributes.get('code') ?? '';
  if (code === 'completed') return isEnded(administration) ? code : undefined;
  return ['aborted', 'cancelled', 'suspended', 'nullified'].includes(code) ? code : undefined;
}

/**
 * Whether a time of it has an end, or is one moment. Some systems write "completed" for the entry and not for the course, and then leave
 * the end open: what may still be taken is checked.
 */
const isEnded = (administration: XmlElement): boolean => {
  const times = childrenOf(administration, 'effectiveTime');
  const areKnown = (name: 'low' | 'high'): boolean[] =>
    times.flatMap((time) => childrenOf(time, name)).map(({ attributes }) => attributes.has('value'));
  const [starts, ends] = [areKnown('low'), areKnown('high')];
  return ends.length > 0 ? ends.every(Boolean) : !starts.some(Boolean);
};

/** The words of an entry, or those of its section that it refers to. */
function originalWords(original: XmlElement, section: XmlElement): string | undefined {
  const own = textIn(original).trim();
  if (own !== '') return own;
  const target = childrenOf(original, 'reference')[0]?.attributes.get('value')?.replace(/^#/, '');
  const found = target ? elementsIn(section, '*').find(({ attributes }) => attributes.get('ID') === target) : undefined;
  return found && textIn(found);
}

/** A line of a list of medicines, typed or read from a file of a health record. */
export interface ListedEntry {
  /** The name with what is said of its strength and directions, for the eye and for the resolver. */
  readonly text: string;
  /** What the resolver takes for its codes: "rxcui:312961", "unii:5Q7ZVV76EI". */
  readonly codes?: readonly string[];
  /** Codes of systems that are not read here, in words: "SNOMED CT 372756006". */
  readonly otherCodes?: readonly string[];
  /** What the file says of a thing that is not taken: "stopped". */
  readonly notTaken?: string;
}

/** The entries of a file, or why there are none. */
export type ReadList = { readonly entries: readonly ListedEntry[]; readonly what: string } | { readonly fault: string };

/** A code with the system that it is of, by its address (FHIR) or its object identifier (C-CDA). */
export interface SystemCode {
  readonly system: string;
  readonly code: string;
}

const READ: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/rxnorm|2\.16\.840\.1\.113883\.6\.88$/i, 'rxcui:'],
  [/fdasis|unii|2\.16\.840\.1\.113883\.4\.9$/i, 'unii:'],
];
const NAMES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/snomed|2\.16\.840\.1\.113883\.6\.96$/i, 'SNOMED CT'],
  [/ndc|2\.16\.840\.1\.113883\.6\.69$/i, 'NDC'],
  [/atc|2\.16\.840\.1\.113883\.6\.73$/i, 'ATC'],
  [/cvx|2\.16\.840\.1\.113883\.12\.292$/i, 'CVX'],
];

/** Codes that the resolver takes, and the others in words. */
export function sortedCodes(codes: readonly SystemCode[]): Pick<ListedEntry, 'codes' | 'otherCodes'> {
  const read: string[] = [];
  const others: string[] = [];
  for (const { system, code } of codes) {
    if (!/^[\w.-]{1,40}$/.test(code)) continue;
    const prefix = READ.find(([pattern]) => pattern.test(system))?.[1];
    if (prefix) read.push(`${prefix}${code}`);
    else others.push(`${NAMES.find(([pattern]) => pattern.test(system))?.[1] ?? 'Code'} ${code}`);
  }
  return { ...(read.length > 0 && { codes: read }), ...(others.length > 0 && { otherCodes: others }) };
}

/** An entry as a line of the resolver's length; what is longer is the directions. */
export const lineOf = (parts: readonly (string | undefined)[]): string =>
  parts
    .flatMap((part) => part?.replace(/\s+/g, ' ').trim() || [])
    .join(' ')
    .slice(0, LONGEST);
const LONGEST = 500;

/** The same thing twice is one entry; the order stays. One that is taken stands for one that is not. */
export function withoutRepeats(entries: readonly ListedEntry[]): ListedEntry[] {
  const seen = new Map<string, ListedEntry>();
  for (const entry of entries) {
    const key = entry.codes?.toSorted().join() ?? entry.text.toLowerCase();
    const known = seen.get(key);
    if (known === undefined || (known.notTaken !== undefined && entry.notTaken === undefined)) seen.set(key, entry);
  }
  return [...seen.values()].toSorted((a, b) => Number(a.notTaken !== undefined) - Number(b.notTaken !== undefined));
}

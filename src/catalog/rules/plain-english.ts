import type { Path } from '../yaml.ts';
import { EXCUSED, UNEDITED_INTERACTIONS } from './phrase-exceptions.ts';
import { QUESTIONABLE, REFUSED, REFUSED_OF_READERS, type ReplacedPhrase } from './phrases.ts';
import { type RecordRule, strings, type WrittenRecord } from './rule.ts';

/** A phrase of the list where a record has it. */
export interface FoundPhrase {
  readonly path: Path;
  /** As the record writes it. */
  readonly found: string;
  readonly better: string;
}

/** Names, identifiers and who paid are copied from their sources. */
const COPIED = new Set([
  ...['brandName', 'color', 'drug', 'funded', 'funder', 'genericName', 'id', 'item', 'lastReviewed', 'link'],
  ...['manufacturer', 'medId', 'medName', 'name', 'publication', 'sources', 'version'],
]);

/** Practical facts that say what the reader does. */
const DONE_BY_READERS = new Set(['driving', 'missedDose', 'storage', 'timing']);

/** The prose of a record, with the path of each text. */
export const proseOf = ({ contraindications, practical, profile }: Partial<WrittenRecord>): [Path, string][] =>
  strings({ contraindications, practical, profile }).filter(
    ([path]) => !path.some((step) => typeof step === 'string' && COPIED.has(step)),
  );

/** Whether a path leads into the interactions of a record. */
export const isOfInteractions = (path: Path): boolean => path[1] === 'drugInteractions' || path[1] === 'interactions';

/** The phrases of a list in texts, each with its better words. */
function findPhrases(phrases: readonly ReplacedPhrase[]): (texts: readonly [Path, string][]) => FoundPhrase[] {
  const any = new RegExp(`\\b(?:${phrases.map(([not]) => not).join('|')})(?!\\w)`, 'gi');
  const each = phrases.map(([not, but]) => ({ start: new RegExp(`\\b${not}(?!\\w)`, 'iy'), but }));
  return (texts) =>
    texts.flatMap(([path, text]) =>
      [...text.matchAll(any)].map(({ 0: found, index }) => ({
        path,
        found,
        better: each.find(({ start }) => isAt(start, text, index))?.but ?? '',
      })),
    );
}

function isAt(sticky: RegExp, text: string, index: number): boolean {
  sticky.lastIndex = index;
  return sticky.test(text);
}

const refusedAnywhere = findPhrases(REFUSED);
const refusedOfReaders = findPhrases(REFUSED_OF_READERS);
const questionable = findPhrases(QUESTIONABLE);

/** The phrases of a record that the check refuses. */
export function refusedPhrases(record: Partial<WrittenRecord>): FoundPhrase[] {
  const texts = proseOf(record);
  const ofReaders = texts.filter(([[part, key]]) => part === 'practical' && DONE_BY_READERS.has(String(key)));
  return [...refusedAnywhere(texts), ...refusedOfReaders(ofReaders)];
}

/** The phrases of a record that need an editor's judgment. */
export const questionablePhrases = (record: Partial<WrittenRecord>): FoundPhrase[] => questionable(proseOf(record));

/** The refused phrases of a record that no exception excuses. */
export function unexcusedPhrases(record: WrittenRecord, ref: string): FoundPhrase[] {
  const isExcused = ({ path, found }: FoundPhrase): boolean =>
    (isOfInteractions(path) && UNEDITED_INTERACTIONS.has(ref)) ||
    EXCUSED.some((one) => one.record === ref && one.phrase === found);
  return refusedPhrases(record).filter((one) => !isExcused(one));
}

/** Phrases that an editor would strike are not used (content/VOICE.md). */
export const plainEnglish: RecordRule = {
  name: 'plain-english',
  check: (record, file, { kind, slug }) =>
    unexcusedPhrases(record, `${kind}/${slug}`).map(({ path, found, better }) =>
      file.at(path, `says "${found}"; write: ${better}`),
    ),
};

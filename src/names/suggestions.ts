import { distance } from 'fastest-levenshtein';
import type { Kind } from '../schema/kinds.ts';
import { joined, normalize } from '../text/normalize.ts';
import { type Candidate, candidatesFor, isLikely } from './candidates.ts';
import { type NamedRecord, type NameIndex, unique } from './name-index.ts';

export interface RecordRef {
  readonly kind: Kind;
  readonly slug: string;
  readonly name: string;
  /** The name of it that is near what was asked, where that is another: "zoloft" of sertraline. */
  readonly matched?: string;
}

/** Records named in the query, misspelled by it, or beginning with it; records of the requested kind first. */
export function suggestRecords(index: NameIndex, query: string, kind?: Kind): RecordRef[] {
  const text = normalize(query);
  return refs([
    ...recordsOfSlug(index, text),
    ...recordsIn(index, text),
    ...recordsNear(index, candidatesFor(index, text)),
    ...recordsFrom(index, text),
  ]).sort((a, b) => Number(b.kind === kind) - Number(a.kind === kind));
}

/** The first few of a list of records, without repeats, each with the name of it that was near. */
export const refs = (
  records: readonly NamedRecord[],
  matchedOf: (record: NamedRecord) => string | undefined = () => undefined,
): RecordRef[] =>
  unique(records)
    .slice(0, MOST)
    .map((record) => {
      const matched = matchedOf(record);
      return { ...ref(record), ...(matched && matched !== normalize(record.name) && { matched }) };
    });

export const ref = ({ kind, slug, name }: NamedRecord): RecordRef => ({ kind, slug, name });

const MOST = 5;

/** Records whose slug is one letter off. A wrong address cannot belong to another drug, so each of them may be meant. */
function recordsOfSlug(index: NameIndex, text: string): NamedRecord[] {
  const asked = text.replaceAll(' ', '-');
  const near = index.near(joined(text), 1).flatMap((name) => recordsNamed(index, joined(name)));
  return near.filter(({ slug }) => distance(slug, asked) === 1);
}

export const recordsIn = (index: NameIndex, text: string): NamedRecord[] =>
  [joined(text), ...text.split(' ').slice(0, 24)].flatMap((word) => recordsNamed(index, word));

export const recordsNamed = (index: NameIndex, letters: string): NamedRecord[] =>
  index.ownNamed(letters).map(({ record }) => record);

/** Records whose name is near enough to be meant; none if the text is nearer to a known drug without a record. */
export function recordsNear(index: NameIndex, near: readonly Candidate[]): NamedRecord[] {
  const [best] = near;
  if (best && isLikely(best) && index.recordsAbout(best.thing).length === 0) return [];
  return near.filter((name) => isLikely(name, 1.5)).flatMap(({ thing }) => index.recordsAbout(thing));
}

export const recordsFrom = (index: NameIndex, text: string): readonly NamedRecord[] =>
  text.length < 3 ? [] : index.beginningWith(text, 4 * MOST);

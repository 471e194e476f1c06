import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Entry } from '../records/entry.ts';
import type { KeptPlace } from './kept.ts';

/** A record as its text says, wherever its file lies. */
export type ReadEntry = Omit<Entry, 'file' | 'digest'>;

type Parts = Readonly<Record<string, unknown>>;
type Whole = Parts & { readonly profile: Parts };

/** Parts beside the profile that lists and other records do not tell of. */
const LONG = new Set(['sources', 'support', 'supports', 'practical', 'contraindications', 'interactionMarks']);
const isLongBeside = (name: string): boolean => LONG.has(name);

/** What names, search and relatives are made of; any other list or group of a profile is long. */
const SHORT = new Set(['doses', 'dosing', 'indications', 'researchUses', 'relatedMedications']);
const isLongInProfile = (name: string, value: unknown): boolean =>
  typeof value === 'object' && value !== null && !SHORT.has(name);

/** A kept record: what is short of it, and the last day that its dates were held to. */
interface Short {
  /** A long part is undefined, in its place among the others. */
  readonly entry: Whole;
  readonly lastDay: string;
}

/** Where a record is kept: what is short of it, and its long parts. */
export type EntryPlaces = (stage: 'entry' | 'long-parts') => KeptPlace;

export function putEntry(placeOf: EntryPlaces, entry: ReadEntry, lastDay: string): void {
  const whole = entry as unknown as Whole;
  const without = (parts: Parts, isLong: typeof isLongInProfile): Parts =>
    Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, isLong(name, value) ? undefined : value]));
  const parts = { ...without(whole, isLongBeside), profile: without(whole.profile, isLongInProfile) };
  putLong(placeOf('long-parts'), entry);
  placeOf('entry').put(serialize({ entry: parts, lastDay } satisfies Short));
}

function putLong(place: KeptPlace, entry: ReadEntry): Whole {
  const parts = longParts(entry);
  place.put(serialize(parts));
  return parts;
}

function longParts(entry: ReadEntry): Whole {
  const whole = entry as unknown as Whole;
  const longOf = (parts: Parts, isLong: typeof isLongInProfile): Parts =>
    Object.fromEntries(Object.entries(parts).filter(([name, value]) => isLong(name, value)));
  return { ...longOf(whole, isLongBeside), profile: longOf(whole.profile, isLongInProfile) };
}

/**
 * A record that was kept, and the last day that its dates were held to; undefined where there is none. Its long parts are
 * read whenever they are asked for, of the last few records once: ten thousand whole ones take half a gigabyte. `again`
 * makes the record anew, for a store that has lost it meanwhile.
 */
export function keptEntry(
  placeOf: EntryPlaces,
  again: () => ReadEntry,
): { entry: ReadEntry; lastDay: string } | undefined {
  const { value } = placeOf('entry');
  if (value === undefined) return undefined;
  const { entry, lastDay } = deserialize(value) as Short;
  let place: KeptPlace | undefined;
  const long = (): Whole => {
    place ??= placeOf('long-parts');
    const read = lastRead.get(place.key) ?? readLong(place) ?? putLong(place, again());
    lastRead.set(place.key, read);
    return read;
  };
  const beside = {
    ...entry,
    profile: withLong(
      entry.profile,
      (_, part) => part === undefined,
      () => long().profile,
    ),
  };
  return { entry: withLong(beside, isLongBeside, long) as unknown as ReadEntry, lastDay };
}

const lastRead = new LRUCache<string, Whole>({ max: 64 });

function readLong({ value }: KeptPlace): Whole | undefined {
  return value && (deserialize(value) as Whole);
}

const LONG_PARTS = Symbol('reads the long parts');
type WithLong = { readonly [LONG_PARTS]: () => Parts };

/** The same parts in the same order, of which the long ones are looked up in what `read` gives. */
function withLong(parts: Parts, isLong: (name: string, value: unknown) => boolean, read: () => Parts): Parts {
  const all = Object.defineProperty({}, LONG_PARTS, { value: read });
  for (const [name, value] of Object.entries(parts))
    if (isLong(name, value)) Object.defineProperty(all, name, { get: getterOf(name), enumerable: true });
    else Object.defineProperty(all, name, { value, enumerable: true });
  return all;
}

/** One function a name, so that all records are objects of few shapes. */
function getterOf(name: string): () => unknown {
  const known =
    getters.get(name) ??
    function (this: WithLong) {
      return this[LONG_PARTS]()[name];
    };
  getters.set(name, known);
  return known;
}

const getters = new Map<string, () => unknown>();

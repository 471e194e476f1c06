import { isDeepStrictEqual } from 'node:util';

/**
 * What a process that reads its catalog again and again holds of the last time, place by place: a save makes anew only what
 * is made of what changed. Unlike {@link Kept} it holds values, not bytes, and knows them by identity.
 */
export interface HeldResults {
  /** What `make` makes of `inputs`, or what it made of the very same ones the last time. Nobody changes it. */
  made<T>(place: string, inputs: readonly unknown[], make: () => T): T;
  /** The value of the last time, where this one is equal to it: what was made of that stands. */
  same<T>(place: string, value: T): T;
  /** Each value as it was the last time under its key, where it is equal to that; the map itself, where all are. */
  sameEach<T>(place: string, values: ReadonlyMap<string, T>): ReadonlyMap<string, T>;
}

/** Holds nothing: everything is made. */
export const nothingHeld: HeldResults = {
  made: (_place, _inputs, make) => make(),
  same: (_place, value) => value,
  sameEach: (_place, values) => values,
};

/** `tell` is called with each place that is made anew. */
export function createHeld(tell: (place: string) => void = () => {}): HeldResults {
  const held = new Map<string, { readonly inputs: readonly unknown[]; readonly value: unknown }>();
  const hold = <T>(place: string, inputs: readonly unknown[], value: T): T => {
    tell(place);
    held.set(place, { inputs, value });
    return value;
  };
  return {
    made<T>(place: string, inputs: readonly unknown[], make: () => T): T {
      const last = held.get(place);
      return last && isSameList(last.inputs, inputs) ? (last.value as T) : hold(place, inputs, make());
    },
    same<T>(place: string, value: T): T {
      const last = held.get(place);
      return last && isEqual(last.value, value) ? (last.value as T) : hold(place, [], value);
    },
    sameEach<T>(place: string, values: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
      const last = (held.get(place)?.value ?? new Map()) as ReadonlyMap<string, T>;
      const equal = new Map([...values].map(([key, value]) => [key, equalOf(last.get(key), value)]));
      const stands =
        held.has(place) &&
        isSameList([...last.keys()], [...equal.keys()]) &&
        isSameList([...last.values()], [...equal.values()]);
      return stands ? last : hold(place, [], equal);
    },
  };
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => Object.is(one, b[at]));

const equalOf = <T>(last: T | undefined, value: T): T => (last !== undefined && isEqual(last, value) ? last : value);

/** Whether two values are written alike: as `isDeepStrictEqual`, in a fraction of its time, and with the order of keys. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isEqual(one, b[at]));
  if (!isPlain(a) || !isPlain(b)) return isDeepStrictEqual(a, b);
  const keys = Object.keys(a);
  return isSameList(keys, Object.keys(b)) && keys.every((key) => isEqual(a[key], b[key]));
}

const isPlain = (value: object): value is Record<string, unknown> =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;

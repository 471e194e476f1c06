/**
 * Results of the last run of a process that reads its catalog again and again: a save computes anew only what depends on it.
 * Unlike the build cache (catalog/cache) it holds values in memory, and compares inputs by identity.
 */
export interface Memo {
  /** The result of `make` for the same `inputs` the last time, else a new one; callers do not change it. */
  compute<T>(place: string, inputs: readonly unknown[], make: () => T): T;
  /** The previous value of a place where this one is deeply equal to it, so that its identity stays. */
  same<T>(place: string, value: T): T;
  /** The same for each value of a map by its key; the previous map itself where all are equal. */
  sameEach<T>(place: string, values: ReadonlyMap<string, T>): ReadonlyMap<string, T>;
}

/** Remembers nothing. */
export const noMemo: Memo = {
  compute: (_place, _inputs, make) => make(),
  same: (_place, value) => value,
  sameEach: (_place, values) => values,
};

/** `onCompute` is called with each place whose value is new. */
export function createMemo(onCompute: (place: string) => void = () => {}): Memo {
  const results = new Map<string, { readonly inputs: readonly unknown[]; readonly value: unknown }>();
  const remember = <T>(place: string, inputs: readonly unknown[], value: T): T => {
    onCompute(place);
    results.set(place, { inputs, value });
    return value;
  };
  return {
    compute<T>(place: string, inputs: readonly unknown[], make: () => T): T {
      const last = results.get(place);
      return last && isSameList(last.inputs, inputs) ? (last.value as T) : remember(place, inputs, make());
    },
    same<T>(place: string, value: T): T {
      const last = results.get(place);
      return last && isEqual(last.value, value) ? (last.value as T) : remember(place, [], value);
    },
    sameEach<T>(place: string, values: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
      const last = (results.get(place)?.value ?? new Map()) as ReadonlyMap<string, T>;
      const equal = new Map([...values].map(([key, value]) => [key, equalOf(last.get(key), value)]));
      const isUnchanged =
        results.has(place) &&
        isSameList([...last.keys()], [...equal.keys()]) &&
        isSameList([...last.values()], [...equal.values()]);
      return isUnchanged ? last : remember(place, [], equal);
    },
  };
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => Object.is(one, b[at]));

const equalOf = <T>(last: T | undefined, value: T): T => (last !== undefined && isEqual(last, value) ? last : value);

/** Deep equality of data (lists, maps and plain objects), with the order of keys. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isEqual(one, b[at]));
  if (a instanceof Map && b instanceof Map) return isEqual([...a], [...b]);
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return isSameList(keys, Object.keys(b)) && keys.every((key) => isEqual(a[key], b[key]));
}

const isPlain = (value: object): value is Record<string, unknown> =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;

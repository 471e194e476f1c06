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
}

/** Holds nothing: everything is made. */
export const nothingHeld: HeldResults = { made: (_place, _inputs, make) => make(), same: (_place, value) => value };

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
      const stands =
        last?.inputs.length === inputs.length && last.inputs.every((one, at) => Object.is(one, inputs[at]));
      return stands ? (last.value as T) : hold(place, inputs, make());
    },
    same<T>(place: string, value: T): T {
      const last = held.get(place);
      return last && isDeepStrictEqual(last.value, value) ? (last.value as T) : hold(place, [], value);
    },
  };
}

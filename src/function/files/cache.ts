/** Values by key up to a total size, the longest unused dropped first once it is half full. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export function createCache<T>(maxSize: number, sizeOf: (value: T) => number): Cache<T> {
  // A Map keeps the order of insertion: what is put in anew on each use stands last.
  const values = new Map<string, T>();
  let held = 0;

  const drop = (key: string): void => {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    held -= sizeOf(value);
  };
  return {
    get(key) {
      const value = values.get(key);
      // To note each use costs more than to find the value: nothing has to go while half of the space is free.
      if (value === undefined || held < maxSize / 2) return value;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      values.set(key, value);
      held += sizeOf(value);
      for (const oldest of values.keys()) {
        if (held <= maxSize) break;
        drop(oldest);
      }
    },
  };
}

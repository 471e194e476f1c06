/** Adds a value to the list of a key, in the order of the calls. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Items by each of their keys; an item is listed once under a key that it names twice. */
export function groupBy<T>(items: readonly T[], keysOf: (item: T) => Iterable<string>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) for (const key of new Set(keysOf(item))) append(groups, key, item);
  return groups;
}

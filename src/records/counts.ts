import { type Kind, kinds } from '../schema/kinds.ts';

/** How many records there are of each kind and in all. */
export function countsOf(entries: readonly { kind: Kind }[]): Record<Kind | 'total', number> {
  const counts = kinds.map((kind) => [kind, entries.filter((entry) => entry.kind === kind).length]);
  return { ...Object.fromEntries(counts), total: entries.length };
}

/** A kept list as the checker takes it, and what its items mean. */

import { type PairItem, recordsFor } from '../../interactions/item.ts';
import { buildVocabulary, type VocabularyIndex } from '../../interactions/vocabulary.ts';
import type { NameFailure } from '../../names/resolve.ts';
import type { Kind } from '../../schema/kinds.ts';
import { capitalized } from '../../text/sentences.ts';
import { type CheckedItem, checkPairs, type Pair } from '../checker/checked-pairs.ts';
import { answered } from '../fetched-index.ts';
import { itemOf } from '../names/name-client.ts';
import { nameNotes } from '../names/name-notes.ts';
import { interactionsOf } from '../record-files.ts';
import type { KeptItem, KeptList } from './kept-lists.ts';

/** What a text that a reader typed was read as. */
export interface ReadText extends Pick<KeptItem, 'ref' | 'name' | 'isGuess'> {
  readonly notes: readonly string[];
  /** Records that it may mean: the reader picks. */
  readonly near: NameFailure['suggestions'];
}

export const NO_RECORD = 'No record of its own here.';

/** @throws when the names cannot be had */
export async function readText(text: string): Promise<ReadText> {
  const item = await itemOf(text);
  if ('status' in item) {
    const said = nameNotes(item);
    const notes = said.length > 0 ? said : ['We don’t recognize this name. It is kept, and not checked.'];
    return { notes, near: item.suggestions };
  }
  if (!('record' in item)) return { notes: [NO_RECORD], near: [] };
  const { kind, slug, name: recordName } = item.record;
  const isFuzzy = (item.match as { method?: string } | null)?.method === 'fuzzy';
  return { ref: `${kind}/${slug}`, name: recordName, notes: [], near: [], ...(isFuzzy && { isGuess: true as const }) };
}

/** An item of a list that was looked at. */
export interface LookedItem extends CheckedItem {
  readonly kept: KeptItem;
}

/** What of a list can be checked; texts that name nothing, and records that are gone, are left out. */
export async function lookedItems(items: readonly KeptItem[]): Promise<LookedItem[]> {
  const looked = await Promise.all(items.map((kept) => lookedItem(kept).catch(() => undefined)));
  return looked.filter((one) => one !== undefined);
}

/** Lines of a list that could not be looked at, as they were written. */
export const unreadLines = ({ items }: KeptList, looked: readonly LookedItem[]): string[] =>
  items.filter(({ id }) => !looked.some(({ kept }) => kept.id === id)).map(({ text }) => text);

async function lookedItem(kept: KeptItem): Promise<LookedItem | undefined> {
  if (kept.ref !== undefined) return { kept, ...(await recordItem(kept.ref)) };
  const item = await itemOf(kept.text);
  if ('status' in item) return undefined;
  const files = await Promise.all(recordsFor(item).map(({ kind, slug }) => interactionsOf(kind, slug)));
  const called = 'record' in item ? item.record.name : item.name;
  return { kept, item, name: capitalized(called), files };
}

/** @throws when the record is gone, or its file cannot be had */
export async function recordItem(ref: string): Promise<CheckedItem> {
  const [kind, slug] = ref.split('/') as [Kind, string];
  const file = await interactionsOf(kind, slug);
  const record = { kind, slug, name: file.name, names: [], substances: file.substances };
  const item: PairItem = { type: kind, query: ref, record, match: null };
  return { item, name: file.name, files: [file] };
}

/** Pairs of records need no vocabulary for their verdicts; anything else does. */
export async function withVocabulary<T>(
  items: readonly CheckedItem[],
  make: (words: VocabularyIndex) => T,
  words = (): VocabularyIndex => buildVocabulary({ classes: [], substances: [], effects: [] }),
): Promise<T> {
  const isOfRecords = items.every(({ item }) => 'record' in item);
  return isOfRecords ? make(words()) : answered(({ vocabulary }) => make(vocabulary));
}

/** Every pair of one thing with the items of a list. */
export const pairsWith = (one: CheckedItem, items: readonly CheckedItem[]): Promise<Pair[]> =>
  withVocabulary([one, ...items], (words) => items.flatMap((other) => checkPairs([one, other], words)));

/** A pair in the stored form: two refs in order. */
export const pairKey = ({ a, b }: Pair): string =>
  [a, b]
    .map(({ item, name }) => ('record' in item ? `${item.record.kind}/${item.record.slug}` : name))
    .toSorted()
    .join('+');

/** What changed in the records of a kept list since its reader last looked. */
import type { CheckedRecord } from '../../profile/safety.ts';
import { refOf } from '../../records/entry.ts';
import type { Kind } from '../../schema/kinds.ts';
import type { ChangeList, Manifest } from '../../schema/types.ts';
import { type KeptItem, type KeptList, warningText } from './kept-lists.ts';

type ListedChange = ChangeList['changes'][number];

/** State of each record now, by ref. */
export type RecordStates = ReadonlyMap<string, Pick<Manifest['files'][number], 'sha256' | 'lastModified'>>;

export const statesOf = ({ files }: Pick<Manifest, 'files'>): RecordStates =>
  new Map(files.map(({ kind, slug, sha256, lastModified }) => [`${kind}/${slug}`, { sha256, lastModified }]));

/** Items whose record is another than the reader has seen, or is gone. What was never seen has not changed. */
export const changedItems = (items: readonly KeptItem[], states: RecordStates): KeptItem[] =>
  items.filter(({ ref, seen }) => {
    if (ref === undefined) return false;
    const state = states.get(ref);
    return state === undefined || (seen !== undefined && seen.sha256 !== state.sha256);
  });

/** What is told of one changed item. */
export interface ItemChange {
  readonly item: KeptItem;
  readonly fate: 'changed' | 'renamed' | 'withdrawn' | 'gone';
  /** Where the record is now, or the one to read instead. */
  readonly ref?: string;
  /** Warnings that the reader has not seen. */
  readonly warnings: readonly string[];
  /** What the record, or its editors, say of each change; newest first. */
  readonly notes: readonly { readonly date: string; readonly text: string }[];
}

/**
 * One entry for each changed item: gone ones first, then those with new warnings. `records` are the files of records that
 * are there, by ref.
 */
export function itemChanges(
  items: readonly KeptItem[],
  {
    states,
    changes,
    records,
  }: { states: RecordStates; changes: readonly ListedChange[]; records: ReadonlyMap<string, CheckedRecord> },
): ItemChange[] {
  return changedItems(items, states)
    .map((item) => itemChange(item, { states, changes, records }))
    .toSorted((a, b) => rank(a) - rank(b));
}

const rank = ({ fate, warnings }: ItemChange): number => (fate === 'changed' ? (warnings.length > 0 ? 1 : 2) : 0);

function itemChange(
  item: KeptItem,
  {
    states,
    changes,
    records,
  }: { states: RecordStates; changes: readonly ListedChange[]; records: ReadonlyMap<string, CheckedRecord> },
): ItemChange {
  const [kind, slug] = (item.ref as string).split('/') as [Kind, string];
  const known = item.seen?.warnings ?? [];
  const unseen = (ref: string): string[] =>
    (records.get(ref)?.warnings ?? []).map(warningText).filter((text) => !known.includes(text));
  const since = (ref: string) =>
    changes
      .filter((change) => refOf(change) === ref && change.type === 'changed' && change.date >= (item.seen?.date ?? ''))
      .map(({ date, note }) => ({ date, text: note ?? 'Its text or sources changed.' }));
  if (states.has(item.ref as string)) {
    const ref = item.ref as string;
    return { item, fate: 'changed', ref, warnings: unseen(ref), notes: since(ref) };
  }
  const renamed = changes.find((change) => change.type === 'renamed' && change.kind === kind && change.from === slug);
  if (renamed) {
    const ref = refOf(renamed);
    return { item, fate: 'renamed', ref, warnings: unseen(ref), notes: since(ref) };
  }
  const withdrawn = changes.find(
    (change) => change.type === 'withdrawn' && change.kind === kind && change.slug === slug,
  );
  const notes = withdrawn ? [{ date: withdrawn.date, text: withdrawn.reason ?? 'No reason is on file.' }] : [];
  const successor = withdrawn?.successor && { ref: `${kind}/${withdrawn.successor}` };
  return { item, fate: withdrawn ? 'withdrawn' : 'gone', ...successor, warnings: [], notes };
}

/** The list as somebody has seen it who has read what changed: renamed records have their new names. */
export function seenList(
  list: KeptList,
  {
    states,
    records,
    renamed,
    asked,
    date,
  }: {
    states: RecordStates;
    records: ReadonlyMap<string, CheckedRecord>;
    /** New refs of renamed records, by the old. */
    renamed?: ReadonlyMap<string, string>;
    asked: readonly string[];
    date: string;
  },
): KeptList {
  const items = list.items.map((item): KeptItem => {
    const ref = renamed?.get(item.ref ?? '') ?? item.ref;
    const state = ref === undefined ? undefined : states.get(ref);
    const record = ref === undefined ? undefined : records.get(ref);
    if (ref === undefined || state === undefined || record === undefined) return item;
    const seen = { sha256: state.sha256, date: state.lastModified, warnings: record.warnings.map(warningText) };
    return { ...item, ref, name: record.name, seen };
  });
  return { ...list, items, date, asked };
}

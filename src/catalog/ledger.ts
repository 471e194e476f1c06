import type { Kind } from '../schema/kinds.ts';
import type { Ledger, Redirects } from '../schema/types.ts';
import { printable } from '../text/invisible.ts';
import { compareText, newestOf } from '../text/order.ts';
import type { LedgerChange } from './catalog.ts';

/** SHA-256 of each record's companion, keyed by `kind/slug`: address and date left blank, so that both may differ. */
export type Digests = ReadonlyMap<string, string>;

/**
 * The ledger after this build. Pure, and the same when it is applied again.
 * - A date moves if and only if the digest does; then it is `today`, or the newest date on file where the clock is behind.
 * - Every record that was added, changed, renamed or withdrawn since the previous ledger is among `changes`, at most once a day.
 */
export function nextLedger(previous: Ledger, digests: Digests, redirects: Redirects, today: string): Ledger {
  const date = newestOf([today, ...Object.values(previous.files).map((file) => file.date)]) ?? today;
  const files = [...digests]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([ref, sha256]) => {
      const known = previous.files[companionPath(ref)];
      return [companionPath(ref), known?.sha256 === sha256 ? known : { sha256, date }] as const;
    });
  const changes = mergeChanges(previous.changes, findChanges(previous, digests, redirects, date));
  return { files: Object.fromEntries(files), changes };
}

/** `medication/warfarin` as the ledger's `medication/warfarin.md`. */
export const companionPath = (ref: string): string => `${ref}.md`;

function findChanges(previous: Ledger, digests: Digests, redirects: Redirects, date: string): LedgerChange[] {
  const gone = refsOf(previous).filter((ref) => !digests.has(ref));
  const moves = new Map(gone.map((ref) => [ref, renamedTo(ref, redirects)]));
  const arrivals = new Set(moves.values());
  const kept = [...digests].flatMap(([ref, sha256]): LedgerChange[] => {
    const known = previous.files[companionPath(ref)];
    if (known === undefined) return arrivals.has(ref) ? [] : [{ date, type: 'added', ...partsOf(ref) }];
    return known.sha256 === sha256 ? [] : [{ date, type: 'changed', ...partsOf(ref) }];
  });
  const left = gone.map((ref): LedgerChange => {
    const to = moves.get(ref) ?? ref;
    if (!digests.has(to)) return { date, type: 'withdrawn', ...partsOf(ref) };
    return { date, type: 'renamed', ...partsOf(to), from: partsOf(ref).slug };
  });
  return [...kept, ...left];
}

const refsOf = (ledger: Ledger): string[] => Object.keys(ledger.files).map((path) => path.slice(0, -'.md'.length));

function partsOf(ref: string): { kind: Kind; slug: string } {
  const [kind, slug] = ref.split('/') as [Kind, string];
  return { kind, slug };
}

/** The present reference of a renamed record; the content rules make sure that one step is enough. */
function renamedTo(ref: string, { renamed }: Redirects): string {
  const line = renamed.find(({ kind, from }) => ref === `${kind}/${from}`);
  return line ? `${line.kind}/${line.to}` : ref;
}

/** Newest first. A record that changed again on the day it was added, renamed or changed is listed once. */
function mergeChanges(listed: readonly LedgerChange[], found: readonly LedgerChange[]): LedgerChange[] {
  const isListed = (change: LedgerChange) =>
    change.type === 'changed' && listed.some((one) => one.type !== 'withdrawn' && dayKey(one) === dayKey(change));
  const fresh = found.filter((change) => !isListed(change));
  return [...fresh, ...listed].toSorted((a, b) => compareText(b.date, a.date));
}

const dayKey = ({ date, kind, slug }: LedgerChange): string => `${date} ${kind}/${slug}`;

/** @throws {MassDeletion} when more than one record, and one in twenty, would go without a line in redirects.yaml */
export function refuseMassDeletion(previous: Ledger, next: Ledger, redirects: Redirects): void {
  refuseLoss(refsOf(previous), new Set(refsOf(next)), redirects);
}

/** The same for records named `kind/slug`. @throws {MassDeletion} */
export function refuseLoss(
  before: readonly string[],
  after: ReadonlySet<string>,
  { renamed, withdrawn }: Redirects,
): void {
  const retired = new Set([
    ...renamed.map(({ kind, from }) => `${kind}/${from}`),
    ...withdrawn.map(({ kind, slug }) => `${kind}/${slug}`),
  ]);
  const lost = before.filter((ref) => !after.has(ref) && !retired.has(ref));
  if (isMassDeletion(lost.length, before.length)) throw new MassDeletion(lost, before.length);
}

/** One record in twenty (docs/contract.md, Discovery and sync); the sync client has the same bound. */
const isMassDeletion = (lost: number, before: number): boolean => lost > 1 && lost > before * 0.05;

export class MassDeletion extends Error {
  override name = 'MassDeletion';
  constructor(lost: readonly string[], before: number) {
    const shown = lost.slice(0, 5).map(printable).join(', ') + (lost.length > 5 ? `, and ${lost.length - 5} more` : '');
    super(
      `This build would drop ${lost.length} of ${before} records without a line in content/redirects.yaml: ${shown}.\n` +
        'Name them there, or run again with ALLOW_MASS_DELETION=1 if that is meant.',
    );
  }
}

/** The text of content/ledger.json: one line a file and a change, so that a review shows what moved. */
export function ledgerText({ files, changes }: Ledger): string {
  const fileLines = Object.entries(files).map(([path, file]) => `    ${JSON.stringify(path)}: ${JSON.stringify(file)}`);
  const changeLines = changes.map((change) => `    ${JSON.stringify(change)}`);
  return `{\n  "files": {\n${fileLines.join(',\n')}\n  },\n  "changes": [\n${changeLines.join(',\n')}\n  ]\n}\n`;
}

import { mustNot } from '../../api/envelope.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { companionPath, nextLedger } from '../../catalog/ledger.ts';
import type { RecordInteractions } from '../../interactions/findings.ts';
import type { SafetyFact } from '../../profile/safety.ts';
import { sections } from '../../profile/sections.ts';
import type { Related } from '../../records/entry.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import type { Ledger } from '../../schema/types.ts';
import type { PublishedFile } from '../file.ts';
import { COMPANION_LIMIT, companionBody, sha256 } from './companion.ts';
import type { Companion } from './context.ts';

/** What companions are made of. Maps are keyed by `kind/slug`. */
interface Joined {
  readonly catalog: Catalog;
  readonly interactions: ReadonlyMap<string, RecordInteractions>;
  readonly related: ReadonlyMap<string, readonly Related[]>;
  readonly safety: ReadonlyMap<string, readonly SafetyFact[]>;
}

/**
 * Every companion, and the ledger that dates it. `today` (YYYY-MM-DD) is used only for what changed. Each is written
 * twice: once with placeholders for address and date, because the ledger's digest must not depend on SITE_URL or on the
 * date that it decides.
 * @throws when a companion is longer than 50,000 characters (docs/contract.md, Discovery and sync), naming all that are
 */
export function makeCompanions(joined: Joined, today: string): { companions: Map<string, Companion>; ledger: Ledger } {
  const { entries, ledger: previous, redirects, site } = joined.catalog;
  const undated = new Map(entries.map((entry) => [refOf(entry), companionOf(entry, joined, UNDATED)]));
  refuseTooLong(undated);
  const digests = new Map([...undated].map(([ref, text]) => [ref, sha256(text)]));
  const ledger = nextLedger(previous, digests, redirects, today);
  const companions = new Map(
    entries.map((entry): [string, Companion] => {
      const ref = refOf(entry);
      const updated = ledger.files[companionPath(ref)]?.date ?? today;
      const body = companionOf(entry, joined, { siteUrl: site.siteUrl, updated });
      return [ref, { body, bytes: Buffer.byteLength(body), sha256: sha256(body), lastModified: updated }];
    }),
  );
  return { companions, ledger };
}

/** Placeholder for address and date in the text that the ledger digests. */
const UNDATED = { siteUrl: 'https://site.invalid', updated: '0000-00-00' };

function companionOf(
  entry: Entry,
  { catalog, interactions, related, safety }: Joined,
  { siteUrl, updated }: { siteUrl: string; updated: string },
): string {
  const documented = interactions.get(refOf(entry)) as RecordInteractions;
  const facts = safety.get(refOf(entry)) ?? [];
  return companionBody(entry, {
    site: { ...catalog.site, siteUrl },
    sections: sections(entry, documented),
    interactions: documented,
    related: related.get(refOf(entry)) ?? [],
    facts,
    mustNot: mustNot(entry, facts),
    updated,
  });
}

function refuseTooLong(drafts: ReadonlyMap<string, string>): void {
  const long = [...drafts].filter(([, draft]) => draft.length > COMPANION_LIMIT);
  if (long.length === 0) return;
  const lines = long.map(([ref, draft]) => `${ref} has a companion of ${draft.length} characters.`);
  throw new Error(
    [...lines, `A companion has at most ${COMPANION_LIMIT} characters; shorten the longest texts.`].join('\n'),
  );
}

/** The companions as files. */
export const companionFiles = ({ companions }: { companions: ReadonlyMap<string, Companion> }): PublishedFile[] =>
  [...companions].map(([ref, { body }]) => ({ path: companionPath(ref), body }));

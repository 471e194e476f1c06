import type { Catalog, Ledger } from '../catalog/catalog.ts';
import type { RecordInteractions } from '../interactions/findings.ts';
import { joinInteractions } from '../interactions/join.ts';
import type { Terms } from '../interactions/vocabulary.ts';
import type { Related } from '../records/entry.ts';
import { refOf } from '../records/entry.ts';
import { relatedRecords } from '../records/related.ts';
import { makeCompanions } from './companion/companions.ts';

/** One build's data: the catalog with everything that is computed from it once. Maps are keyed by `kind/slug`. */
export interface Edition {
  readonly catalog: Catalog;
  readonly interactions: ReadonlyMap<string, RecordInteractions>;
  readonly related: ReadonlyMap<string, readonly Related[]>;
  readonly companions: ReadonlyMap<string, Companion>;
  /** Newest lastModified of the companions (YYYY-MM-DD). */
  readonly updated: string;
}

/** A Markdown companion with what the manifest says of it. */
export interface Companion {
  readonly body: string;
  /** UTF-8 bytes of `body`. */
  readonly bytes: number;
  readonly sha256: string;
  /** From the ledger: the date on which its bytes last changed. */
  readonly lastModified: string;
}

/** Computes an edition and the ledger that dates it; `today` is YYYY-MM-DD and used only for what changed. */
export function makeEdition(
  { catalog, terms }: { catalog: Catalog; terms: Terms },
  today: string,
): { edition: Edition; ledger: Ledger } {
  const { entries, site } = catalog;
  const interactions = joinInteractions(entries, terms, (entry) => `${site.siteUrl}/${refOf(entry)}`);
  const related = relatedRecords(entries, site.siteUrl);
  const { companions, ledger } = makeCompanions({ catalog, interactions, related }, today);
  const updated =
    [...companions.values()]
      .map(({ lastModified }) => lastModified)
      .toSorted()
      .at(-1) ?? today;
  return { edition: { catalog: { ...catalog, ledger }, interactions, related, companions, updated }, ledger };
}

import type { InteractionClass, Substance } from '../interactions/vocabulary.ts';
import type { Entry } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';

/** Everything `content/` says, read and checked once. Data only: the functions that read it stand elsewhere. */
export interface Catalog {
  /** Sorted by kind (medication, supplement, peptide), then slug. */
  readonly entries: readonly Entry[];
  readonly site: Site;
  readonly vocabulary: Vocabulary;
  readonly redirects: Redirects;
  readonly corrections: readonly Correction[];
  readonly ledger: Ledger;
}

/** `content/site.yaml`, with the addresses of SITE_URL and BASE_URL put in. No address ends in a slash. */
export interface Site {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly siteUrl: string;
  readonly baseUrl: string;
  readonly attribution: string;
  readonly disclaimer: string;
  readonly contact: { readonly email: string };
  readonly securityContact: { readonly email: string; readonly expires: string };
  readonly terms: readonly string[];
  readonly crawlDelay: number;
}

export interface Vocabulary {
  readonly classes: readonly InteractionClass[];
  readonly substances: readonly Substance[];
  /** The text of known-names.tsv; `names/known` reads it. */
  readonly knownNames: string;
  readonly confusable: readonly (readonly [string, string])[];
  readonly confusableExcused: readonly (readonly [string, string])[];
  /** Pairs that a label names without saying that anything happens, for the comparison with labels. */
  readonly labelExceptions: readonly { readonly record: string; readonly other: string; readonly reason: string }[];
}

export interface Redirects {
  readonly renamed: readonly { kind: Kind; from: string; to: string; date: string }[];
  readonly withdrawn: readonly { kind: Kind; slug: string; date: string; reason: string; successor?: string }[];
}

/** An accepted report and what changed because of it: content/corrections/*.yaml. */
export interface Correction {
  readonly id: string;
  readonly date: string;
  readonly kind?: Kind;
  readonly slug?: string;
  readonly claim: string;
  readonly finding: string;
  readonly change: string;
}

/** content/ledger.json: the only source of "last changed" (DESIGN decision 8). */
export interface Ledger {
  /** By path below the site root, such as `medication/warfarin.md`. */
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly date: string }>>;
  /** What happened to records since the ledger began, newest first. */
  readonly changes: readonly LedgerChange[];
}
export interface LedgerChange {
  readonly date: string;
  readonly type: 'added' | 'changed' | 'renamed' | 'withdrawn';
  readonly kind: Kind;
  readonly slug: string;
  readonly from?: string;
}

import type { InteractionClass, Substance } from '../interactions/vocabulary.ts';
import type { Entry } from '../records/entry.ts';
import type {
  Correction,
  Effects,
  Guidance,
  LabelExceptions,
  Ledger,
  MostUsed,
  QuestionWords,
  Redirects,
  Site,
} from '../schema/types.ts';
import type { ProsePageName, ProseSource } from './prose-pages.ts';

export interface Catalog {
  /** Sorted by kind (medication, supplement, peptide), then slug. */
  readonly entries: readonly Entry[];
  readonly site: CatalogSite;
  readonly vocabulary: Vocabulary;
  readonly redirects: Redirects;
  readonly corrections: readonly Correction[];
  readonly pages: Readonly<Record<ProsePageName, ProseSource>>;
  readonly ledger: Ledger;
}

export type CatalogSite = Required<Site>;

export interface Vocabulary {
  readonly classes: readonly InteractionClass[];
  readonly substances: readonly Substance[];
  /** What can happen between two things, gravest first. */
  readonly effects: Effects;
  /** What named sources ask for where two classes or substances meet. */
  readonly guidance: Guidance;
  /** What people take most, for the figures of coverage. */
  readonly mostUsed: MostUsed;
  /** The text of known-names.tsv; `names/known` reads it. */
  readonly knownNames: string;
  /** The text of rxnorm.tsv; `names/rxnorm` reads it. */
  readonly rxnorm: string;
  readonly confusable: readonly (readonly [string, string])[];
  readonly confusableExcused: readonly (readonly [string, string])[];
  /** Pairs that a label mentions without any effect, excluded from the comparison with labels. */
  readonly labelExceptions: LabelExceptions;
  readonly questions: QuestionWords;
}

/** One line of content/ledger.json: the only source of "last changed" (DESIGN.md, decision 10). */
export type LedgerChange = Ledger['changes'][number];

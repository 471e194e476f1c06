import type { MadeOf } from '../../catalog/cache.ts';
import type { CatalogSite } from '../../catalog/catalog.ts';
import type { RecordInteractions } from '../../interactions/findings.ts';
import type { SafetyFact } from '../../profile/safety.ts';
import type { Section } from '../../profile/section.ts';
import type { Related } from '../../records/entry.ts';

/** What a companion contains beside the record itself. */
export interface CompanionContext {
  readonly site: Pick<CatalogSite, 'name' | 'siteUrl' | 'attribution' | 'disclaimer'>;
  readonly sections: readonly Section[];
  readonly interactions: RecordInteractions;
  readonly related: readonly Related[];
  /** Names of all contraindicated and major partners, worst first. */
  readonly grave: readonly string[];
  readonly facts: readonly SafetyFact[];
  readonly mustNot: readonly string[];
  /** Date on which this text last changed (YYYY-MM-DD). */
  readonly updated: string;
}

/** A Markdown companion with its entry in the manifest. */
export interface Companion {
  /** Read or written when it is asked for. */
  readonly body: string;
  /** All that the body is made of. */
  readonly made: MadeOf;
  /** UTF-8 bytes of `body`. */
  readonly bytes: number;
  readonly sha256: string;
  /** From the ledger: the date on which its bytes last changed. */
  readonly lastModified: string;
  /** Characters for what other records say of its partners; the others are only named. */
  readonly statementsLength: number;
  /** Ids of the sections of its record, in the order of the page. */
  readonly sectionIds: readonly string[];
}

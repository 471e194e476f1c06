import { mustNot } from '../../api/envelope.ts';
import type { Ledger } from '../../catalog/catalog.ts';
import { nextLedger, pathOf } from '../../catalog/ledger.ts';
import { sections } from '../../profile/sections.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import type { Companion, Edition } from '../edition.ts';
import type { PublishedFile } from '../file.ts';
import { companionBody, sha256 } from './companion.ts';

type Joined = Pick<Edition, 'catalog' | 'interactions' | 'related'>;

/**
 * Every companion, rendered once, and the ledger that dates it. `today` (YYYY-MM-DD) is used only for what changed.
 * @throws when a companion is longer than 50,000 characters (CONTRACT 10), naming all that are
 */
export function makeCompanions(joined: Joined, today: string): { companions: Map<string, Companion>; ledger: Ledger } {
  const { catalog } = joined;
  const drafts = new Map(catalog.entries.map((entry) => [refOf(entry), draftCompanion(entry, joined)]));
  refuseTooLong(drafts);
  const digests = new Map([...drafts].map(([ref, draft]) => [ref, sha256(draft)]));
  const ledger = nextLedger(catalog.ledger, digests, catalog.redirects, today);
  const finish = (entry: Entry): [string, Companion] => {
    const ref = refOf(entry);
    const updated = ledger.files[pathOf(ref)]?.date ?? today;
    return [ref, finishCompanion(entry, drafts.get(ref) as string, { joined, updated })];
  };
  return { companions: new Map(catalog.entries.map(finish)), ledger };
}

// A draft has two blanks. The ledger's digests must not depend on SITE_URL, nor a text's date on that date itself.
const BLANK_SITE = 'https://site.invalid';
const BLANK_DATE = '0000-00-00';

const draftCompanion = (entry: Entry, joined: Joined): string =>
  renderCompanion(entry, joined, { siteUrl: BLANK_SITE, updated: BLANK_DATE });

function renderCompanion(
  entry: Entry,
  { catalog, interactions, related }: Joined,
  { siteUrl, updated }: { siteUrl: string; updated: string },
): string {
  const ref = refOf(entry);
  const documented = interactions.get(ref);
  if (!documented) throw new Error(`${ref} has not been joined with the interactions.`);
  return companionBody(entry, {
    site: { ...catalog.site, siteUrl },
    sections: sections(entry, documented),
    interactions: documented,
    related: related.get(ref) ?? [],
    mustNot: mustNot(entry),
    updated,
  });
}

/** Fills the blanks of a draft; where the record itself says what a blank looks like, it is rendered anew. */
function finishCompanion(
  entry: Entry,
  draft: string,
  { joined, updated }: { joined: Joined; updated: string },
): Companion {
  const { siteUrl } = joined.catalog.site;
  const body = saysBlank(entry, joined)
    ? renderCompanion(entry, joined, { siteUrl, updated })
    : draft.replaceAll(BLANK_SITE, () => siteUrl).replaceAll(BLANK_DATE, () => updated);
  return { body, bytes: Buffer.byteLength(body), sha256: sha256(body), lastModified: updated };
}

function saysBlank(entry: Entry, { catalog, interactions, related }: Joined): boolean {
  const said = JSON.stringify([entry, catalog.site, interactions.get(refOf(entry)), related.get(refOf(entry))]);
  return said.includes(BLANK_SITE) || said.includes(BLANK_DATE);
}

const COMPANION_LIMIT = 50_000;

function refuseTooLong(drafts: ReadonlyMap<string, string>): void {
  const long = [...drafts].filter(([, draft]) => draft.length > COMPANION_LIMIT);
  if (long.length === 0) return;
  const lines = long.map(([ref, draft]) => `${ref} has a companion of ${draft.length} characters.`);
  throw new Error(
    [...lines, `A companion has at most ${COMPANION_LIMIT} characters; shorten the longest texts.`].join('\n'),
  );
}

/** The companions as files. */
export const companionFiles = ({ companions }: Pick<Edition, 'companions'>): PublishedFile[] =>
  [...companions].map(([ref, { body }]) => ({ path: pathOf(ref), body, type: 'text/markdown; charset=utf-8' }));

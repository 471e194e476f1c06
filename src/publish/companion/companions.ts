import { mustNot } from '../../api/envelope.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { type HeldResults, nothingHeld } from '../../catalog/held.ts';
import { type Kept, keptJson, keptText, type MadeOf, nothingKept } from '../../catalog/kept.ts';
import { companionPath, nextLedger } from '../../catalog/ledger.ts';
import type { RecordInteractions } from '../../interactions/findings.ts';
import { TOLD_LENGTH } from '../../profile/partner-section.ts';
import type { Partner } from '../../profile/partners.ts';
import type { SafetyFact } from '../../profile/safety.ts';
import type { Section } from '../../profile/section.ts';
import { sections } from '../../profile/sections.ts';
import type { Related } from '../../records/entry.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import type { Ledger } from '../../schema/types.ts';
import { type PublishedFile, textFile, withMade } from '../file.ts';
import { COMPANION_LIMIT, companionBody, sha256 } from './companion.ts';
import type { Companion } from './context.ts';

/** What companions are made of. Maps are keyed by `kind/slug`. */
interface Joined {
  readonly catalog: Catalog;
  readonly interactions: ReadonlyMap<string, RecordInteractions>;
  readonly partners: Pick<ReadonlyMap<string, readonly Partner[]>, 'get'>;
  readonly related: ReadonlyMap<string, readonly Related[]>;
  readonly safety: Pick<ReadonlyMap<string, readonly SafetyFact[]>, 'get'>;
  /** {@link recordInputs} of each record. */
  readonly inputs: ReadonlyMap<string, string>;
}

/**
 * Every companion, and the ledger that dates it. `today` (YYYY-MM-DD) is used only for what changed. Each is written once,
 * with placeholders for address and date, because the ledger's digest must not depend on SITE_URL or on the date that it
 * decides; both are put in afterwards.
 * @throws when a companion is longer than 50,000 characters (docs/contract.md, Discovery and sync), naming all that are
 */
export function makeCompanions(
  joined: Joined,
  today: string,
  kept: Kept = nothingKept,
  held: HeldResults = nothingHeld,
): { companions: Map<string, Companion>; ledger: Ledger } {
  const { entries, ledger: previous, redirects, site } = joined.catalog;
  const drafts = new Map(
    entries.map((entry) => {
      const made = madeOf(entry, joined);
      return [refOf(entry), held.made(`draft ${refOf(entry)}`, made.inputs, () => draftOf(entry, joined, kept))];
    }),
  );
  refuseTooLong(drafts);
  const digests = new Map([...drafts].map(([ref, draft]) => [ref, draft.sha256]));
  const ledger = nextLedger(previous, digests, redirects, today);
  const companions = new Map(
    entries.map((entry): [string, Companion] => {
      const ref = refOf(entry);
      const draft = drafts.get(ref) as CompanionDraft;
      const updated = ledger.files[companionPath(ref)]?.date ?? today;
      const stamp = { siteUrl: site.siteUrl, updated };
      const made = madeOf(entry, joined, [JSON.stringify(stamp)]);
      const companion = held.made(`companion ${ref}`, made.inputs, () => companionKept(made, { draft, stamp, kept }));
      return [ref, companion];
    }),
  );
  return { companions, ledger };
}

interface Stamp {
  readonly siteUrl: string;
  /** YYYY-MM-DD */
  readonly updated: string;
}

/** Its size and digest are kept, so that the text of one that stands is not read. */
function companionKept(
  made: MadeOf,
  { draft, stamp, kept }: { draft: CompanionDraft; stamp: Stamp; kept: Kept },
): Companion {
  const text = (): string => draft.text(stamp);
  const size = keptJson(kept, made, () => {
    const body = text();
    return { bytes: Buffer.byteLength(body), sha256: sha256(body) };
  });
  return {
    ...size,
    lastModified: stamp.updated,
    toldLength: draft.toldLength,
    sectionIds: draft.sectionIds,
    made,
    get body() {
      return text();
    },
  };
}

/** Address and date of the text that the ledger digests. */
const UNDATED: Stamp = { siteUrl: 'https://site.invalid', updated: '0000-00-00' };

/** Stands for the address of the site until that is put in: nobody can write a digest into the text that it is made of. */
const placeholder = (inputs: string): string => `https://${sha256(inputs).slice(0, 16)}.invalid`;

/** An address stands in links alone, where nothing of it is escaped; the date stands in the front matter. */
const stamped = (text: string, { siteUrl, updated }: Stamp, held: string): string =>
  text.replace(`\nupdated: "${UNDATED.updated}"\n`, `\nupdated: "${updated}"\n`).replaceAll(held, () => siteUrl);

interface CompanionDraft {
  /** Characters for what other records say. */
  readonly toldLength: number;
  readonly sectionIds: readonly string[];
  /** Characters of the whole. */
  readonly length: number;
  readonly sha256: string;
  /** Under an address and a date; read or written when it is asked for. */
  text(stamp: Stamp): string;
}

/** All that the text of a companion is made of; facts, partners and sections follow from the record's inputs. */
function madeOf(entry: Entry, { catalog, inputs }: Joined, further: readonly string[] = []): MadeOf {
  const { name, attribution, disclaimer } = catalog.site;
  const site = JSON.stringify({ name, attribution, disclaimer });
  return { stage: 'companion', inputs: [inputs.get(refOf(entry)) as string, site, ...further] };
}

/** Characters for what other records say: less, where a companion would be too long with it. */
const SHORTER = [8_000, 4_000, 2_000, 0];

/** The fullest that fits, else the shortest. */
function draftOf(entry: Entry, joined: Joined, kept: Kept): CompanionDraft {
  const siteUrl = placeholder(joined.inputs.get(refOf(entry)) as string);
  const write = (shown: readonly Section[]): string => companionOf(entry, shown, joined, { ...UNDATED, siteUrl });
  const whole = madeOf(entry, joined);
  let unkept: string | undefined;
  const { toldLength, ...told } = keptJson(kept, { ...whole, stage: 'draft' }, () => {
    const shown = sectionsOf(entry, joined, TOLD_LENGTH);
    let draft = { toldLength: TOLD_LENGTH, body: write(shown) };
    for (const shorter of SHORTER) {
      if (draft.body.length <= COMPANION_LIMIT) break;
      draft = { toldLength: shorter, body: write(sectionsOf(entry, joined, shorter)) };
    }
    const place = kept.at(whole.stage, whole.inputs);
    place.put(Buffer.from(draft.body));
    if (place.value === undefined) unkept = draft.body;
    const undated = stamped(draft.body, UNDATED, siteUrl);
    return {
      toldLength: draft.toldLength,
      sectionIds: shown.map(({ id }) => id),
      length: undated.length,
      sha256: sha256(undated),
    };
  });
  const text = (): string => unkept ?? keptText(kept, whole, () => write(sectionsOf(entry, joined, toldLength)));
  return { toldLength, ...told, text: (stamp) => stamped(text(), stamp, siteUrl) };
}

const sectionsOf = (entry: Entry, { partners }: Joined, toldLength: number): readonly Section[] =>
  sections(entry, partners.get(refOf(entry)) ?? [], toldLength);

function companionOf(
  entry: Entry,
  shown: readonly Section[],
  { catalog, interactions, related, safety }: Joined,
  { siteUrl, updated }: Stamp,
): string {
  const documented = interactions.get(refOf(entry)) as RecordInteractions;
  const facts = safety.get(refOf(entry)) ?? [];
  return companionBody(entry, {
    site: { ...catalog.site, siteUrl },
    sections: shown,
    interactions: documented,
    related: related.get(refOf(entry)) ?? [],
    facts,
    mustNot: mustNot(entry, facts),
    updated,
  });
}

function refuseTooLong(drafts: ReadonlyMap<string, CompanionDraft>): void {
  const long = [...drafts].filter(([, { length }]) => length > COMPANION_LIMIT);
  if (long.length === 0) return;
  const lines = long.map(([ref, { length }]) => `${ref} has a companion of ${length} characters.`);
  throw new Error(
    [...lines, `A companion has at most ${COMPANION_LIMIT} characters; shorten the longest texts.`].join('\n'),
  );
}

/** The companions as files. */
export const companionFiles = ({ companions }: { companions: ReadonlyMap<string, Companion> }): PublishedFile[] =>
  [...companions].map(([ref, companion]) =>
    withMade(
      textFile(companionPath(ref), () => companion.body),
      companion.made,
    ),
  );

import { mustNot } from '../../api/envelope.ts';
import { type Cache, cachedJson, cachedText, type MadeOf, noCache } from '../../catalog/cache.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { companionPath, nextLedger } from '../../catalog/ledger.ts';
import type { RecordInteractions } from '../../interactions/findings.ts';
import { listedEffects, neededLength, type PartnerRoom, STATEMENTS_LENGTH } from '../../profile/partner-section.ts';
import { isGrave, type Partner } from '../../profile/partners.ts';
import { type RecordTally, recordTally } from '../../profile/record-tally.ts';
import { type SafetyFact, safetyFacts } from '../../profile/safety.ts';
import type { Section } from '../../profile/section.ts';
import { sections } from '../../profile/sections.ts';
import { type Entry, type Related, refOf } from '../../records/entry.ts';
import type { Ledger } from '../../schema/types.ts';
import { type Memo, noMemo } from '../../text/memo.ts';
import { broughtAbout } from '../brought-about.ts';
import { type PublishedFile, textFile, withMade } from '../file.ts';
import { documentOf } from '../searched-record.ts';
import { COMPANION_GOOD, COMPANION_LIMIT, type Companion, companionBody, sha256 } from './companion.ts';

export interface Joined {
  readonly catalog: Catalog;
  readonly interactions: ReadonlyMap<string, RecordInteractions>;
  readonly partners: Pick<ReadonlyMap<string, readonly Partner[]>, 'get'>;
  readonly related: ReadonlyMap<string, readonly Related[]>;
  readonly inputs: ReadonlyMap<string, string>;
}

/** Companions and the ledger that dates them, which knows neither address nor date. @throws when one is too long */
export function makeCompanions(
  joined: Joined,
  today: string,
  cache: Cache = noCache,
  memo: Memo = noMemo,
): { summaries: Map<string, RecordSummary>; companions: Map<string, Companion>; ledger: Ledger } {
  const { entries, ledger: previous, redirects, site } = joined.catalog;
  const summaries = summariesOf(joined, cache, memo);
  refuseTooLong(summaries);
  const digests = new Map([...summaries].map(([ref, { sha256 }]) => [ref, sha256]));
  const ledger = nextLedger(previous, digests, redirects, today);
  const companions = new Map(
    entries.map((entry): [string, Companion] => {
      const ref = refOf(entry);
      const updated = ledger.files[companionPath(ref)]?.date ?? today;
      const stamp = { siteUrl: site.siteUrl, updated };
      const made = madeOf(entry, joined, [JSON.stringify(stamp)]);
      const make = (): Companion => companionOf(made, stamp, summaries.get(ref) as RecordSummary);
      return [ref, memo.compute(`companion ${ref}`, made.inputs, make)];
    }),
  );
  return { summaries, companions, ledger };
}

/** What is put into the text that the ledger digests. */
interface Stamp {
  readonly siteUrl: string;
  /** YYYY-MM-DD */
  readonly updated: string;
}

function companionOf(made: MadeOf, stamp: Stamp, { room, sectionIds, sizeOf, text }: RecordSummary): Companion {
  return {
    ...sizeOf(stamp),
    lastModified: stamp.updated,
    room,
    sectionIds,
    made,
    get body() {
      return text(stamp);
    },
  };
}

/** Address and date of the text that the ledger digests. */
const UNDATED: Stamp = { siteUrl: 'https://site.invalid', updated: '0000-00-00' };

/** Stands for the address of the site until that is put in: nobody can write a digest into the text that it is made of. */
const placeholder = (inputs: string): string => `https://${sha256(inputs).slice(0, 16)}.invalid`;

/** Only links have an address, where nothing of it is escaped; only the front matter has a date. */
const stamped = (text: string, { siteUrl, updated }: Stamp, written: string): string =>
  text.replace(`\nupdated: "${UNDATED.updated}"\n`, `\nupdated: "${updated}"\n`).replaceAll(written, () => siteUrl);

interface CompanionSize {
  readonly bytes: number;
  readonly sha256: string;
}

/** What lists of the whole catalog show of a record, in one entry of the cache: texts of unchanged records are not read. */
interface CachedSummary {
  readonly facts: readonly SafetyFact[];
  readonly tally: RecordTally;
  /** Digest of what search knows of it. */
  readonly searched: string;
  /** Effects that it brings about and lists a partner under, by their ids. */
  readonly broughtAbout: readonly (readonly [id: string, weight: number])[];
  /** Of its companion. */
  readonly room: PartnerRoom;
  readonly sectionIds: readonly string[];
  /** Characters of the whole. */
  readonly length: number;
  readonly sha256: string;
}

export interface RecordSummary extends CachedSummary {
  /** Under an address and a date; read or written when it is asked for. */
  text(stamp: Stamp): string;
  sizeOf(stamp: Stamp): CompanionSize;
}

/** All that the text of a companion is made of; facts, partners and sections follow from the record's inputs. */
function madeOf(entry: Entry, { catalog, inputs }: Joined, further: readonly string[] = []): MadeOf {
  const { name, attribution, disclaimer } = catalog.site;
  const site = JSON.stringify({ name, attribution, disclaimer });
  return { stage: 'companion', inputs: [inputs.get(refOf(entry)) as string, site, ...further] };
}

/** Characters for statements: less, where a companion would be too long with them. */
const SHORTER = [28_000, 22_000, 18_000, 14_000, 12_000, 10_000, 8_000, 6_000, 4_000, 2_000, 0];

/** Where room is short the list of sources is cut as well. */
const sourcesLengthFor = ({ isTight, statementsLength }: PartnerRoom): number =>
  isTight ? (statementsLength >= 8_000 ? 5_000 : 3_000) : Number.POSITIVE_INFINITY;

/** The fullest of good length, else what must be told in full; where that is too long, the fullest that fits, else the shortest. */
function fittingDraft(partners: readonly Partner[], write: (room: PartnerRoom) => string): [PartnerRoom, string] {
  const firstWithin = (limit: number, rooms: readonly PartnerRoom[]): [PartnerRoom, string] | undefined => {
    for (const room of rooms) {
      const body = write(room);
      if (body.length <= limit) return [room, body];
    }
    return undefined;
  };
  const needed = neededLength(partners);
  const least: [PartnerRoom, string] = [{ statementsLength: needed }, write({ statementsLength: needed })];
  const [, { length }] = least;
  if (length <= COMPANION_GOOD) {
    const fuller = [STATEMENTS_LENGTH, ...SHORTER].filter((most) => most > needed);
    return (
      firstWithin(
        COMPANION_GOOD,
        fuller.map((statementsLength) => ({ statementsLength })),
      ) ?? least
    );
  }
  if (length <= COMPANION_LIMIT) return least;
  const tighter = SHORTER.filter((most) => most < needed).map((statementsLength) => ({
    statementsLength,
    isTight: true,
  }));
  const shortest = { statementsLength: 0, isTight: true };
  return firstWithin(COMPANION_LIMIT, tighter) ?? [shortest, write(shortest)];
}

const summariesOf = (joined: Joined, cache: Cache, memo: Memo): Map<string, RecordSummary> =>
  new Map(
    joined.catalog.entries.map((entry) => {
      const ref = refOf(entry);
      return [ref, memo.compute(`summary ${ref}`, madeOf(entry, joined).inputs, () => summaryOf(entry, joined, cache))];
    }),
  );

function summaryOf(entry: Entry, joined: Joined, cache: Cache): RecordSummary {
  const siteUrl = placeholder(joined.inputs.get(refOf(entry)) as string);
  const whole = madeOf(entry, joined);
  const write = (room: PartnerRoom, facts: readonly SafetyFact[]): string =>
    textOf(entry, { room, facts }, joined, { ...UNDATED, siteUrl });
  const sizeOf = (text: string): CompanionSize => ({ bytes: Buffer.byteLength(text), sha256: sha256(text) });
  let unkept: string | undefined;
  const summary = cachedJson(cache, { ...whole, stage: 'summary' }, (): CachedSummary => {
    const partners = joined.partners.get(refOf(entry)) ?? [];
    const facts = safetyFacts(entry, partners);
    const shown = sectionsOf(entry, joined);
    const sectionIds = shown.map(({ id }) => id);
    const [room, body] = fittingDraft(partners, (one) => write(one, facts));
    const place = cache.at(whole.stage, whole.inputs);
    place.put(Buffer.from(body));
    if (place.value === undefined) unkept = body;
    const undated = stamped(body, UNDATED, siteUrl);
    return {
      facts,
      tally: recordTally(entry),
      searched: sha256(JSON.stringify(documentOf(entry, sectionIds))),
      broughtAbout: broughtAbout(joined.interactions.get(refOf(entry)) as RecordInteractions, listedEffects(partners)),
      room,
      sectionIds,
      length: undated.length,
      sha256: sha256(undated),
    };
  });
  const body = (): string => unkept ?? cachedText(cache, whole, () => write(summary.room, summary.facts));
  const text = (stamp: Stamp): string => stamped(body(), stamp, siteUrl);
  return {
    ...summary,
    text,
    sizeOf: (stamp) => cachedJson(cache, madeOf(entry, joined, [JSON.stringify(stamp)]), () => sizeOf(text(stamp))),
  };
}

const sectionsOf = (entry: Entry, { partners }: Joined, room?: PartnerRoom): readonly Section[] =>
  sections(entry, partners.get(refOf(entry)) ?? [], room);

function textOf(
  entry: Entry,
  { room, facts }: { room: PartnerRoom; facts: readonly SafetyFact[] },
  joined: Joined,
  { siteUrl, updated }: Stamp,
): string {
  const { catalog, interactions, partners, related } = joined;
  const documented = interactions.get(refOf(entry)) as RecordInteractions;
  return companionBody(entry, {
    site: { ...catalog.site, siteUrl },
    sections: sectionsOf(entry, joined, room),
    sourcesLength: sourcesLengthFor(room),
    interactions: documented,
    related: related.get(refOf(entry)) ?? [],
    grave: (partners.get(refOf(entry)) ?? []).filter(isGrave).map(({ title }) => title),
    facts,
    mustNot: mustNot(entry, facts),
    updated,
  });
}

function refuseTooLong(summaries: ReadonlyMap<string, RecordSummary>): void {
  const long = [...summaries].filter(([, { length }]) => length > COMPANION_LIMIT);
  if (long.length === 0) return;
  const lines = long.map(([ref, { length }]) => `${ref} has a companion of ${length} characters.`);
  throw new Error(
    [...lines, `A companion has at most ${COMPANION_LIMIT} characters; shorten the longest texts.`].join('\n'),
  );
}

export const companionFiles = ({ companions }: { companions: ReadonlyMap<string, Companion> }): PublishedFile[] =>
  [...companions].map(([ref, companion]) =>
    withMade(
      textFile(companionPath(ref), () => companion.body),
      companion.made,
    ),
  );

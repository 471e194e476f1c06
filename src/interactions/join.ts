import { displayName, type Entry, refOf } from '../records/entry.ts';
import type { Guidance } from '../schema/types.ts';
import { append, groupBy } from '../text/groups.ts';
import { type Memo, noMemo } from '../text/memo.ts';
import {
  type DocumentedEntry,
  duplicateEntry,
  isNearer,
  isSameSet,
  type ReachedRecord,
  type RecordInteractions,
  reachSubject,
  sameKindEntry,
  withoutWhen,
} from './findings.ts';
import { exceptionsIn, readTargets, type Targets } from './grammar.ts';
import { guidanceFor, guidanceSides } from './guidance.ts';
import { type InteractionClass, subjectOf, type Terms } from './vocabulary.ts';

/**
 * Everything documented for each record in either direction, classes expanded; keyed by `kind/slug`.
 * Work grows with the number of documented entries and of records they reach, not with pairs of records.
 */
export function joinInteractions(
  entries: readonly Entry[],
  terms: Terms,
  canonicalUrl: (entry: Entry) => string,
  guidance: Guidance,
  memo: Memo = noMemo,
): Map<string, RecordInteractions> {
  const members = entries.map((entry) => {
    const [ref, url] = [refOf(entry), canonicalUrl(entry)];
    return memo.compute(`member ${ref}`, [entry, terms, url], () =>
      memo.same(`member of ${ref}`, memberOf(entry, terms, url)),
    );
  });
  const circle = memo.compute('circle', members, () => circleOf(members));
  const parts = new Map(members.map(({ ref }): [string, (readonly DocumentedEntry[])[]] => [ref, []]));
  const classes = memo.sameEach('classes', terms.classes);
  const guided = memo.compute('guidance', [guidance, terms], () => guidanceSides(guidance, terms));
  const documented = entries.map((entry, at) => {
    const member = members[at] as Member;
    const { ref } = member;
    const said = memo.compute(`said ${ref}`, [entry, terms], () => memo.same(`said by ${ref}`, saidBy(entry, terms)));
    return memo.compute(`documented ${ref}`, [said, member, circle, classes], () =>
      documentedBy(said, member, circle, { classes, memo }),
    );
  });
  // In the order of the records: their own entries in their turn, those of others in the turn of these.
  for (const [at, { own, mirrored }] of documented.entries()) {
    parts.get((members[at] as Member).ref)?.push(own);
    for (const [other, mirrors] of mirrored) parts.get(other)?.push(mirrors);
  }
  for (const member of members) {
    const { ref, record } = member;
    const asked = memo.compute(`guided ${ref}`, [guided, member, circle, classes], () =>
      memo.same(
        `guidance for ${ref}`,
        guidanceFor(record, guided, { classes }).map((one) => ({
          ...one,
          reaches: reachesOf(one.targets, ref, circle, classes).filter(
            (reach) => !sharesSubstance(record, memberAt(circle, reach.ref).record),
          ),
        })),
      ),
    );
    parts.get(ref)?.push(asked);
    const duplicates = circle.duplicates.get(ref);
    if (duplicates) parts.get(ref)?.push(duplicates);
    for (const ingredient of circle.ingredients.get(ref) ?? []) {
      const inherited = documented[circle.at.get(ingredient) as number]?.inherited.get(ref);
      if (inherited) parts.get(ref)?.push(inherited);
    }
  }
  const nearOf = (ref: string): Nearness => {
    const own = parts.get(ref) as (readonly DocumentedEntry[])[];
    return memo.compute(`near ${ref}`, own, () => nearness(own));
  };
  const kin = sameKinds(circle, classes, nearOf);
  return new Map(
    members.map((member) => {
      const { ref, record } = member;
      const own = parts.get(ref) as (readonly DocumentedEntry[])[];
      const ofKind = kin.get(ref) ?? [];
      const inputs = [member, ...own, ...ofKind.flatMap(({ one, first, other }) => [one, first, other])];
      const made = memo.compute(`joined ${ref}`, inputs, () =>
        memo.same(`interactions ${ref}`, { ...record, entries: [...own.flat(), ...ofKind.map(kinEntry)] }),
      );
      return [ref, made];
    }),
  );
}

/** What joining asks of a record beside its entries. */
interface Member {
  readonly ref: string;
  readonly record: Omit<RecordInteractions, 'entries'>;
  /** A medicine of several substances. */
  readonly isCombination: boolean;
}

function memberOf(entry: Entry, terms: Terms, canonicalUrl: string): Member {
  const { substances, classes } = subjectOf(entry.substances, entry.classes ?? [], terms);
  return {
    ref: refOf(entry),
    record: {
      type: entry.kind,
      slug: entry.slug,
      name: displayName(entry),
      canonical_url: canonicalUrl,
      assessed: entry.statements !== undefined,
      substances: [...substances],
      classes: [...classes],
    },
    isCombination: entry.kind === 'medication' && entry.substances.length > 1,
  };
}

/** All records, as they belong together by what they are. Lists of refs are in the order of the records. */
interface Circle {
  readonly members: readonly Member[];
  /** Place of each record among them, by its ref. */
  readonly at: ReadonlyMap<string, number>;
  readonly byClass: ReadonlyMap<string, readonly string[]>;
  readonly bySubstance: ReadonlyMap<string, readonly string[]>;
  /** Records whose substances are some, not all, of the record's; sorted. */
  readonly ingredients: ReadonlyMap<string, readonly string[]>;
  /** The other way round. */
  readonly products: ReadonlyMap<string, readonly string[]>;
  readonly duplicates: ReadonlyMap<string, readonly DocumentedEntry[]>;
}

function circleOf(members: readonly Member[]): Circle {
  const grouped = (keysOf: (record: Member['record']) => readonly string[]): Map<string, string[]> =>
    new Map([...groupBy(members, ({ record }) => keysOf(record))].map(([key, of]) => [key, of.map(({ ref }) => ref)]));
  const at = new Map(members.map(({ ref }, place) => [ref, place]));
  const known = { members, at, bySubstance: grouped(({ substances }) => substances) };
  const ingredients = new Map<string, string[]>();
  const products = new Map<string, string[]>();
  const duplicates = new Map<string, DocumentedEntry[]>();
  for (const member of members) {
    const { ref, record } = member;
    const sharing = [...new Set(record.substances.flatMap((one) => known.bySubstance.get(one) ?? []))].toSorted();
    for (const other of sharing.map((one) => memberAt(known, one))) {
      if (isPartOf(other.record.substances, record.substances)) {
        append(ingredients, ref, other.ref);
        append(products, other.ref, ref);
      }
      if (other.ref === ref || isSameSet(record.substances, other.record.substances)) continue;
      append(duplicates, ref, duplicateOf(member, other));
    }
  }
  return { ...known, byClass: grouped(({ classes }) => classes), ingredients, products, duplicates };
}

const sharesSubstance = (a: Member['record'], b: Member['record']): boolean =>
  a.substances.some((one) => b.substances.includes(one));

const memberAt = ({ members, at }: Pick<Circle, 'members' | 'at'>, ref: string): Member =>
  members[at.get(ref) as number] as Member;

const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length < whole.length && part.every((one) => whole.includes(one));

/** A product and another that shares some, not all, of its substances: the doses add up. */
function duplicateOf(member: Member, other: Member): DocumentedEntry {
  const [{ record }, partner] = [member, other.record];
  const shared = record.substances.filter((name) => partner.substances.includes(name));
  const first = member.ref < other.ref ? record : partner;
  const severity = record.type === 'medication' && partner.type === 'medication' ? 'major' : 'moderate';
  return {
    ...duplicateEntry(shared, first, severity),
    reaches: [{ ref: other.ref, name: partner.name, basis: 'duplicate_ingredient', via: shared.join(', ') }],
  };
}

/** The entries of one record, by the record on whose page they are shown. */
interface Documented {
  readonly own: readonly DocumentedEntry[];
  /** Told by the records that they reach. */
  readonly mirrored: ReadonlyMap<string, readonly DocumentedEntry[]>;
  /** Told by products with this ingredient, for which they hold, too. */
  readonly inherited: ReadonlyMap<string, readonly DocumentedEntry[]>;
}

/** What a record says of others, and what that means. */
type SaidEntry = Omit<DocumentedEntry, 'reaches'> & { readonly targets: Targets };

const saidBy = (entry: Entry, terms: Terms): SaidEntry[] =>
  (entry.statements ?? []).map((own) => {
    const { unknown: _, ...targets } = readTargets(own.text, terms);
    const except = exceptionsIn(own.when ?? '', terms).substances;
    return { ...own, targets: { ...targets, ...(except.length > 0 && { except }) } };
  });

type Classes = Terms['classes'];

function documentedBy(
  said: readonly SaidEntry[],
  { ref, record: { name } }: Member,
  circle: Circle,
  { classes, memo }: { classes: Classes; memo: Memo },
): Documented {
  const own: DocumentedEntry[] = [];
  const mirrored = new Map<string, DocumentedEntry[]>();
  const inherited = new Map<string, DocumentedEntry[]>();
  const products = (circle.products.get(ref) ?? []).map((product) => memberAt(circle, product));
  for (const entry of said) {
    const { targets, ...said } = entry;
    const told = targets.except ? withoutWhen(said) : said;
    const reaches = reachesOf(targets, ref, circle, classes);
    const documented = { ...entry, reaches };
    own.push(documented);
    for (const { ref: other, basis, via } of reaches) {
      const holding = products.filter((product) => isHeldFor(product, memberAt(circle, other)));
      const through = holding.map((product) => inheritedBy(product, name));
      append(mirrored, other, { ...told, reaches: [{ ref, name, basis, via }, ...through] });
    }
    for (const product of products) {
      const held = reaches.filter((reach) => isHeldFor(product, memberAt(circle, reach.ref)));
      const through = held.map((reach): ReachedRecord => ({ ...reach, basis: 'ingredient', via: name }));
      append(inherited, product.ref, { ...documented, reaches: through });
    }
  }
  return {
    own: memo.same(`own ${ref}`, own),
    mirrored: memo.sameEach(`mirrored ${ref}`, mirrored),
    inherited: memo.sameEach(`inherited ${ref}`, inherited),
  };
}

/** What the record of an ingredient documents holds for a product with that ingredient, too: not for what shares a substance with it. */
const isHeldFor = (product: Member, other: Member): boolean =>
  other !== product && !sharesSubstance(other.record, product.record);

const inheritedBy = ({ ref, record: { name } }: Member, via: string): ReachedRecord => ({
  ref,
  name,
  basis: 'ingredient',
  via,
});

/** The records that an entry reaches, sorted by ref. */
function reachesOf(targets: Targets, ref: string, circle: Circle, classes: Classes): ReachedRecord[] {
  const candidates = new Set([
    ...targets.records,
    ...targets.classes.flatMap((id) => circle.byClass.get(id) ?? []),
    ...targets.substances.flatMap((name) => circle.bySubstance.get(name.split(' / ')[0] ?? '') ?? []),
  ]);
  candidates.delete(ref);
  return [...candidates].toSorted().flatMap((other) => {
    const member = memberAt(circle, other);
    const reach = reachOf(targets, member, classes);
    return reach ? [{ ref: other, name: member.record.name, ...reach }] : [];
  });
}

function reachOf(
  targets: Targets,
  { ref, record, isCombination }: Member,
  classes: Classes,
): Pick<ReachedRecord, 'basis' | 'via'> | undefined {
  if (targets.records.includes(ref)) return { basis: 'direct', via: record.name };
  return reachSubject(targets, record, { classes }, isCombination);
}

/** How a record goes with each other one: by which names it was found, and on what basis. */
type Nearness = ReadonlyMap<string, readonly Pick<ReachedRecord, 'basis' | 'via'>[]>;

function nearness(parts: readonly (readonly DocumentedEntry[])[]): Nearness {
  const near = new Map<string, Pick<ReachedRecord, 'basis' | 'via'>[]>();
  for (const { reaches } of parts.flat()) for (const { ref, basis, via } of reaches) append(near, ref, { basis, via });
  return near;
}

/** Two medicines of one kind: `one` is the class, `first` that of the two which comes first. */
interface SameKind {
  readonly one: InteractionClass;
  readonly first: Member;
  readonly other: Member;
}

/** Two medicines of one kind, such as two statins, where nothing nearer is documented; by the record on whose page they are shown. */
function sameKinds(circle: Circle, classes: Classes, nearOf: (ref: string) => Nearness): Map<string, SameKind[]> {
  const kin = new Map<string, SameKind[]>();
  for (const one of classes.values()) {
    if (!one.sameKind) continue;
    const members = (circle.byClass.get(one.id) ?? [])
      .map((ref) => memberAt(circle, ref))
      .filter(({ record }) => record.type === 'medication')
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
    for (const [at, first] of members.entries()) {
      const near = nearOf(first.ref);
      const told = kin.get(first.ref) ?? [];
      for (const other of members.slice(at + 1)) {
        const isNear =
          near.get(other.ref)?.some(isNearer(one)) ||
          told.some((same) => same.other === other && same.one.name === one.name);
        if (isNear || isSameSet(first.record.substances, other.record.substances)) continue;
        append(kin, first.ref, { one, first, other });
        append(kin, other.ref, { one, first, other: first });
      }
    }
  }
  return kin;
}

const kinEntry = ({ one, first, other }: SameKind): DocumentedEntry => ({
  ...sameKindEntry(one, first.record),
  reaches: [{ ref: other.ref, name: other.record.name, basis: 'class', via: one.name }],
});

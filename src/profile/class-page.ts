import { type SentenceIndex, spokenRecord, spokenTitle, statementText } from '../interactions/effects.ts';
import {
  type DocumentedEntry,
  isGuidance,
  isOwn,
  type RecordInteractions,
  severityOrder,
} from '../interactions/findings.ts';
import type { InteractionClass } from '../interactions/vocabulary.ts';
import { recordPath } from '../records/address.ts';
import { displayName, type Entry, refOf, subtitle } from '../records/entry.ts';
import type { Severity } from '../records/statement.ts';
import { groupBy } from '../text/groups.ts';
import { normalize } from '../text/normalize.ts';
import { once } from '../text/once.ts';
import { compareText } from '../text/order.ts';
import { counted } from '../text/sentences.ts';
import { items, section, text } from './blocks.ts';
import type { SafetyFact } from './safety.ts';
import type { Block, DetailItem, Section } from './section.ts';

/** A class of medicines, supplements or peptides as its page and its companion tell it. */
export interface ClassPage {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** What it is, in one or two sentences. */
  readonly description: string;
  /** Other names, those that people use first. */
  readonly names: readonly string[];
  /** Members with a record, approved ones first. */
  readonly members: readonly Entry[];
  /** Every record that the page shows, by `kind/slug`: members, and those that name the class. */
  readonly shown: readonly string[];
  /** Made when they are first read: lists of classes ask for none. */
  readonly sections: readonly Section[];
}

/** What pages of classes are made of. Maps are keyed by `kind/slug`. */
interface ClassSources {
  readonly entries: readonly Entry[];
  readonly classes: readonly InteractionClass[];
  readonly interactions: ReadonlyMap<string, RecordInteractions>;
  readonly safety: Pick<ReadonlyMap<string, readonly SafetyFact[]>, 'get'>;
  readonly effects: SentenceIndex;
}

export const CLASS_LIST = '/class';

/** Path of the page of a class; its companion's is this and `.md`. */
const classPath = (id: string): string => `${CLASS_LIST}/${id}`;

/** The page of each class that has a member with a record, or that an interaction entry of a record names; by id. Foods have none. */
export function classPages(joined: ClassSources): Map<string, ClassPage> {
  const members = groupBy(joined.entries, (entry) => joined.interactions.get(refOf(entry))?.classes ?? []);
  const named = namingEntries(joined.interactions);
  const shown = joined.classes.filter(({ id, kind }) => kind === 'class' && (members.has(id) || named.has(id)));
  const known: Known = {
    ...joined,
    members,
    named,
    shown: new Map(shown.map((one) => [one.id, one])),
    classesById: new Map(joined.classes.map((one) => [one.id, one])),
    children: groupBy(joined.classes, ({ parents }) => parents),
    ours: substancesWithRecord(joined.entries),
  };
  return new Map(shown.map((one) => [one.id, pageOf(one, known)]));
}

interface NamingEntry {
  readonly record: RecordInteractions;
  readonly entry: DocumentedEntry;
}

interface Known extends ClassSources {
  readonly members: ReadonlyMap<string, readonly Entry[]>;
  readonly named: ReadonlyMap<string, readonly NamingEntry[]>;
  readonly shown: ReadonlyMap<string, InteractionClass>;
  readonly classesById: ReadonlyMap<string, InteractionClass>;
  /** By the id of a class, those that name it as a parent. */
  readonly children: ReadonlyMap<string, readonly InteractionClass[]>;
  /** Substances that a record is about, normalized. */
  readonly ours: ReadonlySet<string>;
}

/** The entries of all records by the classes that their texts name. */
function namingEntries(interactions: ReadonlyMap<string, RecordInteractions>): Map<string, NamingEntry[]> {
  const entries = [...interactions.values()].flatMap((record) =>
    record.entries
      .filter((entry) => isOwn(entry, record) && !isGuidance(entry.documented_in))
      .map((entry) => ({ record, entry })),
  );
  return groupBy(entries, ({ entry }) => entry.targets?.classes ?? []);
}

function pageOf(asked: InteractionClass, known: Known): ClassPage {
  const members = (known.members.get(asked.id) ?? []).toSorted(approvedFirst(known.safety));
  const naming = known.named.get(asked.id) ?? [];
  const names = [...new Set([...asked.everyday, ...asked.synonyms])].filter(
    (name) => normalize(name) !== normalize(asked.name),
  );
  const sections = once(() =>
    [
      section(
        'members',
        'Members with a record',
        [],
        items(members, (entry) => memberItem(entry, known.safety)),
      ),
      section(
        'further-members',
        'Further members, without a record here',
        [],
        text(furtherMembers(asked, known).join(', ')),
      ),
      section('interactions', 'Interactions documented for the class', [], documented(naming, known.effects)),
      section('classes', 'Broader and narrower classes', [], relatives(asked, known)),
      section('names', 'Also called', [], text(names.join('; '))),
      section('membership', 'Where the membership comes from', [], membership(asked)),
    ].flat(),
  );
  return {
    id: asked.id,
    name: asked.name,
    path: classPath(asked.id),
    description: asked.description ?? '',
    names,
    members,
    shown: [...new Set([...members.map(refOf), ...naming.map(({ record }) => refOfRecord(record))])],
    get sections() {
      return sections();
    },
  };
}

const refOfRecord = ({ type, slug }: RecordInteractions): string => `${type}/${slug}`;

/** Medicines, then what is sold without approval of its effect, last what is no approved medicine; by name in each. */
const approvedFirst =
  (safety: Known['safety']) =>
  (a: Entry, b: Entry): number =>
    standing(a, safety) - standing(b, safety) ||
    compareText(displayName(a).toLowerCase(), displayName(b).toLowerCase()) ||
    compareText(refOf(a), refOf(b));

function standing(entry: Entry, safety: Known['safety']): number {
  if (entry.kind === 'medication') return 0;
  const isRefused = safety.get(refOf(entry))?.some(({ id }) => id === 'not-approved');
  return isRefused ? 2 : 1;
}

/** A record as lists show it: its line, and the warnings that nobody should have to open it for. */
function memberItem(entry: Entry, safety: Known['safety']): DetailItem {
  const warned = (safety.get(refOf(entry)) ?? []).filter(({ brief }) => brief);
  const gravest = warned[0]?.tone;
  return {
    title: displayName(entry),
    link: recordPath(entry),
    ...(gravest && { tone: gravest, badge: warned.map(({ brief }) => brief?.replace(/\.$/, '')).join('. ') }),
    rows: subtitle(entry) ? [{ label: 'What it is', value: subtitle(entry) }] : [],
  };
}

/** Members of the class and of all below it, less those that a record is about. */
function furtherMembers({ id }: InteractionClass, { classesById, children, ours }: Known): string[] {
  const below = new Set<InteractionClass>();
  const visit = (one: InteractionClass): void => {
    if (below.has(one)) return;
    below.add(one);
    children.get(one.id)?.forEach(visit);
  };
  visit(classesById.get(id) as InteractionClass);
  const all = [...below].flatMap(({ members }) => members);
  return [...new Set(all)].filter((name) => !ours.has(normalize(name))).toSorted(compareText);
}

/** What records are about. The record of a combination is not one of its ingredient; several substances of a supplement are forms of it. */
function substancesWithRecord(entries: readonly Entry[]): Set<string> {
  const single = entries.filter(({ kind, substances }) => kind !== 'medication' || substances.length === 1);
  return new Set(single.flatMap(({ substances }) => substances.map(normalize)));
}

const severityWords: Readonly<Record<Severity, string>> = {
  major: 'Major',
  moderate: 'Moderate',
  minor: 'Minor',
  food: 'Food',
};

/** One item for each record that names the class, the gravest first. */
function documented(naming: readonly NamingEntry[], effects: SentenceIndex): Block[] {
  const byRecord = [...groupBy(naming, ({ record }) => [refOfRecord(record)]).values()];
  const worst = (of: readonly NamingEntry[]): number =>
    Math.min(...of.map(({ entry }) => severityOrder.indexOf(entry.severity)));
  const sorted = byRecord.toSorted(
    (a, b) => worst(a) - worst(b) || compareText(nameIn(a).toLowerCase(), nameIn(b).toLowerCase()),
  );
  const rows = items(sorted, (of) => recordItem(of, severityOrder[worst(of)] as Severity, effects));
  return rows.length > 0 ? [...text(OF_THE_WHOLE), ...rows] : [];
}

const OF_THE_WHOLE =
  'These statements are about the whole class; what is said of one member is in the record of that member. To check two things, use the interaction checker, which takes a class as well.';

const nameIn = ([first]: readonly NamingEntry[]): string => first?.record.name ?? '';

function recordItem(of: readonly NamingEntry[], worst: Severity, effects: SentenceIndex): DetailItem {
  const { record } = of[0] as NamingEntry;
  return {
    title: record.name,
    link: `${recordPath({ kind: record.type, slug: record.slug })}#interactions`,
    tone: worst,
    badge: severityWords[worst],
    rows: of.map(({ entry }) => ({
      label: of.length > 1 ? `${severityWords[entry.severity]}: ${entry.text}` : entry.text,
      value: statementText(entry, [spokenRecord(record.name), spokenTitle(entry.text)], effects) || entry.risk,
    })),
  };
}

function relatives(asked: InteractionClass, { shown, children, members }: Known): Block[] {
  const broader = asked.parents.flatMap((id) => shown.get(id) ?? []);
  const narrower = (children.get(asked.id) ?? []).filter(({ id }) => shown.has(id));
  const row = (label: string) => (one: InteractionClass) => ({
    label: `${label}, ${counted(members.get(one.id)?.length ?? 0, 'record')}`,
    value: one.name,
    link: classPath(one.id),
  });
  const rows = [...broader.map(row('Broader')), ...narrower.map(row('Narrower'))];
  return rows.length > 0 ? [{ type: 'facts', rows }] : [];
}

const membership = ({ source: { text, url, date } }: InteractionClass): Block[] => [
  { type: 'facts', rows: [{ label: date ? `As of ${date}` : 'Source', value: text, ...(url && { link: url }) }] },
];

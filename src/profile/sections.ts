import type { Entry, TrialOutcome } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import { facts, items, list, rows, section, text, titled } from './blocks.ts';
import { special } from './medication.ts';
import { type PartnerRoom, partnerSection, STATEMENTS_LENGTH } from './partner-section.ts';
import type { Partner } from './partners.ts';
import type { Block, DetailItem, ItemRow, Pointer, Section, Tone } from './section.ts';
import layout from './sections.json' with { type: 'json' };
import { studyFigures, trialFigures } from './study-people.ts';
import { outcomeWords } from './trial-outcomes.ts';

/**
 * The sections of a record in the order people ask, as `sections.json` lays them out: by kind, a shared section or the
 * interactions by their id alone. Every value of the record has one section at least.
 */
export const sections = (
  entry: Entry,
  partners: readonly Partner[],
  room: PartnerRoom = { statementsLength: STATEMENTS_LENGTH },
): Section[] =>
  layouts[entry.kind].flatMap((one) => {
    if (one === 'interactions') return partnerSection(entry, partners, room);
    const { id, title, titleAt, fields, blocks } = typeof one === 'string' ? (shared.get(one) as SectionLayout) : one;
    const ownTitle = titleAt && (valueAt(entry, titleAt) as string | undefined);
    return section(
      id,
      ownTitle ?? title,
      fields,
      blocks.flatMap((block) => blocksOf(block, entry)),
    );
  });

interface SectionLayout {
  readonly id: string;
  readonly title: string;
  /** Where the record has a title of its own. */
  readonly titleAt?: Pointer;
  readonly fields: readonly string[];
  readonly blocks: readonly BlockLayout[];
}

/** Blocks below a heading; values are named by JSON Pointer, those of an item by key. */
type BlockLayout = { readonly heading?: string } & (
  | { readonly text: Pointer; readonly statements?: Pointer }
  | { readonly list: Pointer }
  | { readonly facts: readonly (readonly [label: string, at: Pointer, uncited?: string])[] }
  | ItemsLayout
  | { readonly special: keyof typeof special }
);

interface ItemsLayout {
  readonly items: Pointer;
  /** Keys of the title: the first that has a value. */
  readonly title: readonly string[];
  readonly untitled?: string;
  /** With keys in braces. */
  readonly link?: string;
  readonly mark?: keyof typeof marks;
  readonly rows: readonly (readonly [label: string, key: string, unstated?: string])[];
}

const layouts = layout as unknown as Readonly<Record<Kind, readonly (SectionLayout | string)[]>>;
const shared = new Map((layout.shared as unknown as readonly SectionLayout[]).map((one) => [one.id, one]));

function blocksOf(block: BlockLayout, entry: Entry): Block[] {
  const blocks = untitled(block, entry);
  return block.heading ? titled(block.heading, blocks) : blocks;
}

function untitled(block: BlockLayout, entry: Entry): Block[] {
  if ('special' in block) return (special[block.special] as (entry: Entry) => Block[])(entry);
  if ('text' in block) {
    const statements = block.statements === undefined ? [] : (valueAt(entry, block.statements) as string[]);
    return text(valueAt(entry, block.text) as string | undefined, block.text, statements);
  }
  if ('list' in block) return list(valueAt(entry, block.list) as string[] | undefined, block.list);
  if ('facts' in block)
    return facts(
      block.facts.map(([label, at, uncited]) => [label, valueAt(entry, at) as string, uncited ? undefined : at]),
    );
  const values = valueAt(entry, block.items) as KeyedValues[] | undefined;
  return items(values, (value, index) => item(block, value, `${block.items}/${index}`, entry), block.items);
}

const valueAt = (entry: Entry, pointer: Pointer): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as KeyedValues | undefined)?.[key], entry);

type KeyedValues = Readonly<Record<string, unknown>>;

function item(
  { title, untitled = 'Not named', link, mark, rows: keys }: ItemsLayout,
  value: KeyedValues,
  at: Pointer,
  entry: Entry,
): DetailItem {
  const { found, outcomes = [] } = entry.trialFindings.find((one) => one.at === at) ?? {};
  const said: KeyedValues = { ...value, ...(found && { found }) };
  const address = link?.replace(/\{(\w+)\}/, (_, key: string) => String(said[key] ?? ''));
  return {
    title: String(title.map((key) => said[key]).find((one) => one !== undefined) ?? untitled),
    ...(address && { link: address }),
    ...(mark && (marks[mark] as Mark)(value, entry)),
    rows: keys.flatMap(([label, key, unstated]): ItemRow[] => [
      ...rows([[label, (said[key] as string | undefined) ?? unstated]]),
      ...(key === 'found' ? outcomes.map(outcomeRow) : []),
    ]),
  };
}

const outcomeRow = (outcome: TrialOutcome): ItemRow => ({
  label: outcome.outcome,
  value: outcomeWords(outcome),
  outcome,
});

/** What else an item of a list shows: a sign, a badge, the figures of a study. */
const marks = {
  trial: (trial: KeyedValues, { profile }: Entry) => ({
    study: trialFigures(trial, 'manufacturer' in profile ? profile.manufacturer : undefined),
  }),
  study: (study: Parameters<typeof studyFigures>[0] & { biasRisk?: keyof typeof biasTone }) => ({
    ...(study.biasRisk && { tone: biasTone[study.biasRisk], badge: `Risk of bias: ${study.biasRisk}` }),
    study: studyFigures(study),
  }),
  seal: ({ tier }: { tier?: keyof typeof sealTone }) => (tier ? { tone: sealTone[tier], badge: tier } : {}),
  preferred: ({ preferred }: { preferred?: boolean }) => (preferred ? { tone: 'good', badge: 'Most evidence' } : {}),
} as const;
type Mark = (value: KeyedValues, entry: Entry) => Partial<DetailItem>;

const biasTone = { High: 'major', 'Some concerns': 'moderate', Low: 'good' } as const satisfies Record<string, Tone>;
const sealTone = {
  'Gold Standard': 'good',
  Strong: 'good',
  Independent: 'info',
  Caution: 'moderate',
} as const satisfies Record<string, Tone>;

import type { RawInput } from '../../src/api/inputs.ts';
import { operations } from '../../src/api/operations.ts';
import { resultText } from '../../src/function/mcp/result-text.ts';
import type { Finding } from '../../src/interactions/pair.ts';
import type { Kind } from '../../src/schema/kinds.ts';
import type { Envelope, MedicationProfile } from '../../src/schema/types.ts';
import type { Answer } from '../support/service.ts';

export type Run = (tool: string, input: RawInput) => Promise<Answer>;

/** Four characters a token, as tokenizers give for English. */
export const tokensOf = (text: string): number => text.length / 4;
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The text block of a tool result. */
export const toldText = (tool: string, envelope: Envelope, input: RawInput): string =>
  resultText(envelope, operations.find((one) => one.tool === tool)?.summarize?.(envelope.data, input));

interface NamedKind {
  readonly kind: Kind;
  readonly slug: string;
}
/** A name that means this record and no other: a substance may have a medication and a peptide. */
const nameOf = ({ kind, slug }: NamedKind): string => (kind === 'peptide' ? `${slug} peptide` : slug);

async function asked(run: Run, tool: string, input: RawInput): Promise<{ envelope: Envelope; text: string }> {
  const answer = await run(tool, input);
  if (!answer.ok) throw new Error(`${tool} ${JSON.stringify(input)}: ${answer.body.detail}`);
  return { envelope: answer.body, text: toldText(tool, answer.body, input) };
}

export interface ToldPair {
  /** "warfarin + ibuprofen", slugs in the order of the alphabet. */
  readonly pair: string;
  /** Of the envelope as JSON. */
  readonly bytes: number;
  readonly textBytes: number;
  /** Entries of records that the findings tell. */
  readonly statements: number;
}

/** Every pair of records, or those that are asked for by the places of the two. */
export async function toldPairs(
  run: Run,
  records: readonly NamedKind[],
  isAsked: (one: number, other: number) => boolean = () => true,
): Promise<ToldPair[]> {
  const told: ToldPair[] = [];
  for (const [at, one] of records.entries()) {
    for (const other of records.filter((_, place) => place > at && isAsked(at, place))) {
      const { envelope, text } = await asked(run, 'check_interactions', { item1: nameOf(one), item2: nameOf(other) });
      const { findings } = envelope.data as { findings: Finding[] };
      told.push({
        pair: [nameOf(one), nameOf(other)].toSorted().join(' + '),
        bytes: bytesOf(JSON.stringify(envelope)),
        textBytes: bytesOf(text),
        statements: findings.reduce((sum, { also_in = [] }) => sum + 1 + also_in.length, 0),
      });
    }
  }
  return told;
}

/** What is asked most of a medication: the line that tells it, the part that has it in full, and whether the record has it. */
const facts: readonly (readonly [line: RegExp, part: string, isOf: (profile: MedicationProfile) => boolean])[] = [
  [/BOXED WARNING|Boxed warning:/, 'safety', (profile) => 'blackBox' in profile],
  [/^(?:STOPPING SUDDENLY|Stopping): /m, 'stopping', (profile) => 'taperingInfo' in profile],
  [/^Pregnancy: /m, 'populations', ({ specialPopulations }) => Boolean(specialPopulations?.pregnancy)],
  [/^Alcohol and food: /m, 'interactions', ({ drugInteractions }) => Boolean(drugInteractions?.food?.length)],
  [/^Major interactions: /m, 'interactions', ({ drugInteractions }) => Boolean(drugInteractions?.major?.length)],
  [/^Common side effects, with rates: /m, 'side_effects', ({ sideEffects }) => Boolean(sideEffects?.common?.length)],
];

export interface ToldRecord {
  readonly slug: string;
  readonly bytes: number;
  readonly text: string;
  readonly mustNot: readonly string[];
  /** Tokens until the facts above are known, by the fewest calls that tell them; only of a medication. */
  readonly factTokens: number | undefined;
  /** Whether one call told them all. */
  readonly isComplete: boolean;
}

/** The text of each record's lookup, and what its facts cost: the summarize, and the parts of those that it left out. */
export async function toldRecords(run: Run, records: readonly NamedKind[]): Promise<ToldRecord[]> {
  return Promise.all(
    records.map(async (record): Promise<ToldRecord> => {
      const name = nameOf(record);
      const { envelope, text } = await asked(run, 'lookup_medication', { name });
      const { profile } = envelope.data as { profile: MedicationProfile };
      const missing = facts.filter(([line, , isOf]) => isOf(profile) && !line.test(text)).map(([, part]) => part);
      const section = [...new Set(missing)];
      const rest = section.length > 0 ? (await asked(run, 'lookup_medication', { name, section })).text : '';
      return {
        slug: record.slug,
        bytes: bytesOf(text),
        text,
        mustNot: envelope.must_not,
        factTokens: record.kind === 'medication' ? tokensOf(text + rest) : undefined,
        isComplete: missing.length === 0,
      };
    }),
  );
}

/** Tokens of the answer on each of several lists of names taken together. */
export const toldTogether = (run: Run, lists: readonly (readonly string[])[]): Promise<number[]> =>
  Promise.all(
    lists.map(async ([item1, item2, ...more]) =>
      tokensOf((await asked(run, 'check_interactions', { item1, item2, more })).text),
    ),
  );

/** Five medicines of any sort, several times. */
export const fives = (records: readonly NamedKind[]): string[][] => {
  const some = records.map(nameOf).filter((_, at) => at % 3 === 0);
  return Array.from({ length: Math.floor(some.length / 5) }, (_, at) => some.slice(5 * at, 5 * at + 5));
};

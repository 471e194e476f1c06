import type { NameIndex } from '../../src/names/name-index.ts';
import { resolveName } from '../../src/names/resolve.ts';
import { type RxNormRow, rxnormRows } from '../../src/names/rxnorm.ts';
import { rowsOf } from '../fixtures/names/catalog.ts';
import { random } from './spelled.ts';

/** Shares of some lines, 0 to 1, and those that were read as something else. */
export interface ReadShares {
  readonly count: number;
  readonly right: number;
  /** Right, or asked about. */
  readonly rightOrAsked: number;
  readonly wrong: readonly string[];
}

type Outcome = 'right' | 'asked' | 'wrong';

function sharesOf(some: readonly (readonly [text: string, outcome: Outcome])[]): ReadShares {
  const wrong = some.filter(([, outcome]) => outcome === 'wrong').map(([text]) => text);
  const right = some.filter(([, outcome]) => outcome === 'right').length;
  return { count: some.length, right: right / some.length, rightOrAsked: 1 - wrong.length / some.length, wrong };
}

const isAsked = (status: string): boolean => status === 'ambiguous_name' || status === 'not_recognized';

/** Lines of labels, portals and prescriptions. */
export const typedLines = (index: NameIndex): ReadShares =>
  sharesOf(
    rowsOf('typed-lines.tsv').map(([line = '', expected]) => {
      const resolution = resolveName(index, line);
      const answer = resolution.status === 'found' ? resolution.record.slug : isAsked(resolution.status) ? '?' : '-';
      return [`${line}: ${answer}`, answer === expected ? 'right' : answer === '?' ? 'asked' : 'wrong'];
    }),
  );

/** Rows of RxNorm taken by chance: their codes, or their names. */
export function rxnormShares(
  index: NameIndex,
  text: string,
  { by, count, isTaken }: { by: 'code' | 'name'; count: number; isTaken: (row: RxNormRow) => boolean },
): ReadShares {
  const rows = [...rxnormRows(text)].filter(isTaken);
  const next = random(7);
  const some = Array.from({ length: count }, () => rows[next(rows.length)] as RxNormRow);
  return sharesOf(
    some.map((row) => {
      const asked = by === 'code' ? `rxcui:${row.code}` : row.name;
      return [`${asked} (${row.name})`, outcomeOf(index, asked, row)];
    }),
  );
}

/** What is wanted is the record of an ingredient alone, or of several together by their names; where there is none, that this is said. */
function outcomeOf(index: NameIndex, asked: string, { sets }: RxNormRow): Outcome {
  const resolution = resolveName(index, asked);
  if (isAsked(resolution.status)) return 'asked';
  const wanted = sets.flatMap((set) => {
    const one = resolveName(index, set.join(' and '));
    return one.status === 'found' && one.match.method !== 'fuzzy' ? [one.record] : [];
  });
  const isRight = resolution.status === 'found' ? wanted.includes(resolution.record) : wanted.length === 0;
  return isRight ? 'right' : 'wrong';
}

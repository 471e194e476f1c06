/** What it costs to turn a name into what was typed, letter by letter; Infinity where nothing explains it. */
export interface LetterCosts {
  /** A letter typed that the name does not have. */
  extra(typed: string, at: number): number;
  /** A letter of the name that was not typed. */
  missing(name: string, at: number): number;
  /** One letter typed for another. */
  other(typed: string, name: string, row: number, column: number): number;
  /** Two letters in the wrong order. */
  readonly swap: number;
  /** Two letters for one that sounds like them. */
  readonly digraph: number;
}

/**
 * The cheapest way from a name to what was typed: a restricted Damerau-Levenshtein distance with weights (Brill & Moore
 * 2000 for the idea). Only a band of REACH letters around the diagonal is looked at: texts farther apart come back as
 * Infinity.
 */
export function alignmentCost(typed: string, name: string, costs: LetterCosts): number {
  if (typed === name) return 0;
  const height = typed.length;
  const width = name.length;
  if (Math.abs(height - width) > REACH || height > LONGEST || width > LONGEST) return Infinity;
  const cells = CELLS;
  const stride = width + 1;
  for (let row = 0; row <= height; row++) {
    const from = Math.max(0, row - REACH);
    const to = Math.min(width, row + REACH);
    if (from > 0) cells[row * stride + from - 1] = Infinity;
    for (let column = from; column <= to; column++) {
      cells[row * stride + column] = cheapest(stride, typed, name, row, column, costs);
    }
    if (to < width) cells[row * stride + to + 1] = Infinity;
  }
  return cells[height * stride + width] as number;
}

/** How many letters one text may run ahead of the other. */
const REACH = 4;
const LONGEST = 64;
// One table shared by all calls; a call leaves nothing in it that the next one reads.
const CELLS = new Float64Array((LONGEST + 1) * (LONGEST + 2));

/** The cheapest way to turn the first `column` letters of the name into the first `row` letters typed. */
function cheapest(
  stride: number,
  typed: string,
  name: string,
  row: number,
  column: number,
  costs: LetterCosts,
): number {
  if (row === 0 && column === 0) return 0;
  let best = Infinity;
  if (row > 0) best = (CELLS[(row - 1) * stride + column] as number) + costs.extra(typed, row - 1);
  if (column > 0) best = Math.min(best, (CELLS[row * stride + column - 1] as number) + costs.missing(name, column - 1));
  if (row === 0 || column === 0) return best;
  best = Math.min(
    best,
    (CELLS[(row - 1) * stride + column - 1] as number) + costs.other(typed, name, row - 1, column - 1),
  );
  if (row > 1 && column > 1 && typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1])
    best = Math.min(best, (CELLS[(row - 2) * stride + column - 2] as number) + costs.swap);
  if (row > 1 && isDigraph(typed, row - 2, name[column - 1] as string))
    best = Math.min(best, (CELLS[(row - 2) * stride + column - 1] as number) + costs.digraph);
  if (column > 1 && isDigraph(name, column - 2, typed[row - 1] as string))
    best = Math.min(best, (CELLS[(row - 1) * stride + column - 2] as number) + costs.digraph);
  return best;
}

/** Two letters that are often written for one. */
const DIGRAPHS: Readonly<Record<string, readonly string[]>> = {
  f: ['ph'],
  x: ['ks', 'cs'],
  k: ['ck', 'qu'],
  i: ['ee'],
  u: ['ou'],
  y: ['ie'],
};

const isDigraph = (text: string, at: number, letter: string): boolean =>
  DIGRAPHS[letter]?.some((pair) => text.startsWith(pair, at)) ?? false;

/** Reads a table of medicines with a head: comma, semicolon or tab between its fields (RFC 4180). */

import { type ListedEntry, lineOf, type ReadList, sortedCodes, withoutRepeats } from './listed-entry.ts';

/** @returns the entries; undefined where the text is no table with a column of names or codes */
export function csvList(text: string): ReadList | undefined {
  const head = text.slice(0, text.search(/\r?\n|$/));
  const separator = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] as string;
  const [names = [], ...rows] = fieldsOf(text.replace(/^\uFEFF/, ''), separator);
  const columns = names.map((name) => COLUMNS.find(([pattern]) => pattern.test(name.trim()))?.[1]);
  if (!columns.includes('name') && !columns.includes('rxcui') && !columns.includes('unii')) return undefined;
  // A list of names is no table: its first line is a name too.
  if (names.length < 2 && rows.length < 1) return undefined;
  const entries = rows.flatMap((row) => entryOf(row, columns));
  return entries.length === 0
    ? { fault: 'This table has a head and no rows, so nothing of it was read.' }
    : { entries: withoutRepeats(entries), what: 'table' };
}

type TableColumn = 'name' | 'strength' | 'directions' | 'rxcui' | 'unii' | 'ndc' | 'snomed' | 'status';
const COLUMNS: readonly (readonly [RegExp, TableColumn])[] = [
  [/^(?:rx ?cui|rx ?norm.*|rxnorm_?code)$/i, 'rxcui'],
  [/^unii/i, 'unii'],
  [/^ndc/i, 'ndc'],
  [/^snomed/i, 'snomed'],
  [/^(?:status|active)$/i, 'status'],
  [/^(?:dose|dosage|strength)$/i, 'strength'],
  [/^(?:sig|directions|instructions|frequency|how often|taken)$/i, 'directions'],
  [
    /^(?:medications?|medicines?|drugs?|products?|item|description)(?:[ _]name)?$|^name$|^(?:generic|brand)[ _]name$/i,
    'name',
  ],
];

function entryOf(row: readonly string[], columns: readonly (TableColumn | undefined)[]): ListedEntry[] {
  const of = (column: TableColumn): string | undefined => row[columns.indexOf(column)]?.trim() || undefined;
  const codes = (['rxcui', 'unii', 'ndc', 'snomed'] as const).flatMap((column) => {
    const code = columns.includes(column) ? of(column) : undefined;
    return code === undefined ? [] : [{ system: column === 'rxcui' ? 'rxnorm' : column, code }];
  });
  const [name, strength, directions] = (['name', 'strength', 'directions'] as const).map((column) =>
    columns.includes(column) ? of(column) : undefined,
  );
  const status = columns.includes('status') ? of('status') : undefined;
  const sorted = sortedCodes(codes);
  const text = lineOf([name, strength, directions]) || (sorted.codes ?? sorted.otherCodes)?.[0];
  if (text === undefined) return [];
  const isStopped =
    status !== undefined && /^(?:stopped|completed|inactive|discontinued|cancelled|no|false|ended)$/i.test(status);
  return [{ text, ...sorted, ...(isStopped && { notTaken: status.toLowerCase() }) }];
}

/** The rows of a table; a field in quotes may hold separators, line ends and doubled quotes. */
function fieldsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (isQuoted) {
      if (letter !== '"') field += letter;
      else if (text[at + 1] === '"') field += text[++at];
      else isQuoted = false;
    } else if (letter === '"' && field === '') isQuoted = true;
    else if (letter === separator) {
      row.push(field);
      field = '';
    } else if (letter === '\n') {
      rows.push([...row, field.replace(/\r$/, '')]);
      row = [];
      field = '';
    } else field += letter;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return rows.filter((one) => one.some((value) => value.trim() !== ''));
}

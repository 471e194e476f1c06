import { printable } from '../text/invisible.ts';
import { compareText } from '../text/order.ts';

export interface ContentProblem {
  /** Path as the user would type it, such as `content/medication/x.yaml`. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** Such as `profile.doses[0]`; empty for the whole file. */
  readonly path: string;
  readonly reason: string;
}

export const wholeFile = (file: string, reason: string): ContentProblem => ({
  file,
  line: 1,
  column: 1,
  path: '',
  reason,
});

export class ContentError extends Error {
  override name = 'ContentError';
  readonly problems: readonly ContentProblem[];
  constructor(problems: readonly ContentProblem[], files: number) {
    super(formatProblems(problems, files));
    this.problems = problems;
  }
}

export const formatNotices = (notices: readonly ContentProblem[]): string =>
  notices
    .map(({ file, line, column, path, reason }) => printable(`${file}:${line}:${column}  ${path}  ${reason}`))
    .join('\n');

/** One line for each problem, sorted by file and place, then a count. Control characters quoted from content are escaped. */
export function formatProblems(problems: readonly ContentProblem[], files: number): string {
  const sorted = problems.toSorted((a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column);
  const lines = sorted.map((p) =>
    printable(`${p.file}:${p.line}:${p.column}  ${p.path ? `${p.path}  ` : ''}${p.reason}`),
  );
  const wrong = new Set(problems.map((p) => p.file)).size;
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${wrong} of ${files} files.`;
  return [...lines, `${count} Fields are described in src/schema/ and content/README.md.`].join('\n');
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import matter from 'gray-matter';
import { type ContentProblem, wholeFile } from './problems.ts';
import { readYaml } from './yaml.ts';

/** The prose pages: content/pages/<name>.md. */
export const prosePageNames = ['about', 'corrections', 'developers', 'terms'] as const;
export type ProsePageName = (typeof prosePageNames)[number];

export interface ProseSource {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

/** A page or what is wrong with it. Front matter is YAML under our rules: no JavaScript (gray-matter runs it). */
export function readProse(file: string, text: string): { page?: ProseSource; problems: ContentProblem[] } {
  const problem = (reason: string, line = 1): ContentProblem => ({ file, line, column: 1, path: '', reason });
  if (!/^---\r?\n/.test(text))
    return { problems: [problem('has no front matter in YAML; begin with ---, title and description, ---')] };
  const front = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text)?.[1];
  if (front === undefined)
    return { problems: [problem('has front matter without an end; close it with a line of ---')] };
  // The opening line was cut off: a newline in its place keeps the line numbers right.
  const yaml = readYaml(file, `\n${front}`);
  if (yaml.problems.length > 0) return { problems: [...yaml.problems] };
  const { title, description } = (yaml.value ?? {}) as Partial<Record<string, unknown>>;
  const missing = Object.entries({ title, description }).flatMap(([key, value]) =>
    typeof value === 'string' && value.trim() !== ''
      ? []
      : [problem(`lacks ${key} in its front matter; add it as text`)],
  );
  if (missing.length > 0) return { problems: missing };
  const { content } = matter(text, { engines: { javascript: refuseProgram } });
  return { page: { title: String(title), description: String(description), markdown: content }, problems: [] };
}

function refuseProgram(): never {
  throw new Error('The front matter of a page is a program.');
}

/** The file of a page in the catalog, or ours where the catalog leaves it out. */
export const prosePath = (name: ProsePageName, folders: readonly string[]): string | undefined =>
  folders.map((folder) => join(folder, 'pages', `${name}.md`)).find(existsSync);

/** The page in a file, or what is wrong with it; a folder of that name is reported like any other fault. */
export function readProseFile(path: string, shown: string): ReturnType<typeof readProse> {
  if (statSync(path).isFile()) return readProse(shown, readFileSync(path, 'utf8'));
  return { problems: [wholeFile(shown, 'is not a file; write the page there')] };
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Paths of files below a directory, with forward slashes, sorted; a link to a file is that file. */
export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || (entry.isSymbolicLink() && isFile(join(entry.parentPath, entry.name))))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

export const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** The JSON Schemas of a directory by their path in it. */
export const readSchemas = (directory: string): Map<string, object> =>
  new Map(
    filesBelow(directory)
      .filter((path) => path.endsWith('.json'))
      .map((path) => [path, JSON.parse(readFileSync(join(directory, path), 'utf8'))]),
  );

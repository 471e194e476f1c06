import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Paths of files below a directory, with forward slashes, sorted. */
export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

/** The JSON Schemas of a directory by their path in it. */
export const readSchemas = (directory: string): Map<string, object> =>
  new Map(
    filesBelow(directory)
      .filter((path) => path.endsWith('.json'))
      .map((path) => [path, JSON.parse(readFileSync(join(directory, path), 'utf8'))]),
  );

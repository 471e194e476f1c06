import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a file, and the folders that it is in. */
export function writeInto(path: string, body: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}

/** Paths of files below a directory, with forward slashes, sorted; what a link leads to is what it is. */
export function filesBelow(directory: string): string[] {
  const found: string[] = [];
  // Node's own recursive reading asks the disk what each file is, which the list says already.
  const walk = (folder: string, prefix: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${prefix}${entry.name}`;
      const isLink = entry.isSymbolicLink();
      if (entry.isDirectory() || (isLink && isDirectory(join(folder, entry.name))))
        walk(join(folder, entry.name), `${path}/`);
      else if (entry.isFile() || (isLink && isFile(join(folder, entry.name)))) found.push(path);
    }
  };
  walk(directory, '');
  return found.toSorted();
}

export const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

export const readSchemas = (directory: string): Map<string, object> =>
  new Map(
    filesBelow(directory)
      .filter((path) => path.endsWith('.json'))
      .map((path) => [path, JSON.parse(readFileSync(join(directory, path), 'utf8'))]),
  );

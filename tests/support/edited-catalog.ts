import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadOptions } from '../../src/build/options.ts';
import { inspectCatalog } from '../../src/catalog/load.ts';
import type { ContentProblem } from '../../src/catalog/problems.ts';
import { createMemo } from '../../src/text/memo.ts';
import { writeSmall } from './build.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Texts of files by their path below the content folder. */
type Edits = Readonly<Record<string, string>>;

export interface EditedCatalog {
  readonly contentDir: string;
  /** Writes the catalog with some files in place of its own. */
  write(edits: Edits): void;
  /** Writes it and returns its problems, with paths of files below the content folder. */
  problemsWith(edits: Edits): ContentProblem[];
}

/** A copy of the catalog `tests/fixtures/<name>` with a small vocabulary. Files that do not change are read and checked once. */
export function editedCatalog(name: string): EditedCatalog {
  const contentDir = temporaryFolder();
  const options = { ...loadOptions({}), contentDir, memo: createMemo() };
  const write = (edits: Edits): void => {
    rmSync(contentDir, { recursive: true });
    writeSmall(name, contentDir);
    for (const [path, text] of Object.entries(edits)) {
      mkdirSync(dirname(join(contentDir, path)), { recursive: true });
      writeFileSync(join(contentDir, path), text);
    }
  };
  return {
    contentDir,
    write,
    problemsWith(edits) {
      write(edits);
      const { problems } = inspectCatalog(options);
      return problems.map((one) => ({ ...one, file: one.file.slice(contentDir.length + 1) }));
    },
  };
}

import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from '../scripts/build.ts';
import { loadOptions, root } from '../scripts/options.ts';

export const fixtures = join(root, 'tests/fixtures');
/** The day on which the tests build. */
export const TODAY = '2026-11-21';
export const SITE = 'https://materia.test';

/** A copy of a content folder that a test may change, below the system's temporary directory. */
export function copyOf(content: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'materia-'));
  cpSync(content, join(directory, 'content'), { recursive: true });
  return join(directory, 'content');
}

/** Options of a build of a content folder into `<folder>/../dist`. */
export const buildOptions = (contentDir: string, more: Partial<BuildOptions> = {}): BuildOptions => ({
  ...loadOptions({}),
  contentDir,
  outDir: join(contentDir, '../dist'),
  today: TODAY,
  siteUrl: SITE,
  ...more,
});

/** Builds a content folder and answers with the directory of the result. */
export async function distOf(contentDir: string, more: Partial<BuildOptions> = {}): Promise<string> {
  const options = buildOptions(contentDir, more);
  await build(options);
  return options.outDir;
}

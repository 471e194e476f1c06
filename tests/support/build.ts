import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { filesBelow } from '../../src/build/file-system.ts';
import { root } from '../../src/build/options.ts';
import { SITE, TODAY } from './day-and-site.ts';
import { runScript } from './run-script.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const fixtures = join(root, 'tests/fixtures');
export { SITE, TODAY };
/** Another address; one for all tests, as each costs a bundle of the pages. */
export const OTHER_SITE = 'https://elsewhere.test';

/** A day as SOURCE_DATE_EPOCH has it. */
export const secondsOf = (day: string): string => String(Date.parse(day) / 1000);

/** A copy of a content folder that a test may change, in a directory of its own below the system's temporary one. */
export function copyOf(content: string): string {
  const directory = temporaryFolder();
  cpSync(content, join(directory, 'content'), { recursive: true });
  return join(directory, 'content');
}

/** Writes `tests/fixtures/<name>` with four classes and ten names in place of ours: it is read in a tenth of the time. */
export function writeSmall(name: string, content: string): void {
  cpSync(join(fixtures, name), content, { recursive: true });
  cpSync(join(fixtures, 'small-vocabulary'), join(content, 'vocabulary'), { recursive: true });
}

/** The same in a folder of its own. */
export function smallCopyOf(name: 'full' | 'minimal'): string {
  const content = join(temporaryFolder(), 'content');
  writeSmall(name, content);
  return content;
}

/** SHA-256 of each file below a folder, by its path. */
export const digestsBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(filesBelow(folder).map((path) => [path, hash('sha256', readFileSync(join(folder, path)))]));

export interface Built {
  status: number | null;
  /** What the build printed, problems included. */
  output: string;
  dist: string;
}

/** Runs the build command on a content folder, into `<folder>/../dist` unless `env.OUT_DIR` says otherwise. */
export function buildContent(
  contentDir: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Built {
  const dist = env.OUT_DIR ?? join(contentDir, '../dist');
  const settings = { SITE_URL: SITE, SOURCE_DATE_EPOCH: secondsOf(TODAY), ...env };
  const { status, output } = runScript('build', args, { env: { ...settings, CONTENT_DIR: contentDir, OUT_DIR: dist } });
  return { status, output, dist };
}

/** dist/ of tests/fixtures/full, built once for all tests of a run. */
export const fixtureDist = (): Promise<string> => once('fixture', join(fixtures, 'full'));
/** dist/ of our own content, built once for all tests of a run. */
export const ownDist = (): Promise<string> => once('own', join(root, 'content'));

/** The first who asks builds; the others, in whichever process, wait for it. */
async function once(name: string, content: string): Promise<string> {
  const place = join(inject('runDir'), name);
  const done = join(place, 'done');
  if (!existsSync(place) && claim(place)) {
    cpSync(content, join(place, 'content'), { recursive: true });
    const { status, output } = buildContent(join(place, 'content'));
    writeFileSync(`${done}.part`, status === 0 ? '' : output);
    renameSync(`${done}.part`, done);
  }
  while (!existsSync(done)) await wait(50);
  const fault = readFileSync(done, 'utf8');
  if (fault) throw new Error(`The build of ${name} failed:\n${fault}`);
  return join(place, 'dist');
}

function claim(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch {
    return false;
  }
}

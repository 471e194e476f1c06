import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { loadOptions, WrongSetting } from '../src/build/options.ts';
import { MassDeletion } from '../src/catalog/ledger.ts';
import { type Loaded, type LoadOptions, loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';

export { argumentsOf } from './arguments.ts';

export class Stop extends Error {
  override name = 'Stop';
}

/** Returns the result of a function; on an error that the user can fix, prints it without a stack and exits with code 1. */
export async function orExit<T>(work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (error) {
    const isExpected = [ContentError, MassDeletion, WrongSetting, Stop].some((kind) => error instanceof kind);
    if (!isExpected) throw error;
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** The options of the environment. @throws {Stop} where the content folder is missing */
export function contentOptions(): LoadOptions {
  const options = loadOptions();
  if (existsSync(options.contentDir)) return options;
  throw new Stop(`There is no content folder ${options.contentDir}. CONTENT_DIR must name the folder of a catalog.`);
}

export const loadOrExit = (): Promise<Loaded> => orExit(() => loadCatalog(contentOptions()));

/** The files that arguments name, all without arguments. @throws {Stop} for one that names none */
export function namedBy(args: readonly string[], files: readonly string[], isNot: string): readonly string[] {
  const isIn = (path: string, file: string): boolean => !relative(resolve(path), resolve(file)).startsWith('..');
  for (const path of args) {
    if (!existsSync(path)) throw new Stop(`There is no ${path} in ${process.cwd()}.`);
    if (!files.some((file) => isIn(path, file))) throw new Stop(`${path} is not ${isNot}.`);
  }
  return args.length === 0 ? files : files.filter((file) => args.some((path) => isIn(path, file)));
}

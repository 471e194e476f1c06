import { loadOptions, WrongSetting } from '../src/build/options.ts';
import { MassDeletion } from '../src/catalog/ledger.ts';
import { type Loaded, loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';

export { argumentsOf } from './arguments.ts';

/** Ends the command with a message for the user. */
export class Stop extends Error {
  override name = 'Stop';
}

/** Runs a command: errors that the user can fix are printed without a stack, with exit code 1. */
export async function run(work: () => unknown): Promise<void> {
  await orExit(work);
}

/** Returns the result of a function; on an error that the user can fix, prints it and exits with code 1. */
export async function orExit<T>(work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (error) {
    return explain(error);
  }
}

/** Loads the catalog that the environment variables configure. */
export const loadOrExit = (): Promise<Loaded> => orExit(() => loadCatalog(loadOptions()));

function explain(error: unknown): never {
  const isExpected = [ContentError, MassDeletion, WrongSetting, Stop].some((kind) => error instanceof kind);
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exit(1);
}

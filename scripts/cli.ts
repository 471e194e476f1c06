import { loadOptions, WrongSetting } from '../src/build/options.ts';
import { MassDeletion } from '../src/catalog/ledger.ts';
import { type Loaded, loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';

export { argumentsOf } from './arguments.ts';

/** Stops the command with a sentence for the person at the terminal. */
export class Stop extends Error {
  override name = 'Stop';
}

/** Runs a command: what a person can mend is printed without a stack, with exit code 1. */
export async function run(work: () => unknown): Promise<void> {
  await orExit(work);
}

/** What a function answers; or what is wrong on the terminal, and exit code 1. */
export async function orExit<T>(work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (error) {
    return explain(error);
  }
}

/** The catalog of the environment. */
export const loadOrExit = (): Promise<Loaded> => orExit(() => loadCatalog(loadOptions()));

function explain(error: unknown): never {
  const isExpected = [ContentError, MassDeletion, WrongSetting, Stop].some((kind) => error instanceof kind);
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exit(1);
}

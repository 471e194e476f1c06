import { type Loaded, type LoadOptions, loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';

/** The catalog; or its problems on the terminal and exit code 1. */
export function loadOrExit(options: LoadOptions): Loaded {
  try {
    return loadCatalog(options);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

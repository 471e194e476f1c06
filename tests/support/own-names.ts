import { loadOptions } from '../../src/build/options.ts';
import { loadCatalog } from '../../src/catalog/load.ts';
import { nameData } from '../../src/catalog/named-records.ts';
import type { NameIndexData } from '../../src/names/name-index.ts';

/** The names of our own records and the known names. */
export const ownNameData = (): NameIndexData => nameData(loadCatalog(loadOptions({})).catalog);

import { loadOptions } from '../../src/build/options.ts';
import { loadCatalog } from '../../src/catalog/load.ts';
import { nameData } from '../../src/catalog/named-records.ts';
import { buildNameIndex } from '../../src/names/name-tables.ts';
import { makeEdition } from '../../src/publish/edition.ts';
import { once } from '../../src/text/once.ts';
import { TODAY } from './day-and-site.ts';

/** Our own records; this and what follows are made once for all test files of a worker, and no test changes them. */
export const ownCatalog = once(() => loadCatalog(loadOptions({})));

export const ownEdition = once(() => makeEdition(ownCatalog(), TODAY).edition);

/** The names of our own records and the known names. */
export const ownNameData = once(() => nameData(ownCatalog().catalog));

export const ownNames = once(() => buildNameIndex(ownNameData()));

import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow beyond what was in use at the last collection, in percent. Left to itself Node lets it grow to
 * several times as much, as long as the machine has room. While records are read little is held yet, and each is garbage
 * for the most part; what is made of all of them is larger, and of that memory is full when collections are rare. Where most
 * stands since the last build, little is made beside what is held, and to look through that takes longer than to make it.
 */
export const HEAP_GROWTH = { reading: 100, making: 30, mending: 100 };

export const boundGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

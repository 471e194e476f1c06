/** Reads a list as people paste it: lines, commas, semicolons, bullets, numbers; doses and directions stay with their name. */

import { dividedLine } from '../../names/typed-line.ts';

/** One name with its dose for each thing listed, in order. */
export const pastedList = (text: string): string[] => text.split(/\r?\n/).flatMap(dividedLine);

/** "eliquis and aspirin" as two names. */
export const namesBetween = (text: string): string[] =>
  text
    .split(/\s+(?:and|with|plus)\s+|\s*[/+&]\s*/i)
    .map((part) => part.trim())
    .filter(Boolean);

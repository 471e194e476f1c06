import { companionFiles } from './companions.ts';
import type { Edition } from './edition.ts';
import type { PublishedFile } from './file.ts';
import { v1Files } from './v1.ts';

/** Every file of `dist/` that is not HTML. */
export const publishedFiles = (edition: Edition): PublishedFile[] => [companionFiles, v1Files].flatMap((publish) => publish(edition));

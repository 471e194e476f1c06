import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentProblem } from './problems.ts';

/**
 * Links anywhere below a content folder. A link publishes what it leads to, and content comes from strangers too: a page
 * that leads to a file of the machine that builds would put it on the site. None is followed to find out.
 */
export const linksBelow = (contentDir: string, shown: (path: string) => string): ContentProblem[] =>
  (existsSync(contentDir) ? linkedPaths(contentDir) : []).map((path) => ({
    file: shown(path),
    line: 1,
    column: 1,
    path: '',
    reason: 'is a link; put the file itself there, or set FOLLOW_LINKS=1 where the folder is mounted from links',
  }));

// Not readdir's own recursion: that goes into folders that are links.
const linkedPaths = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() ? linkedPaths(path) : [];
  });

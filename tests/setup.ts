import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from '../scripts/options.ts';
import { copyOf, distOf, fixtures } from './build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** dist/ of tests/fixtures/full. */
    fixtureDist: string;
    /** dist/ of our own content. */
    ownDist: string;
  }
}

/** Builds the fixture catalog and our own once for all tests. */
export default async function setup(project: TestProject): Promise<() => void> {
  const fixture = copyOf(join(fixtures, 'full'));
  project.provide('fixtureDist', await distOf(fixture));
  const own = copyOf(join(root, 'content'));
  project.provide('ownDist', await distOf(own));
  return () => {
    for (const content of [fixture, own]) rmSync(join(content, '..'), { recursive: true, force: true });
  };
}

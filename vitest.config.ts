import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that need neither a build nor a browser, a server or a process of their own: seconds, not minutes. */
const fast = [
  'tests/{docs,rooms}.test.ts',
  'tests/api/**/*.fast.test.ts',
  'tests/catalog/{broken,ledger,places}.test.ts',
  'tests/names/{names,normalize}.test.ts',
  'tests/pages/pages-parts.test.ts',
  'tests/publish/{feeds,llms,manifest,static-hosts,well-known}.test.ts',
];

/** Begun first, so that no worker is left with a long one at the end; the first asks for our own build, which others wait for. */
const longest = [
  'pages/pages',
  'build/rebuild',
  'build/start',
  'pages/my-list',
  'build/damaged-cache',
  'build/cache',
  'pages/browser',
  'function/mcp',
  'function/reports',
  'function/budget',
  'function/workers',
  'function/connections',
  'build/dev',
  'build/hostile-content',
  'quality/afdocs',
  'quality/lighthouse',
  'function/report-life',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

const shared = {
  globalSetup: ['tests/support/setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 180_000,
  // Files that follow one another in a worker share what they import: with processes of their own they took twice as long.
  isolate: false,
};

export default defineConfig({
  test: {
    // One more than the two cores of CI: connections, clients and stores are waited for a fifth of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'fast', include: fast } },
      { test: { ...shared, name: 'full', include: ['tests/**/*.test.ts'], exclude: fast } },
    ],
  },
});

import { defineConfig } from 'vitest/config';

/** Tests that need neither a build nor a browser, a server or a process of their own: seconds, not minutes. */
const fast = [
  'tests/rooms.test.ts',
  'tests/api/**/*.fast.test.ts',
  'tests/catalog/{broken,ledger,places}.test.ts',
  'tests/names/{names,normalize}.test.ts',
  'tests/pages/pages-parts.test.ts',
  'tests/publish/{feeds,llms,manifest,static-hosts,well-known}.test.ts',
];

/** Tests in this process alone: files that follow one another in a worker share what they import. */
const inProcess = [
  'tests/{api,catalog,interactions,names,search}/*.test.ts',
  'tests/publish/{classes,companion,identifiers,plain-text-markdown,sitemap,v1}.test.ts',
];

const shared = {
  globalSetup: ['tests/support/setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    // One more than the two cores of CI: connections, clients and stores are waited for a fifth of the time.
    maxWorkers: 3,
    projects: [
      { test: { ...shared, name: 'fast', include: fast, isolate: false } },
      { test: { ...shared, name: 'in-process', include: inProcess, exclude: fast, isolate: false } },
      { test: { ...shared, name: 'full', include: ['tests/**/*.test.ts'], exclude: [...fast, ...inProcess] } },
    ],
  },
});

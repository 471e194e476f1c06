import { compareText } from '../text/order.ts';
import permissiveLicenses from './permissive-licenses.json' with { type: 'json' };

export interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Of the archive that npm fetches (Subresource Integrity); undefined where nothing holds the archive to anything. */
  readonly integrity?: string;
  readonly hasInstallScript: boolean;
}

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

/** What `npm ci --omit=dev` may install, on whatever platform; each name and version once, sorted. */
export function productionDependencies(lock: { packages: Readonly<Record<string, LockedPackage>> }): Dependency[] {
  const found = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license = '', integrity, hasInstallScript = false }]): Dependency => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license, hasInstallScript, ...(integrity && { integrity }) };
    });
  return [...new Map(found.map((one) => [label(one), one])).entries()]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([, one]) => one);
}

const label = ({ name, version }: Dependency): string => `${name}@${version}`;

/** docs/dependencies.txt: a line for each licence, and below it what is under it. */
export function dependencyList(dependencies: readonly Dependency[]): string {
  const groups = [...Map.groupBy(dependencies, ({ license }) => license)].toSorted(([a], [b]) => compareText(a, b));
  const parts = groups.map(([license, of]) =>
    [`${license} (${of.length})`, ...of.map((one) => `  ${label(one)}`), ''].join('\n'),
  );
  return `${PREAMBLE}\n${parts.join('\n')}`;
}

const PREAMBLE = `What building and serving need, by licence. Written by \`npm run licenses\` from package-lock.json; a test compares them.
Optional packages of all platforms are listed. What of it reaches a browser stands in /licenses.txt of a site.
`;

/** What nobody has looked at yet: a licence that is new, an archive without a digest. One sentence each. */
export const dependencyProblems = (dependencies: readonly Dependency[]): string[] =>
  dependencies.flatMap((one) => [
    ...(isAccepted(one)
      ? []
      : [
          `${label(one)} is under ${one.license || 'no licence that it states'}, which src/build/dependencies.ts does not accept.`,
        ]),
    ...(one.integrity ? [] : [`${label(one)} has no integrity in package-lock.json.`]),
  ]);

const isAccepted = ({ name, license }: Dependency): boolean =>
  choicesOf(license).some((one) => permissive.has(one)) || (ofBuildOnly.get(license)?.test(name) ?? false);

/** "(MIT OR Apache-2.0)": whoever uses it chooses one. */
const choicesOf = (license: string): string[] => license.replace(/^\((.*)\)$/, '$1').split(' OR ');

/** Ask at most for notice and text, which archives from the registry bring along. */
const permissive: ReadonlySet<string> = new Set(permissiveLicenses);

/** Ask more of whoever hands them on: they run while a site is built, unchanged, and nothing of them is in it. */
const ofBuildOnly: ReadonlyMap<string, RegExp> = new Map([
  ['MPL-2.0', /^lightningcss(?:-|$)/],
  ['LGPL-3.0-or-later', /^@img\/sharp-/],
  ['Apache-2.0 AND LGPL-3.0-or-later', /^@img\/sharp-/],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', /^@img\/sharp-/],
]);

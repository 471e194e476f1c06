import { isKind, type Kind, kinds } from '../../src/schema/kinds.ts';
import type { Manifest } from '../../src/schema/types.ts';
import { printable } from '../../src/text/invisible.ts';

export type ManifestFile = Manifest['files'][number];

/** What has to be done so that a folder holds what the manifest lists. Paths are like `medication/warfarin.md`. */
export interface Plan {
  readonly fetch: readonly ManifestFile[];
  readonly remove: readonly string[];
  readonly kept: number;
}

/** `local` has the SHA-256 of every companion in the folder; what is there counts, not what was once written. */
export function planSync(manifest: Manifest, local: ReadonlyMap<string, string>): Plan {
  const fetch = manifest.files.filter((file) => local.get(pathOf(file)) !== file.sha256);
  const listed = new Set(manifest.files.map(pathOf));
  const remove = [...local.keys()].filter((path) => !listed.has(path)).toSorted();
  return { fetch, remove, kept: manifest.files.length - fetch.length };
}

export const pathOf = ({ kind, slug }: { kind: Kind; slug: string }): string => `${kind}/${slug}.md`;

/** Only names of this form are ever written or removed, whatever a manifest says. */
export const isSlug = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);

/**
 * A manifest from its text.
 * @throws {UnusableManifest} when it is cut off, of another version, or names what is no companion
 */
export function readManifest(text: string): Manifest {
  const manifest = parse(text);
  if (manifest?.version !== 1 || !Array.isArray(manifest.files))
    throw new UnusableManifest('it is not a manifest of version 1');
  if (manifest.counts?.total !== manifest.files.length)
    throw new UnusableManifest('it does not list as many files as it counts');
  const odd = manifest.files.find(
    (file) => !isKind(file?.kind) || !isSlug(file.slug) || !/^[0-9a-f]{64}$/.test(file.sha256),
  );
  if (odd)
    throw new UnusableManifest(
      `it lists ${JSON.stringify(odd).slice(0, 100)}, which is no companion of ${kinds.join(', ')}`,
    );
  return manifest;
}

export class UnusableManifest extends Error {
  override name = 'UnusableManifest';
  constructor(reason: string) {
    super(`The manifest /llms-index.json cannot be used: ${printable(reason)}. Nothing was changed.`);
  }
}

function parse(text: string): Manifest | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds between two requests that robots.txt asks of every client; undefined where it does not say. */
export function crawlDelay(robots: string): number | undefined {
  const lines = robots.split('\n').map((line) => line.replace(/#.*/, '').trim());
  const start = lines.findIndex((line) => /^user-agent:\s*\*$/i.test(line));
  const group = start < 0 ? [] : lines.slice(start + 1);
  const end = group.findIndex((line) => /^user-agent:/i.test(line));
  const found = (end < 0 ? group : group.slice(0, end)).map(
    (line) => /^crawl-delay:\s*(\d+(?:\.\d+)?)$/i.exec(line)?.[1],
  );
  const value = found.find((seconds) => seconds !== undefined);
  return value === undefined ? undefined : Number(value);
}

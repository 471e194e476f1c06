import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Kept, KeptPlace, KeptStage } from '../catalog/kept.ts';
import type { ClassPage } from '../profile/class-page.ts';
import { classDate, type Edition } from '../publish/edition.ts';
import { type Entry, refOf } from '../records/entry.ts';
import type { LastBuild } from './last-build.ts';

/** A file that Astro makes, with all that it is made of beside the code. */
interface RenderedFile {
  /** In `dist/`. */
  readonly path: string;
  readonly stage: KeptStage;
  readonly inputs: readonly string[];
}

export interface StandingFiles {
  /** Paths of what is written already; Astro is not asked for them. */
  readonly paths: ReadonlySet<string>;
  /** Of what each file is made that was looked for. */
  readonly keys: ReadonlyMap<string, string>;
  /** Keeps a file that Astro has made, if it is one that can be kept. */
  keep(path: string, body: Uint8Array): void;
}

/** Puts what earlier builds rendered and drew of equal inputs into `folder`: from the last build, else from what is kept. */
export function writeStanding(
  edition: Edition,
  kept: Kept,
  { folder, last }: { folder: string; last: LastBuild },
): StandingFiles {
  const missing = new Map<string, KeptPlace>();
  const paths = new Set<string>();
  const keys = new Map<string, string>();
  for (const { path, stage, inputs } of renderedFiles(edition)) {
    const place = kept.at(stage, inputs);
    keys.set(path, place.key);
    if (last.takeMade(path, place.key)) {
      paths.add(path);
      continue;
    }
    const { value } = place;
    if (value === undefined) missing.set(path, place);
    else {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), value);
      paths.add(path);
    }
  }
  return {
    paths,
    keys,
    keep: (path, body) => missing.get(path)?.put(body),
  };
}

/** Pages and images of records, and pages of classes. Other pages show the whole catalog, and are rendered each time. */
function* renderedFiles(edition: Edition): Generator<RenderedFile> {
  const { site } = edition.catalog;
  const onEachPage = JSON.stringify(site);
  for (const entry of edition.catalog.entries) {
    const ref = refOf(entry);
    const told = edition.inputs.get(ref) as string;
    const lastModified = edition.companions.get(ref)?.lastModified ?? edition.updated;
    const classes = JSON.stringify(classesOf(entry, edition));
    yield { path: `${ref}.html`, stage: 'page', inputs: [onEachPage, told, lastModified, classes] };
    yield { path: `og/${ref}.png`, stage: 'image', inputs: [site.name, told] };
  }
  for (const page of edition.classes.values()) {
    const inputs = [onEachPage, classInputs(page), classDate(page, edition), edition.updated];
    yield { path: `${page.path.slice(1)}.html`, stage: 'page', inputs };
  }
}

/** Names of the classes that a record belongs to, and where their pages are. */
const classesOf = ({ classes = [] }: Entry, { catalog, classes: pages }: Edition) =>
  classes.map((id) => [
    id,
    catalog.vocabulary.classes.find((one) => one.id === id)?.name,
    pages.get(id)?.name,
    pages.get(id)?.path,
  ]);

/** All that the page of a class shows; of its members it shows how many there are, and names those in its sections. */
const classInputs = ({ members, ...page }: ClassPage): string => JSON.stringify([page, members.map(refOf)]);

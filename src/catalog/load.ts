import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  buildVocabulary,
  canonicalSubstance,
  type InteractionClass,
  type Substance,
  type Terms,
} from '../interactions/vocabulary.ts';
import { buildNameIndex } from '../names/name-index.ts';
import { knownIngredients, resolveName } from '../names/resolve.ts';
import type { Entry } from '../records/entry.ts';
import { refOf } from '../records/entry.ts';
import { namedRecord } from '../records/record-names.ts';
import { type Kind, kinds } from '../schema/kinds.ts';
import type {
  Confusable,
  ContentRecord,
  Correction,
  InteractionClasses,
  Redirects,
  Substances,
} from '../schema/types.ts';
import { compareText } from '../text/order.ts';
import { separate } from './authored.ts';
import type { Catalog, CatalogSite } from './catalog.ts';
import { readLedger } from './ledger-file.ts';
import { ContentError, type ContentProblem } from './problems.ts';
import { prosePageNames, prosePath, readProseFile } from './prose-pages.ts';
import type { KeyOrder } from './rules/form.ts';
import { checkText } from './rules/plain-text.ts';
import { checkCatalog, checkRecord } from './rules/rules.ts';
import { schemaSet, validateFile } from './schemas.ts';
import { readYaml, type YamlFile } from './yaml.ts';

export interface LoadOptions {
  /** Directory of the catalog: CONTENT_DIR. */
  contentDir: string;
  /** Directory of our own content: what a catalog leaves out (site.yaml, vocabulary) is read from there. */
  defaultsDir: string;
  /** Directory of the JSON Schemas, src/schema. */
  schemaDir: string;
  /** Addresses from the environment, in place of those of site.yaml. */
  siteUrl?: string | undefined;
  baseUrl?: string | undefined;
}

export interface Loaded {
  readonly catalog: Catalog;
  readonly terms: Terms;
}

/**
 * Reads and checks everything below `contentDir` once.
 * @throws {ContentError} with every problem of every file at once.
 */
export function loadCatalog(options: LoadOptions): Loaded {
  const { catalog, terms, problems, files } = inspectCatalog(options);
  if (problems.length > 0 || !catalog || !terms) throw new ContentError(problems, files.length);
  return { catalog, terms };
}

/** The same, with the problems as data. There is no catalog when a file could not be understood. */
export function inspectCatalog(options: LoadOptions): {
  catalog?: Catalog;
  terms?: Terms;
  problems: ContentProblem[];
  /** Every file that was read, as a person would type it. */
  files: string[];
} {
  const schemas = schemaSet(options.schemaDir);
  const problems: ContentProblem[] = [];
  const files: string[] = [];
  const read = <T>(name: string, schema: string, empty: T): T => {
    const path = placeOf(options, name);
    if (!path) return empty;
    files.push(shown(path));
    const file = readYaml(shown(path), readFileSync(path, 'utf8'));
    const found = [
      ...file.problems,
      ...(file.problems.length ? [] : [...validateFile(file, schemas(schema)), ...checkText(file)]),
    ];
    problems.push(...found);
    return found.length ? empty : (file.value as T);
  };

  const site = withAddresses(read('site.yaml', 'content/site.json', {} as CatalogSite), options);
  const classes = read<InteractionClasses>('vocabulary/classes.yaml', 'content/classes.json', []);
  const substances = read<Substances>('vocabulary/substances.yaml', 'content/substances.json', []);
  const confusable = read<Confusable>('vocabulary/confusable.yaml', 'content/confusable.json', { pairs: [] });
  const labelExceptions = read<Catalog['vocabulary']['labelExceptions']>(
    'vocabulary/label-exceptions.yaml',
    'content/label-exceptions.json',
    [],
  );
  const redirects = readOwn(options, 'redirects.yaml')
    ? read<Redirects>('redirects.yaml', 'content/redirects.json', noRedirects)
    : noRedirects;
  const corrections = list(options.contentDir, 'corrections').map((file) =>
    read<Correction>(`corrections/${file}`, 'content/correction.json', {} as Correction),
  );

  const pages = Object.fromEntries(
    prosePageNames.flatMap((name) => {
      const path = prosePath(name, [options.contentDir, options.defaultsDir]);
      if (path === undefined) return [];
      files.push(shown(path));
      const { page, problems: found } = readProseFile(path, shown(path));
      problems.push(...found);
      return page ? [[name, page]] : [];
    }),
  ) as Catalog['pages'];

  const records = recordFiles(options.contentDir).map(readRecord);
  files.push(...records.map(({ file }) => file.file));
  for (const { file, kind, slug } of records) {
    const broken = [
      ...file.problems,
      ...(file.problems.length ? [] : validateFile(file, schemas(`content/${kind}.json`))),
    ];
    problems.push(...(broken.length ? broken : checkRecord(file, kind, slug)));
  }
  const understood = records.filter(({ file }) => file.value && !problems.some((one) => one.file === file.file));
  const entries = understood.map(({ file, kind, slug }) => {
    const written = file.value as ContentRecord;
    return { ...written, ...separate(written), kind, slug, file: file.file } as Entry;
  });

  const catalog: Catalog = {
    entries,
    site,
    vocabulary: {
      classes: classes.map(fillClass),
      substances: substances.map(fillSubstance),
      knownNames: readText(options, 'vocabulary/known-names.tsv'),
      confusable: confusable.pairs.map(pairOf),
      confusableExcused: (confusable.excused ?? []).map(pairOf),
      labelExceptions,
    },
    redirects,
    corrections: corrections.toSorted((a, b) => compareText(b.date, a.date) || compareText(a.id, b.id)),
    pages,
    ledger: readLedger(options.contentDir),
  };
  const { terms, vocabulary } = termsOf(catalog);
  const byPath = new Map(records.map(({ file }) => [file.file, file]));
  problems.push(
    ...checkCatalog({ ...catalog, vocabulary }, terms, {
      of: (entry) => byPath.get(entry.file) as YamlFile,
      hasOwnPairs: readOwn(options, 'vocabulary/confusable.yaml'),
    }),
  );
  return { catalog: { ...catalog, vocabulary }, terms, problems, files };
}

/** The schema holds each list to two names. */
const pairOf = ({ names }: { names: string[] }) => names as [string, string];
const noRedirects: Redirects = { renamed: [], withdrawn: [] };
const fillClass = (one: InteractionClasses[number]): InteractionClass => ({ synonyms: [], parents: [], ...one });
const fillSubstance = (one: Substances[number]): Substance => ({ synonyms: [], ...one });

/** Names of records and known drugs joined with the vocabulary, whose members are put under their canonical names. */
export function termsOf(catalog: Catalog): { terms: Terms; vocabulary: Catalog['vocabulary'] } {
  const names = buildNameIndex({
    records: catalog.entries.map((entry) => namedRecord(entry, catalog.redirects)),
    confusable: catalog.vocabulary.confusable,
    known: catalog.vocabulary.knownNames,
  });
  const bySubstance = buildVocabulary(catalog.vocabulary);
  const ingredientsOf = (name: string) => knownIngredients(names, name);
  const canonical = (name: string) =>
    canonicalSubstance(name, { substanceNames: bySubstance.substanceNames, ingredientsOf });
  const vocabulary = {
    ...catalog.vocabulary,
    classes: catalog.vocabulary.classes.map((one) => ({ ...one, members: [...new Set(one.members.map(canonical))] })),
  };
  const recordOf = (name: string) => {
    const resolution = resolveName(names, name);
    if (resolution.status !== 'found' || resolution.match.method === 'fuzzy') return undefined;
    return { ref: refOf(resolution.record), substances: resolution.record.substances };
  };
  return { terms: { ...buildVocabulary(vocabulary), ingredientsOf, recordOf }, vocabulary };
}

interface RecordFile {
  readonly path: string;
  readonly kind: Kind;
  readonly slug: string;
}

/** Every file of a record, by kind and name. */
export const recordFiles = (contentDir: string): RecordFile[] =>
  kinds.flatMap((kind) =>
    list(contentDir, kind).map((name) => ({
      path: join(contentDir, kind, name),
      kind,
      slug: name.replace(/\.ya?ml$/, ''),
    })),
  );

function readRecord({ path, kind, slug }: RecordFile) {
  return { file: readYaml(shown(path), readFileSync(path, 'utf8')), kind, slug };
}

/** The order in which the schemas name the keys of each kind's records. */
export function keyOrders(schemaDir: string): Readonly<Record<Kind, KeyOrder>> {
  const keysOf = (path: string): string[] =>
    Object.keys((JSON.parse(readFileSync(join(schemaDir, path), 'utf8')) as { properties: object }).properties);
  const record = keysOf('content/record.json');
  const orders = kinds.map((kind) => [kind, { record, profile: keysOf(`profile/${kind}.json`) }] as const);
  return Object.fromEntries(orders) as unknown as Record<Kind, KeyOrder>;
}

function list(contentDir: string, folder: string): string[] {
  const path = join(contentDir, folder);
  return existsSync(path)
    ? readdirSync(path)
        .filter((name) => /\.ya?ml$/.test(name))
        .toSorted()
    : [];
}

const readOwn = (options: LoadOptions, name: string): boolean => existsSync(join(options.contentDir, name));

function readText(options: LoadOptions, name: string): string {
  const path = placeOf(options, name);
  return path ? readFileSync(path, 'utf8') : '';
}

/** A file of the catalog, or ours where the catalog leaves it out. */
const placeOf = ({ contentDir, defaultsDir }: LoadOptions, name: string): string | undefined =>
  [contentDir, defaultsDir].map((dir) => join(dir, name)).find(existsSync);

/** SITE_URL and BASE_URL win over site.yaml; BASE_URL defaults to SITE_URL. None ends in a slash. */
function withAddresses(site: CatalogSite, { siteUrl, baseUrl }: LoadOptions): CatalogSite {
  const own = (siteUrl || site.siteUrl || '').replace(/\/+$/, '');
  const base = (baseUrl || (siteUrl ? own : site.baseUrl) || own).replace(/\/+$/, '');
  return { ...site, helpLines: site.helpLines ?? [], siteUrl: own, baseUrl: base };
}

/** A path as the person who typed the command would write it. */
function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

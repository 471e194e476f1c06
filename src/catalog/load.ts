import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type EffectIndex, effectIndex } from '../interactions/effects.ts';
import { readingsOf, type TextReading } from '../interactions/grammar.ts';
import {
  buildVocabulary,
  canonicalSubstance,
  type InteractionClass,
  type Substance,
  type Terms,
} from '../interactions/vocabulary.ts';
import { ingredientsKey, keyOf, type NamedRecord } from '../names/name-index.ts';
import { buildNameIndex } from '../names/name-tables.ts';
import { knownIngredients, resolveName } from '../names/resolve.ts';
import { type Entry, refOf } from '../records/entry.ts';
import { type Kind, kinds } from '../schema/kinds.ts';
import type {
  Confusable,
  ContentRecord,
  Correction,
  Effects,
  Guidance,
  InteractionClasses,
  LabelExceptions,
  Ledger,
  MostUsed,
  QuestionWords,
  Redirects,
  Substances,
} from '../schema/types.ts';
import { type Memo, noMemo } from '../text/memo.ts';
import { once } from '../text/once.ts';
import { compareText, newestOf } from '../text/order.ts';
import { checkAddress } from '../text/site-address.ts';
import { entryOf, type ReadEntry } from './authored.ts';
import { type Cache, noCache } from './cache.ts';
import type { Catalog, CatalogSite } from './catalog.ts';
import { readLedger } from './ledger-file.ts';
import { namedRecords, namesDigest } from './named-records.ts';
import { isFolder, isHidden, linksBelow, misplaced } from './places.ts';
import { ContentError, type ContentProblem, wholeFile } from './problems.ts';
import { prosePageNames, prosePath, readProseFile } from './prose-pages.ts';
import type { KeyOrder } from './rules/form.ts';
import { isAfter } from './rules/past-dates.ts';
import { checkText } from './rules/plain-text.ts';
import { strings } from './rules/rule.ts';
import { checkCatalog, checkRecord } from './rules/rules.ts';
import { soundEffects, soundGuidance } from './rules/sound-guidance.ts';
import { type SchemaSet, schemaSet, validateFile } from './schemas.ts';
import { ingredientCodes, soldForms } from './sold-forms.ts';
import { readYaml, type YamlFile } from './yaml.ts';

export interface LoadOptions {
  contentDir: string;
  defaultsDir: string;
  schemaDir: string;
  siteUrl?: string | undefined;
  baseUrl?: string | undefined;
  /** YYYY-MM-DD. If set, dates in the future are refused, and dates that expire soon are reported. */
  today?: string | undefined;
  /** Allow symbolic links in the content folder, for operators who mount files as links. Otherwise they are refused. */
  followLinks?: boolean | undefined;
  cache?: Cache | undefined;
  /** What this process read and checked the last time. */
  memo?: Memo | undefined;
}

export interface Loaded {
  readonly catalog: Catalog;
  readonly terms: Terms;
  readonly notices: readonly ContentProblem[];
}

/** Reads and checks everything below `contentDir`. @throws {ContentError} with every problem of every file at once */
export function loadCatalog(options: LoadOptions): Loaded {
  const { catalog, terms, problems, notices, files } = inspectCatalog(options);
  if (problems.length > 0 || !catalog || !terms) throw new ContentError(problems, files.length);
  return { catalog, terms, notices };
}

interface Inspected {
  catalog?: Catalog;
  terms?: Terms;
  problems: ContentProblem[];
  notices: ContentProblem[];
  files: string[];
}

/** The same, with problems as data. Without a folder there is no catalog. */
export function inspectCatalog(options: LoadOptions): Inspected {
  if (isFolder(options.contentDir)) return inspectFolder(options);
  const folder = shown(options.contentDir);
  const what = existsSync(options.contentDir) ? 'is a file' : 'is not there';
  const problems = [wholeFile(folder, `${what}; CONTENT_DIR must name the folder of a catalog`)];
  return { problems, notices: [], files: [folder] };
}

function inspectFolder(options: LoadOptions): Inspected {
  const links = options.followLinks ? [] : linksBelow(options.contentDir, shown);
  if (links.length > 0) return { problems: links, notices: [], files: links.map(({ file }) => file) };
  const { memo = noMemo } = options;
  const schemas = schemaSet(options.schemaDir);
  const problems: ContentProblem[] = [];
  const notices: ContentProblem[] = [];
  const files: string[] = [];
  for (const { path, reason } of misplaced(options.contentDir)) {
    const file = shown(join(options.contentDir, path));
    files.push(file);
    problems.push(wholeFile(file, reason));
  }
  const ledger = readLedger(options.contentDir);
  const { lastDay, soon } = days(options.today, ledger);
  const yaml = new Map<string, YamlFile>();
  const read = <T>(name: string, schema: string, empty: T): T => {
    const path = placeOf(options, name);
    if (!path) return empty;
    files.push(shown(path));
    const text = readFileSync(path, 'utf8');
    const file = memo.compute(`read ${name}`, [path, text], () => readYaml(shown(path), text, options.cache));
    yaml.set(name, file);
    const found = memo.compute(`check ${name}`, [file], () =>
      file.problems.length > 0 ? file.problems : [...validateFile(file, schemas(schema)), ...checkText(file)],
    );
    problems.push(...found);
    return found.length ? empty : (file.value as T);
  };

  const writtenSite = read('site.yaml', 'content/site.json', {} as CatalogSite);
  const siteFile = yaml.get('site.yaml') as YamlFile;
  problems.push(...addressProblems(writtenSite, siteFile));
  notices.push(...contactNotices(writtenSite, siteFile, soon));
  const site = withAddresses(writtenSite, options);
  const words = <T>(name: string, empty: T): T => read(`vocabulary/${name}.yaml`, `content/${name}.json`, empty);
  const classes = words<InteractionClasses>('classes', []);
  const substances = words<Substances>('substances', []);
  const confusable = words<Confusable>('confusable', { pairs: [] });
  const effects = words<Effects>('effects', []);
  const guidance = words<Guidance>('guidance', noGuidance);
  const mostUsed = words<MostUsed>('most-used', []);
  const labelExceptions = words<LabelExceptions>('label-exceptions', []);
  const questions = words<QuestionWords>('questions', noQuestions);
  const redirects = readOwn(options, 'redirects.yaml')
    ? read<Redirects>('redirects.yaml', 'content/redirects.json', noRedirects)
    : noRedirects;
  const corrections = list(options.contentDir, 'corrections').map((file) =>
    read<Correction>(`corrections/${file}`, 'content/correction.json', {} as Correction),
  );
  for (const [name, file] of yaml)
    if (name === 'redirects.yaml' || name.startsWith('corrections/')) problems.push(...futureDates(file, lastDay));

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

  const records = recordFiles(options.contentDir);
  const { cache = noCache } = options;
  const told = memo.compute('effects', [effects], () => effectIndexOf(effects));
  files.push(...records.map(({ path }) => shown(path)));
  if (records.length === 0) {
    const folder = shown(options.contentDir);
    files.push(folder);
    problems.push(wholeFile(folder, `holds no record; records are <kind>/<slug>.yaml in ${kinds.join(', ')}`));
  }
  const entries = records.flatMap(({ path, kind, slug }): Entry[] => {
    const text = readFileSync(path, 'utf8');
    const digest = hash('sha256', text, 'base64');
    const file = shown(path);
    const read = once(() => readRecord({ file, text, digest, kind, slug }, { lastDay, cache, schemas, told }));
    const found = memo.compute(`check ${kind}/${slug}`, [digest, lastDay], () => read().problems);
    problems.push(...found);
    if (problems.some((one) => one.file === file)) return [];
    return [
      memo.compute(`entry ${kind}/${slug}`, [digest, told], () => ({ ...(read().entry as Entry), file, digest })),
    ];
  });

  problems.push(...ledgerAhead(ledger, entries, options));

  const knownNames = readText(options, 'vocabulary/known-names.tsv');
  const rxnorm = readText(options, 'vocabulary/rxnorm.tsv');
  const given = [
    classes,
    substances,
    effects,
    guidance,
    mostUsed,
    confusable,
    labelExceptions,
    questions,
    knownNames,
    rxnorm,
  ];
  const catalog: Catalog = {
    entries,
    site,
    vocabulary: memo.compute('vocabulary', given, () => ({
      classes: classes.map(fillClass),
      substances: substances.map(fillSubstance),
      effects,
      guidance,
      mostUsed,
      knownNames,
      rxnorm,
      confusable: confusable.pairs.map(pairOf),
      confusableExcused: (confusable.excused ?? []).map(pairOf),
      labelExceptions,
      questions,
    })),
    redirects,
    corrections: corrections.toSorted((a, b) => compareText(b.date, a.date) || compareText(a.id, b.id)),
    pages,
    ledger,
  };
  const { terms, vocabulary } = termsOf(catalog, memo);
  const named = [namesDigest(catalog), JSON.stringify(catalog.vocabulary)];
  const keepReadings = options.cache ? knownReadings(terms, named, options.cache) : () => {};
  const hasOwnPairs = readOwn(options, 'vocabulary/confusable.yaml');
  const byFile = new Map(records.map(({ path }) => [shown(path), path]));
  problems.push(
    ...checkCatalog({ ...catalog, vocabulary }, terms, {
      // Read again: positions are needed for few records, and take room.
      of: ({ file }) => readYaml(file, readFileSync(byFile.get(file) as string, 'utf8')),
      slugs: (kind) => records.filter((one) => one.kind === kind).map(({ slug }) => slug),
      hasOwnPairs,
      memo,
      unbroken: cache.at('unbroken', [...named, String(hasOwnPairs)]),
    }),
  );
  const effectsFile = readOwn(options, 'vocabulary/effects.yaml') ? yaml.get('vocabulary/effects.yaml') : undefined;
  if (effectsFile) problems.push(...soundEffects(effects, { entries, guidance }, effectsFile));
  const guidanceFile = readOwn(options, 'vocabulary/guidance.yaml') ? yaml.get('vocabulary/guidance.yaml') : undefined;
  if (guidanceFile) problems.push(...soundGuidance(guidance, { effects, terms }, guidanceFile));
  keepReadings();
  return {
    catalog: { ...catalog, entries: withProducts(catalog, terms, memo), vocabulary },
    terms,
    problems,
    notices,
    files,
  };
}

/** The records with what RxNorm knows to be sold of exactly their substances, and its codes of these where a record states none. */
function withProducts(
  { entries, vocabulary: { rxnorm } }: Catalog,
  { ingredientsOf }: Terms,
  memo: Memo,
): readonly Entry[] {
  if (rxnorm === '') return entries;
  const sold = soldForms(rxnorm, ingredientsOf);
  const codes = ingredientCodes(rxnorm, ingredientsOf);
  return entries.map((entry) => {
    if (entry.kind !== 'medication') return entry;
    const soldAs = sold.get(ingredientsKey(entry.substances.map(keyOf)));
    const rxcui = entry.names.ids?.rxcui ?? codesOf(entry.substances, codes);
    const added = memo.same(`from RxNorm of ${refOf(entry)}`, { ...(soldAs && { soldAs }), ...(rxcui && { rxcui }) });
    return memo.compute(`with products ${refOf(entry)}`, [entry, added], () => ({
      ...entry,
      ...(soldAs && { soldAs }),
      names: { ...entry.names, ...(rxcui && { ids: { ...entry.names.ids, rxcui } }) },
    }));
  });
}

/** All of them or none. */
function codesOf(substances: readonly string[], codes: ReadonlyMap<string, string>): string | string[] | undefined {
  const all = substances.flatMap((one) => codes.get(keyOf(one)) ?? []);
  if (all.length < substances.length) return undefined;
  return all.length === 1 ? all[0] : all;
}

/** The latest date allowed, a day ahead of UTC or of the ledger, and the date before which something expires soon. */
function days(today: string | undefined, ledger: Ledger): { lastDay?: string; soon?: string } {
  const newest = today && newestOf([today, ...Object.values(ledger.files).map(({ date }) => date)]);
  return newest ? { lastDay: daysAfter(newest, 1), soon: daysAfter(newest, NOTICE_DAYS) } : {};
}

/** A ledger of a clock years ahead, later than all work on the records: later changes would get its newest date. */
function ledgerAhead(ledger: Ledger, entries: readonly Entry[], { today, contentDir }: LoadOptions): ContentProblem[] {
  const newest = newestOf([...Object.values(ledger.files), ...ledger.changes].map(({ date }) => date));
  const worked = entries.flatMap(({ profile, changes }) => [profile.lastReviewed, ...changes.map(({ date }) => date)]);
  const latest = newestOf([today, ...worked]);
  if (today === undefined || newest === undefined || latest === undefined) return [];
  if (newest <= daysAfter(latest, LEDGER_AHEAD_DAYS)) return [];
  const reason = `has the date ${newest}, and today is ${today}: it was written while a clock was ahead. Restore it (git checkout), or change that date, which every later change would get`;
  return [wholeFile(shown(join(contentDir, 'ledger.json')), reason)];
}

const LEDGER_AHEAD_DAYS = 366;
const NOTICE_DAYS = 60;
const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

function addressProblems(site: Partial<CatalogSite>, file: YamlFile): ContentProblem[] {
  return (['siteUrl', 'baseUrl'] as const).flatMap((key) => {
    const text = site[key];
    const checked = text === undefined ? undefined : checkAddress(text, { mayHavePath: key === 'baseUrl' });
    return checked && 'fault' in checked ? [file.at([key], checked.fault)] : [];
  });
}

/** RFC 9116, section 2.5.5: an expired file must not be trusted. A warning only, so that it never blocks a content fix. */
function contactNotices(site: Partial<CatalogSite>, file: YamlFile, soon: string | undefined): ContentProblem[] {
  const expires = site.securityContact?.expires;
  if (expires === undefined || soon === undefined || expires > soon) return [];
  return [
    file.at(
      ['securityContact', 'expires'],
      `is ${expires}, within ${NOTICE_DAYS} days: check the address and put a date up to a year ahead, or security.txt runs out`,
    ),
  ];
}

const futureDates = (file: YamlFile, lastDay: string | undefined): ContentProblem[] =>
  strings(file.value).flatMap(([path, text]) =>
    path.at(-1) === 'date' && lastDay !== undefined && isAfter(text, lastDay)
      ? [file.at(path, `is a date in the future; the newest that can be is ${lastDay}`)]
      : [],
  );

/** The schema ensures that each list has two names. */
const pairOf = ({ names }: { names: string[] }) => names as [string, string];
const noQuestions = { empty: [], plain: [], sections: [], fixed: [], comparing: [], kinds: [], everyday: [] };
const noGuidance: Guidance = { sources: [], pairs: [] };
const noRedirects: Redirects = { renamed: [], withdrawn: [] };
const fillClass = (one: InteractionClasses[number]): InteractionClass => ({
  synonyms: [],
  everyday: [],
  parents: [],
  ...one,
});
const fillSubstance = (one: Substances[number]): Substance => ({ synonyms: [], ...one });

/** Joins the names of records and known drugs with the vocabulary, with members under their canonical names. */
export function termsOf(catalog: Catalog, memo: Memo = noMemo): NamedTerms {
  const records = namedRecords(catalog, memo);
  return memo.compute('terms', [records, catalog.vocabulary], () => joinTerms(records, catalog.vocabulary));
}

/** Restores the readings of interaction texts of equal names and vocabulary from the cache; returns a function that stores new ones. */
function knownReadings(terms: Terms, madeOf: readonly string[], cache: Cache): () => void {
  const place = cache.at('readings', madeOf);
  const { value } = place;
  const readings = readingsOf(terms);
  if (value === undefined) return () => place.put(Buffer.from(JSON.stringify([...readings])));
  for (const [text, reading] of JSON.parse(Buffer.from(value).toString()) as [string, TextReading][])
    readings.set(text, reading);
  return () => {};
}

interface NamedTerms {
  readonly terms: Terms;
  readonly vocabulary: Catalog['vocabulary'];
}

function joinTerms(records: readonly NamedRecord[], given: Catalog['vocabulary']): NamedTerms {
  const names = buildNameIndex({
    records,
    confusable: given.confusable,
    known: given.knownNames,
    rxnorm: given.rxnorm,
  });
  const bySubstance = buildVocabulary(given);
  const ingredientsOf = remembered((name) => knownIngredients(names, name));
  const canonical = (name: string) =>
    canonicalSubstance(name, { substanceNames: bySubstance.substanceNames, ingredientsOf });
  const vocabulary = {
    ...given,
    classes: given.classes.map((one) => ({ ...one, members: [...new Set(one.members.map(canonical))] })),
  };
  const recordOf = remembered((name) => {
    const resolution = resolveName(names, name);
    if (resolution.status !== 'found' || resolution.match.method === 'fuzzy') return undefined;
    return { ref: refOf(resolution.record), substances: resolution.record.substances };
  });
  return { terms: { ...buildVocabulary(vocabulary), ingredientsOf, recordOf }, vocabulary };
}

/** Interaction texts name the same things again and again. */
function remembered<T>(find: (name: string) => T): (name: string) => T {
  const found = new Map<string, T>();
  return (name) => {
    if (!found.has(name)) found.set(name, find(name));
    return found.get(name) as T;
  };
}

interface RecordFile {
  readonly path: string;
  readonly kind: Kind;
  readonly slug: string;
}

export const recordFiles = (contentDir: string): RecordFile[] =>
  kinds.flatMap((kind) =>
    list(contentDir, kind).map((name) => ({
      path: join(contentDir, kind, name),
      kind,
      slug: name.replace(/\.ya?ml$/, ''),
    })),
  );

interface WrittenFile extends Omit<RecordFile, 'path'> {
  readonly file: string;
  readonly text: string;
  readonly digest: string;
}

/** The problems of a record; of one without, what its file says. */
interface ReadRecord {
  readonly problems: readonly ContentProblem[];
  readonly entry?: ReadEntry;
}

/** The last day of a record whose dates were checked against none: it is read again for any. */
const NO_DAY = '9999-12-31';

function readRecord(
  { file, text, digest, kind, slug }: WrittenFile,
  options: { lastDay: string | undefined; cache: Cache; schemas: SchemaSet; told: ToldEffects },
): ReadRecord {
  const { lastDay = NO_DAY, cache, schemas, told } = options;
  const cached = cache.at('entry', [digest, kind, slug, told.digest]);
  const { value } = cached;
  // A record that was sound on an earlier day is sound: only dates in the future are refused.
  const known = value && (deserialize(value) as { entry: ReadEntry; lastDay: string });
  if (known && known.lastDay <= lastDay) return { problems: [], entry: known.entry };
  const yaml = readYaml(file, text);
  const broken = yaml.problems.length > 0 ? yaml.problems : validateFile(yaml, schemas(`content/${kind}.json`));
  const problems = broken.length > 0 ? broken : checkRecord(yaml, { kind, slug, lastDay: options.lastDay });
  if (problems.length > 0) return { problems };
  const entry = entryOf(yaml.value as ContentRecord, { kind, slug }, told.index);
  cached.put(serialize({ entry, lastDay }));
  return { problems, entry };
}

/** Effects by id, with a digest of what they say: statements are written with their sentences. */
interface ToldEffects {
  readonly index: EffectIndex;
  readonly digest: string;
}
const effectIndexOf = (effects: Effects): ToldEffects => ({
  index: effectIndex(effects),
  digest: hash('sha256', JSON.stringify(effects.map(({ id, both, follows }) => [id, both, follows])), 'base64'),
});

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
        .filter((name) => /\.ya?ml$/.test(name) && !isHidden(name))
        .toSorted()
    : [];
}

const readOwn = (options: LoadOptions, name: string): boolean => existsSync(join(options.contentDir, name));

function readText(options: LoadOptions, name: string): string {
  const path = placeOf(options, name);
  return path ? readFileSync(path, 'utf8') : '';
}

/** A file of the catalog, or the bundled one if the catalog leaves it out. */
const placeOf = ({ contentDir, defaultsDir }: LoadOptions, name: string): string | undefined =>
  [contentDir, defaultsDir].map((dir) => join(dir, name)).find(existsSync);

/** SITE_URL and BASE_URL override site.yaml; BASE_URL defaults to SITE_URL. Neither ends in a slash. */
function withAddresses(site: CatalogSite, { siteUrl, baseUrl }: LoadOptions): CatalogSite {
  const own = inForm(siteUrl || site.siteUrl || '');
  return {
    ...site,
    helpLines: site.helpLines ?? [],
    offline: site.offline ?? true,
    siteUrl: own,
    baseUrl: inForm(baseUrl || (siteUrl ? own : site.baseUrl) || own),
  };
}

/** The normalized form of a valid address; an invalid one is left as it is and reported. */
function inForm(text: string): string {
  const checked = checkAddress(text, { mayHavePath: true });
  return 'address' in checked ? checked.address : text;
}

function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

import { closest } from 'fastest-levenshtein';
import { ownEntries } from '../../interactions/findings.ts';
import { readTargets } from '../../interactions/grammar.ts';
import type { Terms } from '../../interactions/vocabulary.ts';
import { lookAlikePairs } from '../../names/look-alikes.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import { namedRecord } from '../../records/record-names.ts';
import type { Kind } from '../../schema/kinds.ts';
import type { ContentRecord, MedicationProfile } from '../../schema/types.ts';
import { invisibleIn } from '../../text/invisible.ts';
import { joined, normalize } from '../../text/normalize.ts';
import type { Catalog } from '../catalog.ts';
import type { ContentProblem } from '../problems.ts';
import type { Path, YamlFile } from '../yaml.ts';
import { HARDEST_GRADE, longSentences, rateFaults, readingGrade, wordFaults } from './language.ts';

type Record_ = Omit<ContentRecord, 'profile'> & { profile: Record<string, unknown> };
type RecordRule = (record: Record_, file: YamlFile, at: { kind: Kind; slug: string }) => ContentProblem[];

/** Rules that one record can break by itself, beyond its schema. */
export function checkRecord(file: YamlFile, kind: Kind, slug: string): ContentProblem[] {
  return recordRules.flatMap((rule) => rule(file.value as Record_, file, { kind, slug }));
}

/** Profile fields that state no fact of the world, so that nothing needs to support them. */
const ownFields = ['version', 'lastReviewed', 'id', 'name', 'subtitle', 'category', 'doctorQuestions'];

const slugIsPlain: RecordRule = (record, file, { kind, slug }) => [
  ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
    ? []
    : [file.at([], 'has a file name that is no slug; use lower-case letters, digits and single hyphens')]),
  ...(kind !== 'medication' && record.profile.id !== slug
    ? [file.at(['profile', 'id'], `must equal the file name, ${slug}`)]
    : []),
];

const MARKUP = /<[a-z/!?]|&(?:[a-z]+|#\d+|#x[0-9a-f]+);|\]\(|\*\*|`|\{\{|\$\{/i;

const textIsText: RecordRule = (record, file) =>
  strings(record).flatMap(([path, text]) => {
    const unseen = unseenFault(text);
    if (unseen) return [file.at(path, unseen)];
    const markup = MARKUP.exec(text)?.[0];
    if (markup) return [file.at(path, `holds markup (${markup}); write plain text`)];
    if (text.trim() === '') return [file.at(path, 'is blank; fill it or leave the field out')];
    return text === text.trim() ? [] : [file.at(path, 'begins or ends with a space; delete it')];
  });

function unseenFault(text: string): string | undefined {
  const code = invisibleIn(text)?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return code && `holds the control character U+${code}; delete it`;
}

/** What holds for a file that is no record, too: its texts may have several lines, but nothing that cannot be seen. */
export const checkText = (file: YamlFile): ContentProblem[] =>
  strings(file.value).flatMap(([path, text]) => {
    const unseen = unseenFault(text.replaceAll('\n', ' '));
    return unseen ? [file.at(path, unseen)] : [];
  });

const sourcesAreWhole: RecordRule = (record, file) => {
  const ids = record.sources.map(({ id }) => id);
  return record.sources.flatMap((source, at) => [
    ...(ids.indexOf(source.id) === at
      ? []
      : [file.at(['sources', at, 'id'], `repeats the id ${source.id}; give each source its own`)]),
    ...(source.setId && !source.url.includes(source.setId)
      ? [
          file.at(
            ['sources', at, 'url'],
            `does not lead to the label ${source.setId}; use https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${source.setId}`,
          ),
        ]
      : []),
  ]);
};

const factsAreSupported: RecordRule = (record, file) => {
  const ids = record.sources.map(({ id }) => id);
  const supported = Object.keys(record.supports).map((key) => key.split(/[.[]/)[0]);
  return [
    ...Object.entries(record.supports).flatMap(([key, sources]) => [
      ...(valueAt(record.profile, key) === undefined && valueAt(record as never, key) === undefined
        ? [file.at(['supports'], 'supports a field that the profile does not have; delete it or fix its name', key)]
        : []),
      ...sources
        .filter((id) => !ids.includes(id))
        .map((id) =>
          file.at(['supports', key], `names the source ${id}, which is not under sources${suggestion(id, ids)}`),
        ),
    ]),
    ...Object.keys(record.profile)
      .filter((field) => !ownFields.includes(field) && !supported.includes(field))
      .filter((field) => !holdsSources(record.profile[field]))
      .map((field) => file.at(['profile'], `states facts without a source; add ${field} to supports`, field)),
    ...(['contraindications', 'practical'] as const)
      .filter((field) => record[field] !== undefined && !supported.includes(field) && !holdsSources(record[field]))
      .map((field) => file.at([], `states facts without a source; add ${field} to supports`, field)),
    ...entrySources(record).flatMap(([path, id]) =>
      ids.includes(id)
        ? []
        : [file.at(path, `names the source ${id}, which is not under sources${suggestion(id, ids)}`)],
    ),
  ];
};

/** Ids under `sources` of single entries, with where they stand. */
const entrySources = ({ profile, contraindications, practical }: Record_): [Path, string][] =>
  strings({ profile, contraindications, practical }).filter(([path]) => path.at(-2) === 'sources');

const holdsSources = (value: unknown): boolean => strings(value).some(([path]) => path.at(-2) === 'sources');

const trialsAreReal: RecordRule = (record, file) => {
  const links = (record.profile as MedicationProfile).clinicalTrials?.trialLinks ?? [];
  return links.flatMap((trial, at) => {
    const path = ['profile', 'clinicalTrials', 'trialLinks', at];
    if (!trial.id) return [file.at(path, 'lacks id; add the NCT number')];
    if (!/^NCT\d{8}$/.test(trial.id))
      return [file.at([...path, 'id'], `${trial.id} is no trial id; it must be NCT and 8 digits`)];
    const address = `https://clinicaltrials.gov/study/${trial.id}`;
    return trial.link === undefined || trial.link === address
      ? []
      : [file.at([...path, 'link'], `does not lead to ${trial.id}; write ${address}`)];
  });
};

const changesAreInOrder: RecordRule = (record, file) =>
  record.changes.flatMap(({ date }, at) => {
    const before = record.changes[at - 1]?.date;
    return before !== undefined && before < date
      ? [file.at(['changes', at, 'date'], 'is newer than the change above it; put the newest first')]
      : [];
  });

const wordsAreMeasured: RecordRule = (record, file) => {
  const texts = strings(record);
  const effects = (record.profile as MedicationProfile).sideEffects?.common ?? [];
  const faults = [...wordFaults(texts), ...rateFaults(effects, ['profile', 'sideEffects', 'common'])];
  const grade = readingGrade(texts);
  return [
    ...faults.map(({ path, reason }) => file.at(path, reason)),
    ...(grade > HARDEST_GRADE
      ? [
          file.at(
            ['profile'],
            `reads at school grade ${grade.toFixed(1)}; shorten sentences and words to ${HARDEST_GRADE} or below`,
          ),
        ]
      : []),
  ];
};

const recordRules: readonly RecordRule[] = [
  slugIsPlain,
  textIsText,
  sourcesAreWhole,
  factsAreSupported,
  trialsAreReal,
  changesAreInOrder,
  wordsAreMeasured,
];

/**
 * Rules that need the whole catalog: names, classes, links between records. `hasOwnPairs` says that the catalog keeps a
 * confusable.yaml of its own, in which an author can list or excuse a pair of names.
 */
export function checkCatalog(
  catalog: Catalog,
  terms: Terms,
  files: ReadonlyMap<string, YamlFile>,
  hasOwnPairs: boolean,
): ContentProblem[] {
  const fileOf = (entry: Entry): YamlFile => files.get(entry.file) as YamlFile;
  return [
    ...namesAreUnique(catalog, fileOf),
    ...sentencesAreOwn(catalog, fileOf),
    ...interactionsAreKnown(catalog, terms, fileOf),
    ...classesExist(catalog, terms, fileOf),
    ...linksAreAlive(catalog, fileOf),
    ...redirectsAreSound(catalog, fileOf),
    ...(hasOwnPairs ? lookAlikesAreListed(catalog, fileOf) : []),
  ];
}

type FileOf = (entry: Entry) => YamlFile;

/** Records of one substance may share a name (semaglutide as medication and as peptide); no others may. */
function namesAreUnique(catalog: Catalog, fileOf: FileOf): ContentProblem[] {
  const owners = new Map<string, Entry>();
  return catalog.entries.flatMap((entry) =>
    namedRecord(entry, catalog.redirects).names.flatMap(({ text, sort }) => {
      const key = joined(normalize(text));
      const owner = owners.get(key) ?? entry;
      owners.set(key, owner);
      if (owner === entry || owner.substances.some((one) => entry.substances.includes(one))) return [];
      const path: Path = sort === 'slug' || sort === 'name' ? ['profile'] : ['names'];
      return [
        fileOf(entry).at(path, `"${text}" is a name of ${refOf(owner)} as well; a name leads to one record only`),
      ];
    }),
  );
}

/** A long sentence that stands in two records was copied from one to the other. */
function sentencesAreOwn(catalog: Catalog, fileOf: FileOf): ContentProblem[] {
  const owners = new Map<string, Entry>();
  return catalog.entries.flatMap((entry) =>
    longSentences(strings({ profile: entry.profile })).flatMap(({ path, key }) => {
      const owner = owners.get(key) ?? entry;
      owners.set(key, owner);
      return owner === entry
        ? []
        : [fileOf(entry).at(path, `repeats a sentence of ${refOf(owner)}; write what is particular to this record`)];
    }),
  );
}

function interactionsAreKnown(catalog: Catalog, terms: Terms, fileOf: FileOf): ContentProblem[] {
  const candidates = [...terms.classes.values()].map(({ name }) => name);
  return catalog.entries.flatMap((entry) =>
    (ownEntries(entry) ?? []).flatMap(({ text, documented_in }) =>
      readTargets(text, terms).unknown.map((unknown) => {
        const near = closest(unknown, candidates);
        return fileOf(entry).at(
          pathOfField(documented_in.field),
          `"${unknown}" names no class, substance or record that we know; the nearest class is ${near}. See the grammar in content/README.md`,
        );
      }),
    ),
  );
}

function classesExist(catalog: Catalog, terms: Terms, fileOf: FileOf): ContentProblem[] {
  const ids = [...terms.classes.keys()];
  const fromRecords = catalog.entries.flatMap((entry) =>
    (entry.classes ?? []).flatMap((id, at) =>
      terms.classes.has(id)
        ? []
        : [fileOf(entry).at(['classes', at], `${id} is not a class of vocabulary/classes.yaml${suggestion(id, ids)}`)],
    ),
  );
  return fromRecords;
}

function linksAreAlive(catalog: Catalog, fileOf: FileOf): ContentProblem[] {
  const medications = catalog.entries.filter(({ kind }) => kind === 'medication').map(({ slug }) => slug);
  return catalog.entries.flatMap((entry) =>
    entry.kind !== 'supplement'
      ? []
      : (entry.profile.relatedMedications ?? []).flatMap(({ medId }, at) =>
          medId === undefined || medications.includes(medId)
            ? []
            : [
                fileOf(entry).at(
                  ['profile', 'relatedMedications', at, 'medId'],
                  `${medId} is not the slug of a medication here${suggestion(medId, medications)}`,
                ),
              ],
        ),
  );
}

/** A retired slug stays retired, a redirect leads to a record in one step. */
function redirectsAreSound(catalog: Catalog, fileOf: FileOf): ContentProblem[] {
  const { renamed, withdrawn } = catalog.redirects;
  const refs = new Map(catalog.entries.map((entry) => [refOf(entry), entry]));
  const problem = (reason: string): ContentProblem => ({
    file: 'redirects.yaml',
    line: 1,
    column: 1,
    path: '',
    reason,
  });
  return [
    ...[...renamed.map(({ kind, from }) => `${kind}/${from}`), ...withdrawn.map(refOf)].flatMap((ref) => {
      const entry = refs.get(ref);
      return entry
        ? [fileOf(entry).at([], `uses the retired slug ${ref}; a retired slug is not used again (redirects.yaml)`)]
        : [];
    }),
    ...renamed.flatMap(({ kind, from, to }) =>
      refs.has(`${kind}/${to}`) ? [] : [problem(`renamed ${kind}/${from} leads to ${kind}/${to}, which is no record`)],
    ),
    ...withdrawn.flatMap(({ kind, slug, successor }) =>
      successor === undefined || refs.has(`${kind}/${successor}`)
        ? []
        : [problem(`withdrawn ${kind}/${slug} names the successor ${kind}/${successor}, which is no record`)],
    ),
  ];
}

/**
 * Two records with names that look or sound alike are listed in confusable.yaml by any name of each, or excused there
 * with a reason. Each pair of records is reported once, by its nearest names.
 */
function lookAlikesAreListed(catalog: Catalog, fileOf: FileOf): ContentProblem[] {
  const records = catalog.entries.map((entry) => namedRecord(entry, catalog.redirects));
  const owners = new Map<string, Entry>();
  records.forEach(({ names }, at) => {
    for (const { text } of names) owners.set(joined(normalize(text)), catalog.entries[at] as Entry);
  });
  const ownersOf = (a: string, b: string): [Entry, Entry] | undefined => {
    const [first, second] = [owners.get(joined(normalize(a))), owners.get(joined(normalize(b)))];
    return first && second ? [first, second] : undefined;
  };
  const pairKey = (pair: [Entry, Entry]): string => pair.map(refOf).toSorted().join('|');
  const { confusable, confusableExcused } = catalog.vocabulary;
  const settled = new Set(
    [...confusable, ...confusableExcused].flatMap(([a, b]) => {
      const pair = ownersOf(a, b);
      return pair ? [pairKey(pair)] : [];
    }),
  );
  return lookAlikePairs(records).flatMap(({ a, b, score }) => {
    const pair = ownersOf(a, b);
    if (!pair || settled.has(pairKey(pair))) return [];
    settled.add(pairKey(pair));
    return [
      fileOf(pair[0]).at(
        ['names'],
        `"${a}" looks or sounds like "${b}" of ${refOf(pair[1])} (${score.toFixed(2)}); list the pair in vocabulary/confusable.yaml, or excuse it there`,
      ),
    ];
  });
}

const suggestion = (word: string, words: readonly string[]): string =>
  words.length ? `; did you mean ${closest(word, [...words])}?` : '';

/** Every string of a value with its path. */
function strings(value: unknown, path: Path = []): [Path, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  const items: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return items.flatMap(([key, item]) => strings(item, [...path, key]));
}

/** `drugInteractions.major[0]` as a path into the file. */
const pathOfField = (field: string): Path => [
  'profile',
  ...field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
];

const valueAt = (profile: Record<string, unknown>, key: string): unknown =>
  pathOfField(key)
    .slice(1)
    .reduce<unknown>(
      // Own fields only: "constructor" is no field of a profile.
      (value, part) =>
        Object.hasOwn(Object(value), part) ? (value as Record<string | number, unknown>)[part] : undefined,
      profile,
    );

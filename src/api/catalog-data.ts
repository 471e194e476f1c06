import { buildVocabulary, type VocabularyData, type VocabularyIndex } from '../interactions/vocabulary.ts';
import { buildNameIndex, type NameIndexData, type WholeNames } from '../names/name-index.ts';
import type { CheckedRecord } from '../profile/safety.ts';
import type { TrialFindings } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import type { QuestionData } from '../search/question-vocabulary.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { searchSteps, type WholeSearch } from '../search/search-index.ts';
import type { EnvelopeOf, ProfileData } from './envelope.ts';

/** Reads a file of `dist/v1` as JSON by its path below `v1/`; undefined when there is none. */
export type ReadFile = (path: string) => Promise<unknown>;

/** `data` of v1/service.json: what the function must know of the catalog as a whole. */
export interface ServiceData {
  name: string;
  version: string;
  site_url: string;
  base_url: string;
  attribution: string;
  disclaimer: string;
  last_updated: string;
  counts: Record<Kind | 'total', number>;
  renamed: readonly { kind: Kind; from: string; to: string }[];
  withdrawn: readonly { kind: Kind; slug: string; date: string; reason: string; successor?: string }[];
}

/** A class of medicines and the like, as it is told to who asked for it as if it were one thing. */
export interface ClassData {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Path of its page; absent where no record belongs to it and none names it. */
  readonly path?: string;
  /** Members with a record, approved ones first. */
  readonly records: readonly { readonly kind: Kind; readonly slug: string; readonly name: string }[];
}

/** The precomputed tree as the operations see it; built once for each build of the site. */
export interface CatalogData {
  readonly service: ServiceData;
  readonly names: WholeNames;
  readonly vocabulary: VocabularyIndex;
  /** By id; foods are none. */
  readonly classes: ReadonlyMap<string, ClassData>;
  /** Read and indexed when it is first asked for, which takes longer than all the rest. @throws as `openData` does */
  search(): Promise<WholeSearch>;
  /** v1/<kind>/<slug>.json of a record that names.json lists. @throws when the build does not contain it */
  profile(kind: Kind, slug: string): Promise<EnvelopeOf<ProfileData>>;
  /** v1/interactions/<kind>/<slug>.json, likewise. */
  interactions(kind: Kind, slug: string): Promise<EnvelopeOf<CheckedRecord>>;
  /** v1/trial-findings/<slug>.json of a medication; empty where its record states none. */
  trialFindings(slug: string): Promise<TrialFindings>;
}

/** Files of `v1/` that the function reads once; each is an envelope whose `data` is of the type named. */
export interface DataFiles {
  'service.json': ServiceData;
  'names.json': NameIndexData;
  'vocabulary.json': VocabularyData;
  'classes.json': { classes: readonly ClassData[] };
  'search.json': { documents: readonly SearchDocument[] };
  'questions.json': QuestionData;
}

/** @throws {Error} when a file that every build writes is missing. */
export async function openData(readFile: ReadFile): Promise<CatalogData> {
  const read = async <T>(path: string): Promise<EnvelopeOf<T>> => {
    const file = await readFile(path);
    if (!file) throw new Error(`v1/${path} is missing: build the site again.`);
    return file as EnvelopeOf<T>;
  };
  const dataOf = async <P extends keyof DataFiles>(path: P): Promise<DataFiles[P]> =>
    (await read<DataFiles[P]>(path)).data;
  const [service, named, vocabulary, { classes }] = await Promise.all([
    dataOf('service.json'),
    dataOf('names.json'),
    dataOf('vocabulary.json'),
    dataOf('classes.json'),
  ]);
  const names = buildNameIndex(named);
  const indexed = async (): Promise<WholeSearch> => {
    const [documents, questions] = await Promise.all([dataOf('search.json'), dataOf('questions.json')]);
    const steps = searchSteps({ ...documents, ...questions }, names);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  let search: Promise<WholeSearch> | undefined;
  return {
    service,
    names,
    vocabulary: buildVocabulary(vocabulary),
    classes: new Map(classes.map((one) => [one.id, one])),
    search() {
      search ??= indexed();
      // A file that could not be read is tried again by who asks next.
      search.catch(() => (search = undefined));
      return search;
    },
    profile: (kind, slug) => read(`${kind}/${slug}.json`),
    interactions: (kind, slug) => read(`interactions/${kind}/${slug}.json`),
    trialFindings: async (slug) => {
      const file = (await readFile(`trial-findings/${slug}.json`)) as EnvelopeOf<TrialFindings> | undefined;
      return file?.data ?? {};
    },
  };
}

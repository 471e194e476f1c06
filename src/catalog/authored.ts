import { hash } from 'node:crypto';
import { type EffectIndex, spokenRecord, spokenTitle, statementText, wholeDetail } from '../interactions/effects.ts';
import type { Entry, EntryOf, InteractionGrade, Practical, TrialFinding } from '../records/entry.ts';
import { displayName, TRIALS } from '../records/entry.ts';
import { ownStatements } from '../records/own-statements.ts';
import { namedRecord } from '../records/record-names.ts';
import type { Kind } from '../schema/kinds.ts';
import type { ContentRecord, MedicationProfile } from '../schema/types.ts';
import { withFullStop } from '../text/sentences.ts';
import { sentencesOf } from './rules/own-sentences.ts';
import { writtenTrials } from './rules/told-outcomes.ts';

export type ReadEntry = Omit<Entry, 'file' | 'digest'>;

export function entryOf(
  written: ContentRecord,
  place: { readonly kind: Kind; readonly slug: string },
  effects: EffectIndex,
): ReadEntry {
  const entry = { ...written, ...separate(written), ...place } as Entry;
  const name = spokenRecord(displayName(entry));
  const named = ownStatements(entry)?.map((one) => {
    const names = [name, spokenTitle(one.text)] as const;
    return { names, statement: { ...one, detail: wholeDetail(one, names, effects) } };
  });
  const statements = named?.map(({ statement }) => statement);
  const texts = (named ?? []).map(({ names, statement }) => statementText(statement, names, effects));
  return {
    ...entry,
    profile: { ...entry.profile, ...wholeInteractions(entry, texts) } as Entry['profile'],
    ...(statements && { statements }),
    statementDigests: (statements ?? []).map(digestOf),
    namesDigest: digestOf(namedRecord(entry, { renamed: [] })),
    sentenceKeys: [...new Set(sentencesOf(entry).map(({ key }) => hash('sha256', key, 'buffer').readUIntBE(0, 6)))],
  };
}

/** The interactions of a profile as published: each statement in whole, where authors write only what is particular to it. */
function wholeInteractions(entry: Entry, texts: readonly string[]): object {
  if (entry.kind !== 'medication') {
    const { interactions } = entry.profile;
    return interactions ? { interactions: interactions.map((one, at) => ({ ...one, note: texts[at] })) } : {};
  }
  const { drugInteractions } = entry.profile;
  if (drugInteractions === undefined) return {};
  let at = 0;
  const lists = (['major', 'moderate', 'food'] as const).flatMap((list) => {
    const of = drugInteractions[list];
    return of ? [[list, of.map((one) => ({ ...one, effect: texts[at++] }))]] : [];
  });
  return { drugInteractions: Object.fromEntries(lists) };
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64');

export type Separated = Pick<
  EntryOf<Kind>,
  'profile' | 'support' | 'interactionGrades' | 'trialFindings' | 'otherResults' | 'contraindications' | 'practical'
>;

interface Authored {
  readonly profile: object;
  readonly supports: Readonly<Record<string, readonly string[]>>;
  readonly contraindications?: readonly unknown[];
  readonly practical?: Readonly<Record<string, unknown>>;
}

/** The published profile, and what was written beside it by JSON Pointer (RFC 6901), as `/profile/studies/0`. */
export function separate({ profile, supports, contraindications, practical }: Authored): Separated {
  const support = new Map<string, readonly string[]>();
  const grades = new Map<string, InteractionGrade>();
  const plain = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, at) => entry(item, `${pointer}/${at}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner, `${pointer}/${key}`)]));
  };
  const entry = (value: unknown, pointer: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const { sources, biasReason, found, arms, outcomes, ...kept } = value as Record<string, unknown>;
    const { grade, rest } = gradeOf(kept);
    if (Array.isArray(sources)) support.set(pointer, sources);
    if (Object.keys(grade).length > 0) grades.set(pointer, grade);
    const keys = Object.keys(rest);
    return keys.length === 1 && keys[0] === 'text' ? rest.text : plain(rest, pointer);
  };
  const separated = plain(profile, '/profile') as EntryOf<Kind>['profile'];
  const who = contraindications?.map((one, at) => entry(one, `/contraindications/${at}`) as string);
  const asked = practical && Object.entries(practical).map(([key, one]) => [key, entry(one, `/practical/${key}`)]);
  for (const [path, ids] of Object.entries(supports)) {
    const pointer = pointerOf(path);
    if (!support.has(pointer)) support.set(pointer, ids);
  }
  return {
    ...withResults(separated, support),
    support: Object.fromEntries([...support].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    interactionGrades: Object.fromEntries(grades),
    trialFindings: findingsOf(profile),
    contraindications: withBoxed(who ?? [], separated),
    practical: (asked ? Object.fromEntries(asked) : {}) as Practical,
  };
}

const findingsOf = (profile: object): TrialFinding[] =>
  writtenTrials(profile).flatMap(({ name = null, found = null, arms = [], outcomes = [] }, index) =>
    found === null && outcomes.length === 0
      ? []
      : {
          at: `${TRIALS}/${index}`,
          name,
          found,
          outcomes: outcomes.map(({ outcome, values = [], difference = null }) => ({
            outcome,
            values: values.map((value, at) => ({ arm: arms[at] ?? '', value })),
            difference,
          })),
        },
  );

const RESULTS = '/profile/clinicalTrials/results';

/** The profile with what other studies found as one text, to which it moves the sources of its statements; and these. */
function withResults(
  profile: Separated['profile'],
  support: Map<string, readonly string[]>,
): Pick<Separated, 'profile' | 'otherResults'> {
  const { clinicalTrials } = profile as MedicationProfile;
  const written = [(clinicalTrials?.results as string | readonly string[] | undefined) ?? []].flat();
  if (written.length === 0) return { profile, otherResults: written };
  const otherResults = written.map(withFullStop);
  const pointers = written.map((_, at) => `${RESULTS}/${at}`);
  const sources = [RESULTS, ...pointers].flatMap((at) => support.get(at) ?? []);
  if (sources.length > 0) support.set(RESULTS, [...new Set(sources)]);
  for (const at of pointers) support.delete(at);
  return {
    profile: { ...profile, clinicalTrials: { ...clinicalTrials, results: otherResults.join(' ') } },
    otherResults,
  };
}

const GRADE_KEYS = ['action', 'evidence', 'effects', 'mechanism', 'affects', 'enzyme', 'when'] as const;

/** What an author says of an interaction beside its text, and what the profile publishes of it. */
function gradeOf(written: Record<string, unknown>): { grade: InteractionGrade; rest: Record<string, unknown> } {
  const isGrade = (key: string): boolean => (GRADE_KEYS as readonly string[]).includes(key);
  const part = (test: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(written).filter(([key]) => test(key)));
  return { grade: part(isGrade), rest: part((key) => !isGrade(key)) };
}

/** `costs.listPrice` as `/profile/costs/listPrice`; the two lists beside the profile by their own names. */
const pointerOf = (path: string): string => {
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  const isBeside = steps[0] === 'contraindications' || steps[0] === 'practical';
  return `/${[...(isBeside ? [] : ['profile']), ...steps].join('/')}`;
};

function withBoxed(listed: readonly string[], profile: EntryOf<Kind>['profile']): readonly string[] {
  const boxed = ('blackBox' in profile && profile.blackBox?.contraindications) || [];
  return [...listed, ...boxed.filter((text) => !listed.includes(text))];
}

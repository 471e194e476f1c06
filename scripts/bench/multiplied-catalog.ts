import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type LoadOptions, loadCatalog } from '../../src/catalog/load.ts';
import { refusedPhrases } from '../../src/catalog/rules/plain-english.ts';
import { pathOfField } from '../../src/catalog/rules/rule.ts';
import { readTargets } from '../../src/interactions/grammar.ts';
import { subjectOf, type Terms } from '../../src/interactions/vocabulary.ts';
import { type Entry, refOf } from '../../src/records/entry.ts';
import { kinds } from '../../src/schema/kinds.ts';

/**
 * Writes a catalog of `size` records made from those of `source.contentDir` into `folder`: the records themselves, then
 * clusters of copies. A copy has names of its own wherever a name stands, texts that no other record has, no identifiers
 * and no classes; what its interactions name of the catalog are copies of its own cluster, so that a record of ten thousand
 * has as many partners as one of ours. The same size gives the same bytes.
 */
export function writeMultiplied(source: LoadOptions, size: number, folder: string): void {
  const { catalog, terms } = loadCatalog(source);
  rmSync(folder, { recursive: true, force: true });
  cpSync(source.contentDir, folder, { recursive: true });
  // Pairs of look-alikes are listed for our own names. A catalog without a list of its own is not asked for one.
  rmSync(join(folder, 'vocabulary/confusable.yaml'), { force: true });
  for (const kind of kinds) mkdirSync(join(folder, kind), { recursive: true });
  const originals = catalog.entries.slice(0, size);
  const names = new Set(catalog.entries.flatMap(namesOf));
  const reached = reachedBy(catalog.entries, terms);
  const templates = originals.map((entry) =>
    templateOf(entry, join(source.contentDir, refOf(entry)), { names, terms, reached }),
  );
  for (let cluster = 1; cluster * originals.length < size; cluster++) {
    const members = templates.slice(0, size - cluster * originals.length);
    const alter = alterations(cluster);
    const present = new Map(members.map(({ entry }) => [refOf(entry), alter(entry.slug)]));
    for (const { entry, text, pieces } of members) {
      const body = text.replace(MARK, (mark) => {
        const piece = pieces[(mark.codePointAt(0) as number) - FIRST_MARK] as Piece;
        return 'word' in piece ? alter(piece.word, piece.isName) : partnersText(piece, present);
      });
      writeFileSync(join(folder, entry.kind, `${alter(entry.slug)}.yaml`), body);
    }
  }
}

/** What differs from copy to copy: a word or a name, or the list of what an interaction names. */
type Piece = { word: string; isName: boolean } | { refs: readonly string[]; others: readonly string[]; most: number };

interface RecordTemplate {
  readonly entry: Entry;
  /** YAML with a mark for each piece. */
  readonly text: string;
  readonly pieces: readonly Piece[];
}

interface Surroundings {
  readonly names: ReadonlySet<string>;
  readonly terms: Terms;
  readonly reached: ReadonlyMap<string, readonly string[]>;
}

const MANY_ENTRIES = 30;

// Private use: one character for each piece, that YAML writes as it stands.
const FIRST_MARK = 0xe000;
const MARK = /[\uE000-\uF8FF]/g;

function templateOf(entry: Entry, path: string, { names, terms, reached }: Surroundings): RecordTemplate {
  const record = parse(readFileSync(`${path}.yaml`, 'utf8')) as Record<string, unknown>;
  const pieces: Piece[] = [];
  const markOf = new Map<string, string>();
  const mark = (piece: Piece): string => {
    const key = JSON.stringify(piece);
    const known = markOf.get(key) ?? String.fromCharCode(FIRST_MARK + pieces.push(piece) - 1);
    markOf.set(key, known);
    return known;
  };
  const documented = entry.statements ?? [];
  // A companion near its longest must not grow beyond it.
  const most = documented.length > MANY_ENTRIES ? 1 : 3;
  for (const { text, documented_in } of documented) {
    const { classes, substances, records } = readTargets(text, terms);
    const refs = [...records, ...classes.flatMap((id) => (reached.get(id) ?? []).slice(0, 2))];
    const others = [
      ...classes.filter((id) => !reached.has(id)).map((id) => terms.classes.get(id)?.name ?? id),
      ...substances.filter((name) => !names.has(name) && !name.includes(' / ')),
    ];
    const field = holderOf(record, pathOfField(documented_in.field));
    field[('item' in field ? 'item' : 'drug') as string] = mark({
      refs: [...new Set(refs)].filter((ref) => ref !== refOf(entry)),
      others: [...new Set(others)],
      most,
    });
  }
  const namePattern = patternOf(names);
  const marked = mapStrings(record, (text, inProfile) => {
    if (text.includes('://') || /^NCT\d+$/.test(text)) return text;
    const named = text.replace(namePattern, (word) => mark({ word, isName: true }));
    return inProfile
      ? named
          .split(SENTENCES)
          .map((sentence) => ownSentence(sentence, mark))
          .join(' ')
      : named;
  });
  const { ids: _, ...ownNames } = marked.names as Record<string, readonly string[]>;
  const altered = Object.entries(ownNames).map(([list, all]) => [list, all.filter((name) => name.match(MARK))]);
  const { classes: __, ...rest } = marked;
  const { profile } = rest as { profile: { brandName?: string } };
  // A name of single letters ("E.E.S.") is the same in every copy.
  if (profile.brandName)
    profile.brandName = profile.brandName
      .split(', ')
      .filter((name) => name.match(MARK))
      .join(', ');
  // What a mark stands for may need quotes.
  const text = stringify(
    { ...rest, names: Object.fromEntries(altered) },
    { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' },
  );
  return { entry, text, pieces };
}

const SENTENCES = /(?<=[.!?]) /;

/** Ids of the vocabulary, which every copy shares, and whom a statement leaves out: copies of those may not be there. */
const KEPT: ReadonlySet<string> = new Set(['effects', 'when']);

/** As a rule of content counts them; a name counts as one word here, and may be several. */
const WORD = /[a-z0-9\uE000-\uF8FF]+/gi;

/** A long sentence gets a word of its own: the longest of its plain words, but for what a rule looks for ("more people on placebo"). */
function ownSentence(sentence: string, mark: (piece: Piece) => string): string {
  const words = sentence.match(/(?<![\p{L}\p{N}\uE000-\uF8FF-])(?<!more people on )[a-z]{4,}(?![\p{L}\p{N}-])/gu) ?? [];
  // Some words tell a phrase from one that is refused: "for good dispersion".
  const isPhrase = (text: string): boolean => refusedPhrases({ profile: { text } } as object).length > 0;
  const longest = words.toSorted((a, b) => b.length - a.length).find((word) => !isPhrase(sentence.replace(word, 'x')));
  if (longest === undefined || (sentence.match(WORD) ?? []).length < 16) return sentence;
  return sentence.replace(longest, () => mark({ word: longest, isName: false }));
}

/** The copies that an interaction names, or what it names beside the catalog; a name of a class that no record has. */
function partnersText(
  { refs, others, most }: Extract<Piece, { refs: unknown }>,
  present: ReadonlyMap<string, string>,
): string {
  const named = [...refs.flatMap((ref) => present.get(ref) ?? []), ...others];
  return named.length > 0 ? named.slice(0, most).join(', ') : 'Alcohol';
}

/** Letters of each word of two and more are exchanged, vowels for vowels; two consonants at its end tell the cluster. */
function alterations(cluster: number): (text: string, isName?: boolean) => string {
  const letters = new Map([...shuffled(VOWELS, cluster), ...shuffled(CONSONANTS, cluster)]);
  const tag = `${CONSONANTS[cluster % CONSONANTS.length]}${CONSONANTS[Math.floor(cluster / CONSONANTS.length)]}`;
  const exchanged = (word: string): string =>
    [...word]
      .map((letter) => {
        const lower = letter.toLowerCase();
        const other = letters.get(lower) ?? lower;
        return letter === lower ? other : other.toUpperCase();
      })
      .join('');
  const tagged = (word: string): string => `${exchanged(word)}${word === word.toUpperCase() ? tag.toUpperCase() : tag}`;
  // A word of a sentence has its tag in place of its end, and is no longer than it was.
  const marked = (word: string): string => exchanged(word.slice(0, -tag.length)) + tag;
  return (text, isName = true) => text.replace(/\p{L}{2,}/gu, isName ? tagged : marked);
}

// "e" and "y" stay: the reading grade counts syllables by them.
const VOWELS = 'aiou';
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';

function shuffled(letters: string, seed: number): [string, string][] {
  const rest = [...letters];
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return [...letters].map((letter) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // High bits: the low ones of such a generator repeat soon.
    return [letter, rest.splice((state >>> 16) % rest.length, 1)[0] as string];
  });
}

const nameOf = (entry: Entry): string =>
  (entry.kind === 'medication' ? entry.profile.genericName : entry.profile.name) ?? entry.slug;

function namesOf(entry: Entry): string[] {
  const { brands = [], synonyms = [], abbreviations = [], salts = [] } = entry.names;
  const shown = entry.kind === 'medication' ? (entry.profile.brandName ?? '').split(/, | and |;/) : [];
  return [entry.slug, nameOf(entry), ...entry.substances, ...brands, ...synonyms, ...abbreviations, ...salts, ...shown]
    .map((name) => name.trim())
    .filter((name) => /\p{L}{2}/u.test(name) && name.replace(/[^\p{L}\p{N}]/gu, '').length > 2);
}

/** Any of the names, longest first; an abbreviation only as it is written. */
function patternOf(names: ReadonlySet<string>): RegExp {
  const written = [...names].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const anyCase = (name: string): string => {
    const plain = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    if (name === name.toUpperCase()) return plain;
    return plain.replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
  };
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.map(anyCase).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

function reachedBy(entries: readonly Entry[], terms: Terms): Map<string, string[]> {
  const pairs = entries.flatMap((entry) =>
    subjectOf(entry.substances, entry.classes ?? [], terms).classes.map((id) => ({ id, ref: refOf(entry) })),
  );
  return new Map([...Map.groupBy(pairs, ({ id }) => id)].map(([id, all]) => [id, all.map(({ ref }) => ref)]));
}

const holderOf = (record: unknown, path: readonly (string | number)[]): Record<string, unknown> =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], record) as Record<
    string,
    unknown
  >;

function mapStrings<T>(value: T, change: (text: string, inProfile: boolean) => string, inProfile = false): T {
  if (typeof value === 'string') return change(value, inProfile) as T;
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change, inProfile)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      KEPT.has(key) ? inner : mapStrings(inner, change, inProfile || key === 'profile'),
    ]),
  ) as T;
}

import type { Terms } from '../../interactions/vocabulary.ts';
import { OTHERS, substancesOf } from '../../names/known-names.ts';
import { listNames, type NameList, namesOf } from '../../names/name-list.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import { shownBrands } from '../../records/record-names.ts';
import { joined, normalize } from '../../text/normalize.ts';
import type { ContentProblem } from '../problems.ts';
import type { Path } from '../yaml.ts';
import type { CatalogRule } from './rule.ts';

/** A record takes no name of a substance that it does not have: whoever asks for it would get another drug. */
export const ownNames: CatalogRule = {
  name: 'own-names',
  isOfNames: true,
  check(catalog, terms, files) {
    const { knownNames, substances } = catalog.vocabulary;
    const known = files.memo.compute('known names', [knownNames], () => listNames(knownNames));
    // These follow from the vocabulary alone, whatever names the records have.
    const { substanceNames } = terms;
    const check = (entry: Entry): ContentProblem[] => {
      const own = new Set(entry.substances.flatMap((one) => withForms(one, known, substanceNames)));
      const written: [Path, string][] = [
        ...nameLists.flatMap((list) =>
          (entry.names[list] ?? []).map((name, at): [Path, string] => [['names', list, at], name]),
        ),
        ...shownBrands(entry).map((name): [Path, string] => [['profile', 'brandName'], name]),
      ];
      return written.flatMap(([path, name]) => {
        const others = meaningsOf(name, known, substanceNames);
        if (others.length === 0 || others.some((meant) => isOf(entry, own, meant))) return [];
        const meant = [...new Set(others.map((one) => one.join(' with ')))].join(' or ');
        return [
          files
            .of(entry)
            .at(
              path,
              `"${name}" is a name of ${meant}, which is none of the record's substances; take it out, or list a form of its substance under forms in vocabulary/substances.yaml`,
            ),
        ];
      });
    };
    return catalog.entries.flatMap((entry) =>
      files.memo.compute(`names ${refOf(entry)}`, [entry, known, substances], () => check(entry)),
    );
  },
};

const nameLists = ['brands', 'synonyms', 'abbreviations', 'salts'] as const;

/** The substances that a name stands for, by the known names and by the vocabulary, each by its canonical name. */
function meaningsOf(name: string, known: NameList, substanceNames: Terms['substanceNames']): string[][] {
  const key = joined(normalize(name));
  const lines = namesOf(known, key).map((number) => substancesOf(known, known.lines[number] as number));
  const substance = substanceNames.get(normalize(name));
  return [...lines, ...(substance ? [[substance.name]] : [])].map((list) =>
    list.map((one) => canonicalKey(one, known, substanceNames)),
  );
}

/** A substance and the forms of it that the vocabulary lists. */
function withForms(name: string, known: NameList, substanceNames: Terms['substanceNames']): string[] {
  const forms = substanceNames.get(normalize(canonicalKey(name, known, substanceNames)))?.forms ?? [];
  return [name, ...forms].map((one) => canonicalKey(one, known, substanceNames));
}

/** By the vocabulary, else by the known names; never by the names of records, which are what is checked here. */
function canonicalKey(name: string, known: NameList, substanceNames: Terms['substanceNames']): string {
  const inVocabulary = (text: string): string | undefined => substanceNames.get(normalize(text))?.name;
  const heads = namesOf(known, joined(normalize(name))).map((number) =>
    substancesOf(known, known.lines[number] as number),
  );
  const head = heads.find((list) => list.length === 1)?.[0] ?? name;
  return normalize(inVocabulary(name) ?? inVocabulary(head) ?? head);
}

/** All substances of the name are the record's; of a combination of medicines it holds them all, not one of them. */
const isOf = (entry: Entry, own: ReadonlySet<string>, substances: readonly string[]): boolean =>
  substances.every((one) => one === OTHERS || own.has(one)) &&
  (entry.kind !== 'medication' || substances.length >= entry.substances.length);

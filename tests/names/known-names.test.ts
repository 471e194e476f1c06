import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OTHERS, plain, substancesOf } from '../../src/names/known-names.ts';
import { lookAlikePairs } from '../../src/names/look-alikes.ts';
import type { NamedRecord } from '../../src/names/name-index.ts';
import { listNames, type NameList, nameAt, namesOf } from '../../src/names/name-list.ts';
import { resolveName } from '../../src/names/resolve.ts';
import { joined, normalize } from '../../src/text/normalize.ts';
import { catalog, knownText } from '../fixtures/names/catalog.ts';
import { answerOf, confusable, fixtureNames, indexOf, slipsOf } from '../fixtures/names/index.ts';
import { pairs } from '../support/lists.ts';

const index = fixtureNames();
const known = listNames(knownText);
const numbers = Array.from(known.starts, (_, number) => number);
const nameOf = (number: number): string => plain(nameAt(known, number));
const lettersOf = (name: string): string => joined(normalize(name));

const resolved = numbers.map((number) => ({ name: nameOf(number), resolution: resolveName(index, nameOf(number)) }));
/** Names of drugs that the catalog does not have. */
const foreign = resolved.flatMap(({ name, resolution }) => (resolution.status === 'not_in_catalog' ? [name] : []));

describe('the known names', () => {
  it('are tens of thousands in a file under 1.4 MB', () => {
    expect(numbers.length).toBeGreaterThan(30_000);
    expect(Buffer.byteLength(knownText)).toBeLessThan(1_400_000);
  });

  it('are sorted, plain ASCII, and each as normalize() writes it', () => {
    const lines = knownText.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toEqual(lines.toSorted());
    expect(knownText).toMatch(/^[\t\n -~]*$/);
    expect(numbers.filter((number) => normalize(nameAt(known, number)) !== nameOf(number)).map(nameOf)).toEqual([]);
  });

  it('have the substances of a combination in the order of their letters', () => {
    const unordered = Array.from(known.lineStarts, (_, line) => substancesOf(known, line).map(lettersOf)).filter(
      (keys) => keys.join() !== keys.toSorted().join(),
    );
    expect(unordered).toEqual([]);
  });

  it('are all found by their letters', () => {
    expect(numbers.filter((number) => !namesOf(known, joined(nameOf(number))).includes(number))).toEqual([]);
  });

  it.each(
    `Xanax, Prozac, Zoloft, Lipitor, Glucophage, Synthroid, Neurontin, Seroquel, Klonopin, Keflex, Zithromax, Paxil,
      Humira, Eliquis, Jardiance, Mounjaro, Nurofen, Voltarol, Calpol, paracetamol, salbutamol, adrenaline,
      frusemide, pethidine, lignocaine, rifampicin, glibenclamide, ashwagandha, berberine, turmeric, black cohosh,
      vitamin K2, NAC, 5-HTP, SAMe, CoQ10, creatine, BPC-157, TB-500, CJC-1295, ipamorelin, GHK-Cu, Semax, Epitalon,
      MOTS-c, PT-141, retatrutide`.split(/,\s*/),
  )('have %s', (name) => {
    expect(namesOf(known, lettersOf(name)).length).toBeGreaterThan(0);
  });

  it('do not show a product as a single substance where they know of more', () => {
    for (const brand of 'Percocet,Vicodin,Norco,Fioricet,Adderall,Tylenol PM,Soliqua,Tenoretic'.split(',')) {
      const substances = namesOf(known, lettersOf(brand)).map((number) =>
        substancesOf(known, known.lines[number] as number),
      );
      expect(
        substances.every((list) => list.length > 1),
        brand,
      ).toBe(true);
    }
    expect(knownText).toContain(` + ${OTHERS}`);
  });
});

describe('a real name outside the catalog', () => {
  it('is never taken for a misspelling of one of ours: every known name', () => {
    const isGuessed = ({ resolution }: (typeof resolved)[number]): boolean =>
      resolution.status === 'found' && resolution.match.method === 'fuzzy';
    expect(resolved.filter(isGuessed).map(({ name }) => name)).toEqual([]);
    expect(foreign.length).toBeGreaterThan(28_000);
  });

  it('is not taken for one of ours after one slip either', () => {
    fc.assert(
      fc.property(fc.constantFrom(...foreign), fc.nat(), (name, choice) => {
        const slips = slipsOf(name);
        const resolution = resolveName(index, slips[choice % slips.length] as string);
        expect(resolution.status === 'found' && resolution.match.method === 'fuzzy' ? resolution.match : name).toBe(
          name,
        );
      }),
      { numRuns: 1500 },
    );
  });
});

describe('the confusable pairs', () => {
  const names = confusable.pairs.flatMap((pair) => pair.names);
  const linesOf = (list: NameList, name: string) => namesOf(list, lettersOf(name)).map((number) => list.lines[number]);

  it('are at least 280 that others published, each once', () => {
    expect(confusable.pairs.filter(({ source }) => source !== 'ours').length).toBeGreaterThanOrEqual(280);
    const keys = confusable.pairs.map((pair) => pair.names.map(lettersOf).toSorted().join(' / '));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are real names of two substances, spelled right', () => {
    expect(names.filter((name) => linesOf(known, name).length === 0)).toEqual([]);
    expect(
      confusable.pairs.filter(({ names: [a, b] }) => linesOf(known, a).join() === linesOf(known, b).join()),
    ).toEqual([]);
  });

  it('have tall man letters that spell the names', () => {
    const tall = confusable.pairs.filter((pair) => pair.tall);
    expect(tall.length).toBeGreaterThan(100);
    expect(tall.filter((pair) => pair.tall?.join().toLowerCase() !== pair.names.join().toLowerCase())).toEqual([]);
  });

  it.each(pairs`
    hydroxyzine = hydralazine, Celebrex = Celexa, Celebrex = Cerebyx, prednisone = prednisolone,
    clonidine = clonazepam, clonidine = Klonopin, lamotrigine = lamivudine, metformin = metronidazole,
    tramadol = trazodone, methotrexate = metolazone, Zantac = Xanax`)('have %s and %s', (a, b) => {
    const wanted = [a, b].map(lettersOf).toSorted();
    expect(confusable.pairs.map((pair) => pair.names.map(lettersOf).toSorted())).toContainEqual(wanted);
  });

  /** A record for each of these names' substances. */
  const recordsOf = (some: readonly string[]): NamedRecord[] => {
    const lines = new Set(some.flatMap((name) => linesOf(known, name)));
    return [...lines].map((line) => {
      const substances = substancesOf(known, line as number);
      const slug = substances.join('-').replaceAll(/[^a-z0-9]+/g, '-');
      return { kind: 'medication', slug, name: slug, substances, names: [{ text: slug, sort: 'slug' }] };
    });
  };
  /** Each with other slips, a ninth of all. */
  const catalogs: [string, number, string[]][] = [
    ['both sides', 0, names],
    ['the left sides', 1, confusable.pairs.map((pair) => pair.names[0])],
    ['the right sides', 2, confusable.pairs.map((pair) => pair.names[1])],
  ];

  it.each(catalogs)(
    'never answer one side for the other, or for a slip in it, in a catalog of %s',
    (_, taken, some) => {
      const all = indexOf(recordsOf(some));
      const substances = (query: string): readonly string[] => {
        const resolution = resolveName(all, query);
        return resolution.status === 'found' ? resolution.record.substances : [];
      };
      const meaning = (name: string) =>
        linesOf(known, name)
          .flatMap((line) => substancesOf(known, line as number))
          .toSorted()
          .join();
      const isReal = (name: string) => namesOf(known, lettersOf(name)).length > 0;
      const swapped = [...new Set(names)].flatMap((name) =>
        [name, ...slipsOf(name.toLowerCase()).filter((slip, at) => at % 9 === taken && !isReal(slip))].filter(
          (query) => {
            const answered = substances(query).toSorted().join();
            return answered !== '' && answered !== meaning(name);
          },
        ),
      );
      expect(swapped).toEqual([]);
    },
  );
});

describe('look-alikes within a catalog', () => {
  it('are found by spelling and sound, the nearest first', () => {
    const pairs = lookAlikePairs(catalog);
    const [first] = pairs;
    expect([first?.a, first?.b]).toEqual(['prednisolone', 'prednisone']);
    expect(pairs.map(({ a, b }) => [a, b].toSorted().join('/'))).toEqual(
      expect.arrayContaining(['citalopram/escitalopram', 'hydralazine/hydroxyzine', 'duloxetine/fluoxetine']),
    );
    expect(pairs.length).toBeLessThan(15);
  });

  it('are not names of one substance, nor names told apart by a code', () => {
    const keys = lookAlikePairs(catalog).map(({ a, b }) => [a, b].join('/'));
    expect(keys.filter((key) => /vitamin|semaglutide/.test(key))).toEqual([]);
  });

  it('are the same whatever the order of the records', () => {
    expect(lookAlikePairs(catalog.toReversed())).toEqual(lookAlikePairs(catalog));
  });
});

it('names that come back the same for every record: its own slug leads to it', () => {
  for (const { kind, slug } of catalog) {
    const expected = kind === 'peptide' && slug === 'semaglutide' ? `medication/${slug}` : `${kind}/${slug}`;
    expect(answerOf(resolveName(index, slug))).toBe(expected);
  }
});

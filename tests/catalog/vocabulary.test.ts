import { describe, expect, it } from 'vitest';
import { exceptionsIn, readTargets } from '../../src/interactions/grammar.ts';
import { classAsked } from '../../src/interactions/vocabulary.ts';
import { normalize } from '../../src/text/normalize.ts';
import { pairs } from '../support/lists.ts';
import { ownCatalog } from '../support/own-catalog.ts';

const { catalog, terms } = ownCatalog();
const { classes } = catalog.vocabulary;

describe('the classes of the vocabulary', () => {
  it('have an id that is an address, each its own, in order', () => {
    const ids = classes.map(({ id }) => id);
    expect(ids.filter((id) => encodeURIComponent(id) !== id || !/^[a-z0-9-]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted());
  });

  it('say what they are, each in its own words', () => {
    const described = classes.filter(({ kind }) => kind === 'class').map(({ description = '' }) => description);
    expect(described.filter((text) => text.length < 20 || text.length > 260 || !text.endsWith('.'))).toEqual([]);
    expect(new Set(described).size).toBe(described.length);
  });

  it('have parents that exist, and no circle of them', () => {
    for (const { id, parents } of classes) {
      expect(
        parents.filter((parent) => !terms.classes.has(parent)),
        id,
      ).toEqual([]);
      const above = new Set<string>();
      const climb = (of: readonly string[]): void => {
        for (const one of of.filter((parent) => !above.has(parent))) {
          above.add(one);
          climb(terms.classes.get(one)?.parents ?? []);
        }
      };
      climb(parents);
      expect(above.has(id), id).toBe(false);
    }
  });

  it('have headings in an order without ties', () => {
    const numbers = classes.flatMap(({ heading }) => heading ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('keep everyday words out of the texts of interactions, and each for one class', () => {
    for (const { id, everyday } of classes) {
      for (const name of everyday) {
        expect(terms.classNames.has(normalize(name)), name).toBe(false);
        expect(classAsked(name, terms)?.id, name).toBe(id);
      }
    }
    expect(readTargets('ED pills', terms)).toMatchObject({ classes: [], unknown: ['ED pills'] });
    expect(readTargets('PDE5 inhibitors', terms).classes).toEqual(['pde5-inhibitors']);
  });

  it('name in a condition the substances for which a statement does not hold', () => {
    const prodrugs = 'unless the drug needs CYP2D6 to work (codeine, tamoxifen)';
    expect(exceptionsIn(prodrugs, terms)).toEqual({ substances: ['codeine', 'tamoxifen'], unknown: [] });
    expect(exceptionsIn('unless it needs it (no such thing)', terms).unknown).toEqual(['no such thing']);
    expect(exceptionsIn('with low-dose aspirin (100 mg)', terms)).toEqual({ substances: [], unknown: [] });
  });
});

describe('a class is found by what people call it', () => {
  it.each(pairs`
    blood pressure pills = antihypertensives, high blood pressure meds = antihypertensives,
    blood thinners = anticoagulants, water pills = diuretics, ED pills = pde5-inhibitors,
    seizure medicine = anticonvulsants, sleeping pills = sedative-hypnotics, anti-depressants = antidepressants,
    pain medication = pain-relievers, painkiller = pain-relievers, antibiotic = antibiotics,
    acid reducers = gastric-acid-reducers, birth control = hormonal-contraceptives,
    birth control pill = oral-contraceptives, GLP-1 = glp-1-receptor-agonists, glp1s = glp-1-receptor-agonists,
    cholesterol medicine = lipid-lowering-drugs, allergy pills = antihistamines, muscle relaxers = muscle-relaxants,
    thyroid meds = thyroid-hormones, diabetes medicine = antidiabetic-drugs, asthma inhalers = asthma-medicines,
    steroids = corticosteroids, ssris = ssris, SSRI = ssris, beta blockers = beta-blockers,
    ADHD meds = adhd-medicines, mood stabilizer = mood-stabilizers, ace-inhibitors = ace-inhibitors`)(
    '%s: %s',
    (query, id) => {
      expect(classAsked(query, terms)?.id).toBe(id);
    },
  );

  it.each(['warfarin', 'pills', 'medicine', 'thyroid', 'drugs', 'of', ''])('and not by "%s"', (query) => {
    expect(classAsked(query, terms)).toBeUndefined();
  });
});

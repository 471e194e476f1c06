import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadOptions } from '../../src/build/options.ts';
import { recordFiles } from '../../src/catalog/load.ts';
import { EXCUSED, UNEDITED_INTERACTIONS } from '../../src/catalog/rules/phrase-exceptions.ts';
import { QUESTIONABLE, REFUSED, REFUSED_OF_READERS } from '../../src/catalog/rules/phrases.ts';
import { isOfInteractions, questionablePhrases, refusedPhrases } from '../../src/catalog/rules/plain-english.ts';
import type { WrittenRecord } from '../../src/catalog/rules/rule.ts';
import { readYaml } from '../../src/catalog/yaml.ts';

const said = (text: string): Partial<WrittenRecord> => ({ contraindications: [text] }) as Partial<WrittenRecord>;
const foundIn = (text: string): string[] =>
  refusedPhrases(said(text)).map(({ found, better }) => `${found}: ${better}`);

describe('the list of phrases', () => {
  const all = [...REFUSED, ...REFUSED_OF_READERS, ...QUESTIONABLE];

  it('has at least 140 that the check refuses', () => {
    expect(REFUSED.length + REFUSED_OF_READERS.length).toBeGreaterThanOrEqual(140);
  });

  it('names each once, with better words that the check lets pass', () => {
    expect(new Set(all.map(([not]) => not)).size).toBe(all.length);
    const bad = [...REFUSED, ...REFUSED_OF_READERS].filter(([, but]) => foundIn(but).length > 0 || but.trim() === '');
    expect(bad).toEqual([]);
  });

  it.each([
    ['Above all with weak kidneys', ['Above all: especially', 'weak kidneys: reduced kidney function']],
    ['At all times, overall, besides', []],
    ['Children from 6 years', ['Children from 6 years: children aged 6 years and older']],
    ['High pressure in the lungs; a low-pressure system', []],
    ['25 people of 206 stopped; known offenders', []],
  ])('is found by whole words: %s', (text, expected) => {
    expect(foundIn(text)).toEqual(expected);
  });

  it('is looked for in prose, not in names and sources', () => {
    const profile = { studies: [{ name: 'Diet beside exercise', finding: 'Diet beside exercise' }] };
    expect(refusedPhrases({ profile }).map(({ path }) => path.join('.'))).toEqual(['profile.studies.0.finding']);
  });

  it('has words that are wrong only where a reader is told what to do', () => {
    const text = 'It is taken with food';
    const practical = { timing: { text }, mechanism: { text } } as NonNullable<WrittenRecord['practical']>;
    expect(refusedPhrases({ practical }).map(({ path }) => path.join('.'))).toEqual(['practical.timing.text']);
    expect(questionablePhrases(said('The INR is watched'))).toHaveLength(1);
  });
});

describe('each exception', () => {
  const { contentDir } = loadOptions();
  const phrases = new Map(
    recordFiles(contentDir).map(({ path, kind, slug }) => [
      `${kind}/${slug}`,
      refusedPhrases(readYaml(relative('.', path), readFileSync(path, 'utf8')).value as WrittenRecord),
    ]),
  );

  it('is needed: a record whose interactions are clean leaves the list of src/catalog/rules/phrase-exceptions.ts', () => {
    const clean = [...UNEDITED_INTERACTIONS].filter(
      (ref) => !phrases.get(ref)?.some(({ path }) => isOfInteractions(path)),
    );
    expect({ noLongerNeeded: clean }).toEqual({ noLongerNeeded: [] });
  });

  it('is of a phrase that its record still has', () => {
    const stale = EXCUSED.filter(({ record, phrase }) => !phrases.get(record)?.some(({ found }) => found === phrase));
    expect(stale).toEqual([]);
  });
});

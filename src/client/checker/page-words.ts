import { type EffectIndex, effectIndex } from '../../interactions/effects.ts';
import { buildVocabulary, type VocabularyIndex } from '../../interactions/vocabulary.ts';
import type { Effects } from '../../schema/types.ts';
import { once } from '../../text/once.ts';
import { find } from '../dom.ts';

/** What a check of records alone needs of the vocabulary. It is part of the page, so that nothing is waited for. */
export interface PageWords {
  /** By id of the class. */
  readonly classNames: Readonly<Record<string, string>>;
  readonly effects: Effects;
}

/** Knows the names of classes and what adds up; members and other names it does not: those are asked for items without a record. */
export const pageWords = once((): VocabularyIndex => {
  const { classNames, effects } = wordsOfPage();
  const classes = Object.entries(classNames).map(([id, name]) => ({
    id,
    name,
    kind: 'class' as const,
    parents: [],
    synonyms: [],
    everyday: [],
    members: [],
    source: { text: '', date: '' },
  }));
  return buildVocabulary({ classes, substances: [], effects });
});

/** All that is said of effects, signs and help included. */
export const pageEffects = once((): EffectIndex => effectIndex(wordsOfPage().effects));

const wordsOfPage = once((): PageWords => {
  const { content } = find<HTMLTemplateElement>('template[data-words]');
  return JSON.parse(content.textContent ?? '');
});

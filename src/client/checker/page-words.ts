import type { Effect } from '../../interactions/effects.ts';
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

/** Knows the names of classes and all that is said of effects; members and other names it does not: those are asked for items without a record. */
export const pageWords = once((): VocabularyIndex<Effect> => {
  const { content } = find<HTMLTemplateElement>('template[data-words]');
  const { classNames, effects } = JSON.parse(content.textContent ?? '') as PageWords;
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

import { normalize } from '../text/normalize.ts';
import { type ShardFile, type Shards, shardOf, sortedEntries, splitSorted } from '../text/shards.ts';
import type { EffectSentence } from './effects.ts';
import {
  buildVocabulary,
  type InteractionClass,
  type Substance,
  type VocabularyData,
  type VocabularyIndex,
} from './vocabulary.ts';

/** Classes by all their names, without their members, and where the substances are. */
export interface VocabularyShardMap {
  readonly classes: readonly (Pick<InteractionClass, 'id' | 'name' | 'kind' | 'parents' | 'synonyms' | 'everyday'> & {
    /** The member of a class of one. */
    readonly only?: string;
  })[];
  /** Their sentences and classes: what else is said of them is part of the pages that say it. */
  readonly effects: readonly EffectSentence[];
  /** The first name of each shard of substances. */
  readonly substances: readonly string[];
}

/** What a normalized name of a substance stands for: the substance, and the classes that it belongs to. */
interface SubstanceHere {
  readonly substance?: Omit<Substance, 'synonyms'>;
  readonly classes?: readonly string[];
}

const SHARD_CHARACTERS = 24_000;

/** The vocabulary in shards that a browser fetches as it needs them. */
export function vocabularyShards(data: VocabularyData): { shardMap: VocabularyShardMap; files: ShardFile[] } {
  const { memberships } = buildVocabulary(data);
  const found = new Map<string, SubstanceHere>();
  for (const { synonyms, ...substance } of data.substances)
    for (const name of [substance.name, ...synonyms]) found.set(normalize(name), { substance });
  for (const member of data.classes.flatMap(({ members }) => members)) {
    const name = normalize(member);
    found.set(name, { ...found.get(name), classes: memberships.get(name) ?? [] });
  }
  const shards = splitSorted(sortedEntries(found), SHARD_CHARACTERS);
  return {
    shardMap: {
      classes: data.classes.map(({ id, name, kind, parents, synonyms, everyday, members: [only, ...others] }) => ({
        id,
        name,
        kind,
        parents,
        synonyms,
        everyday,
        ...(only !== undefined && others.length === 0 && { only }),
      })),
      effects: data.effects.map(({ id, name, both, follows, classes }) => ({
        id,
        name,
        ...(both !== undefined && { both }),
        ...(follows !== undefined && { follows }),
        ...(classes && { classes }),
      })),
      substances: shards.map(([first]) => first?.[0] ?? ''),
    },
    files: shards.map((entries, number) => ({ family: 'substances', number, content: Object.fromEntries(entries) })),
  };
}

/** The vocabulary over those shards; `open` gives its shardMap, and is asked only when a word is looked up. */
export function openVocabulary(open: () => VocabularyShardMap, shards: Shards): VocabularyIndex {
  let built: VocabularyIndex | undefined;
  const index = (): VocabularyIndex => {
    built ??= buildVocabulary({
      classes: open().classes.map(({ only, ...one }) => ({
        ...one,
        members: only === undefined ? [] : [only],
        source: { text: '', date: '' },
      })),
      substances: [],
      effects: open().effects,
    });
    return built;
  };
  const here = (name: string): SubstanceHere => {
    const number = shardOf(open().substances, name);
    const shard = number < 0 ? undefined : shards.at<Record<string, SubstanceHere>>('substances', number);
    return shard && Object.hasOwn(shard, name) ? (shard[name] as SubstanceHere) : {};
  };
  const substanceOf = (name: string): Substance | undefined => {
    const { substance } = here(name);
    return substance && { ...substance, synonyms: [] };
  };
  return {
    get classes() {
      return index().classes;
    },
    get classNames() {
      return index().classNames;
    },
    get askedNames() {
      return index().askedNames;
    },
    get effects() {
      return index().effects;
    },
    substanceNames: { get: substanceOf, has: (name) => here(name).substance !== undefined },
    memberships: { get: (name) => here(name).classes, has: (name) => here(name).classes !== undefined },
  };
}

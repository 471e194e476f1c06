import { guidanceTargets } from '../../interactions/guidance.ts';
import type { Terms } from '../../interactions/vocabulary.ts';
import type { Entry } from '../../records/entry.ts';
import type { Effects, Guidance } from '../../schema/types.ts';
import type { ContentProblem } from '../problems.ts';
import type { YamlFile } from '../yaml.ts';
import { suggestion } from './rule.ts';

/** Each pair of guidance.yaml names what is known, cites one of its sources, and is told once. */
export function soundGuidance(
  { sources, pairs }: Guidance,
  { effects, terms }: { effects: Effects; terms: Terms },
  file: YamlFile,
): ContentProblem[] {
  const ids = effects.map(({ id }) => id);
  const sourceIds = sources.map(({ id }) => id);
  const seen = new Set<string>();
  return [
    ...pairs.flatMap(({ id, pair, effect, source, mechanism, affects }, at) => {
      const isRepeated = seen.has(id);
      seen.add(id);
      return [
        ...pair.flatMap((name, side) =>
          guidanceTargets(name, terms)
            ? []
            : [file.at(['pairs', at, 'pair', side], `${name} is no class of classes.yaml and no known substance`)],
        ),
        ...(ids.includes(effect)
          ? []
          : [file.at(['pairs', at, 'effect'], `${effect} is no effect of effects.yaml${suggestion(effect, ids)}`)]),
        ...(sourceIds.includes(source)
          ? []
          : [
              file.at(
                ['pairs', at, 'source'],
                `${source} is none of the sources above${suggestion(source, sourceIds)}`,
              ),
            ]),
        ...(isRepeated
          ? [file.at(['pairs', at, 'id'], `${id} stands twice; give the second one an id of its own`)]
          : []),
        ...(mechanism !== undefined && mechanism !== 'additive' && affects === undefined
          ? [file.at(['pairs', at], 'does not say which of the two it affects; add affects: first or second')]
          : []),
      ];
    }),
    ...sources.flatMap(({ id }, at) =>
      pairs.some(({ source }) => source === id)
        ? []
        : [file.at(['sources', at], `${id} is cited by no pair; remove it`)],
    ),
  ];
}

/** Each effect of effects.yaml is named by an entry or by guidance, and its sentence has a source. */
export function soundEffects(
  effects: Effects,
  { entries, guidance }: { entries: readonly Entry[]; guidance: Guidance },
  file: YamlFile,
): ContentProblem[] {
  const used = new Set([
    ...entries.flatMap(({ statements = [] }) => statements.flatMap((one) => one.effects)),
    ...guidance.pairs.map(({ effect }) => effect),
    ...INFERRED,
  ]);
  return effects.flatMap(({ id, follows, sources }, at) => [
    ...(used.has(id) ? [] : [file.at([at, 'id'], `${id} is an effect that no entry names; remove it or name it`)]),
    ...(follows !== undefined && sources.length === 0
      ? [file.at([at, 'sources'], `${id} has a sentence and no source; name where it was read`)]
      : []),
  ]);
}

/** Effects that follow from what two things are, and the one of which each entry tells in its own words. */
const INFERRED = ['two-of-a-kind', 'same-ingredient', 'other'];

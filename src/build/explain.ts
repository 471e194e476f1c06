import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CacheEntry, CacheStage } from '../catalog/cache.ts';
import { CODE_OF } from './cache-store.ts';
import type { PreviousBuild, ReusedFiles } from './previous-build.ts';
import stageInputs from './stage-inputs.json' with { type: 'json' };

/** Stage, key and digests of the inputs of a file, as one text: two files of one text are the same. */
export const madeOf = (stage: CacheStage, { key, inputs }: CacheEntry): string =>
  [stage, key, ...inputs.map((digest) => digest.slice(0, DIGEST_LENGTH))].join(' ');

const DIGEST_LENGTH = 8;

/** What each input of a stage is, in the order in which its maker gives them. */
const INPUTS: Readonly<Partial<Record<CacheStage, readonly string[]>>> = stageInputs;

interface Explained {
  readonly folder: string;
  readonly previous: PreviousBuild;
  readonly reused: ReusedFiles;
  readonly made: ReadonlyMap<string, string>;
}

export function explainFile(path: string, { folder, previous, reused, made }: Explained): string {
  if (!existsSync(join(folder, path)))
    return `This build has no file ${path}; a path is such as medication/warfarin.html.`;
  const [now, before] = [made.get(path), previous.made[path]];
  if (reused.files.has(path))
    return now !== undefined && now === before
      ? `${path} was reused: what it is made of is the same (${inputsOf(now).join('; ')}), and so is the code that makes it.`
      : `${path} was written again, and has the bytes that it had: the previous file was reused with its compressed copies.`;
  if (!previous.isKnown)
    return `${path} was built: there is no previous build to reuse. dist/ is new, was changed by another program, or the cache was deleted.`;
  if (now === undefined)
    return `${path} was rebuilt: its bytes are others. It is made of the whole catalog, and written at each build.`;
  if (before === undefined) return `${path} was built: the previous build did not have it.`;
  if (now === before)
    return `${path} was built: the file in dist/ was changed or removed since the last build, or cannot be linked.`;
  const [newer, older] = [now.split(' ').slice(2), before.split(' ').slice(2)];
  const changed = inputsOf(now).filter((_, at) => newer[at] !== older[at]);
  const [stage = ''] = now.split(' ') as [CacheStage];
  return changed.length > 0
    ? `${path} was rebuilt, because this changed: ${changed.join('; ')}.`
    : `${path} was rebuilt, because the code that makes it changed: ${CODE_OF[stage as CacheStage].join(', ')}, or the version of Node.`;
}

const inputsOf = (made: string): readonly string[] => {
  const [stage, , ...digests] = made.split(' ') as [CacheStage, ...string[]];
  return digests.map((_, at) => INPUTS[stage]?.[at] ?? `input ${at + 1}`);
};

import { toBytes } from '../text/bytes.ts';

/** What is kept from build to build. What each is made of beside its inputs: `build/kept-store.ts`. */
export type KeptStage =
  | 'parsed'
  | 'entry'
  | 'long-parts'
  | 'readings'
  | 'unbroken'
  | 'summary'
  | 'companion'
  | 'answer'
  | 'class-companion'
  | 'image'
  | 'bundle'
  | 'page'
  | 'compressed'
  | 'pieces'
  | 'built'
  | 'last';

/**
 * What earlier builds made, by the digest of all that it was made of. It may forget anything at any time; what it gives was
 * put there under the same stage and equal inputs, by the same code.
 */
export interface Kept {
  at(stage: KeptStage, inputs: readonly string[]): KeptPlace;
}

export interface KeptPlace {
  /** Tells stage, inputs and code apart from all others. */
  readonly key: string;
  /** Read when it is asked for. */
  readonly value: Uint8Array | undefined;
  put(made: Uint8Array): void;
}

/** Keeps nothing: everything is made. */
export const nothingKept: Kept = { at: () => ({ key: '', value: undefined, put: () => {} }) };

/** All that a result is made of beside the code of its stage. */
export interface MadeOf {
  readonly stage: KeptStage;
  readonly inputs: readonly string[];
}

/** The text kept under these inputs, or the one that `make` makes of them. */
export function keptText(kept: Kept, { stage, inputs }: MadeOf, make: () => string): string {
  const place = kept.at(stage, inputs);
  const { value } = place;
  if (value !== undefined) return decoder.decode(value);
  const text = make();
  place.put(toBytes(text));
  return text;
}

/** The same for a value that JSON tells whole. */
export const keptJson = <T>(kept: Kept, made: MadeOf, make: () => T): T =>
  JSON.parse(keptText(kept, made, () => JSON.stringify(make()))) as T;

const decoder = new TextDecoder();

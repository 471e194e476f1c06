import type { ProblemCode, Suggestion } from './problem.ts';

/** What an operation throws where it has no answer; it is caught once, where the problem is written. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ProblemCode;
  /** Inputs at fault, by their names. */
  readonly errors: readonly { parameter: string; detail: string }[];
  readonly suggestions: readonly Suggestion[] | undefined;
  constructor({
    code,
    detail,
    errors = [],
    suggestions,
  }: {
    code: ProblemCode;
    /** What happened; by default what is wrong with each input. */
    detail?: string | undefined;
    errors?: readonly { parameter: string; detail: string }[];
    suggestions?: readonly Suggestion[] | undefined;
  }) {
    super(detail ?? errors.map((one) => one.detail).join(' '));
    this.code = code;
    this.errors = errors;
    this.suggestions = suggestions;
  }
}

/** Something that must be stored or read cannot be at this moment. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

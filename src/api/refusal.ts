import type { ProblemCode, Suggestion } from './problem.ts';

/** Thrown by an operation that cannot answer; caught once, where the problem body is written. */
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

/** The report store cannot be written or read at the moment. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** A phrase that a record needs, and why. */
interface Excused {
  readonly record: string;
  /** As the record writes it. */
  readonly phrase: string;
  readonly reason: string;
}

export const EXCUSED: readonly Excused[] = [];

/** Records that still have refused phrases in their interactions. The list only shrinks. */
export const UNEDITED_INTERACTIONS: ReadonlySet<string> = new Set([]);

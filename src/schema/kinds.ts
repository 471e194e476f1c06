/** The three kinds of records, in the order in which lists name them. */
export const kinds = ['medication', 'supplement', 'peptide'] as const;
export type Kind = (typeof kinds)[number];

export const isKind = (value: unknown): value is Kind => kinds.includes(value as Kind);

/** What readers call a kind, at the beginning of a line. */
export const kindWords: Readonly<Record<Kind, { one: string; many: string }>> = {
  medication: { one: 'Medication', many: 'Medications' },
  supplement: { one: 'Supplement', many: 'Supplements' },
  peptide: { one: 'Peptide', many: 'Peptides' },
};

/** Any kind, as a non-capturing group of a regular expression. */
export const kindPattern = `(?:${kinds.join('|')})`;

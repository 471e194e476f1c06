/** The three catalog kinds of specification section 2: folder of `content/`, URL segment and `data.type` alike. */
export const kinds = ['medication', 'supplement', 'peptide'] as const;
export type Kind = (typeof kinds)[number];
export const isKind = (value: unknown): value is Kind => kinds.includes(value as Kind);

/** What a source may say to do about an interaction, firmest first. */
export const actions = ['contraindicated', 'avoid', 'separate', 'adjust', 'monitor', 'know'] as const;
export type Action = (typeof actions)[number];

/** What a statement may rest on, firmest first. */
export const evidences = ['label', 'human', 'theory'] as const;
export type Evidence = (typeof evidences)[number];

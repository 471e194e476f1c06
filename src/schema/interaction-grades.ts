/** What a source may say to do about an interaction, firmest first. */
export const actions = ['contraindicated', 'avoid', 'separate', 'adjust', 'monitor', 'know'] as const;
export type Action = (typeof actions)[number];

/** What a statement may rest on, firmest first. */
export const evidences = ['label', 'human', 'theory'] as const;
export type Evidence = (typeof evidences)[number];

/**
 * How an effect comes about: both have it, one raises or lowers the level of the other, one keeps the other from being
 * absorbed, or one works against the other.
 */
export const mechanisms = ['additive', 'raises-level', 'lowers-level', 'absorption', 'opposes'] as const;
export type Mechanism = (typeof mechanisms)[number];

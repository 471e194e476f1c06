/** The day on which the tests build, and where the built site would live. */
export const TODAY = '2026-11-21';
export const SITE = 'https://materia.test';

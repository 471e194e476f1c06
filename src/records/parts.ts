import table from './parts.json' with { type: 'json' };

export type Part = keyof typeof table;

/** Each part of a record: what a link to it says, and how early it is taken where a question asks for several. */
export const partTable: Readonly<Record<Part, { readonly title: string; readonly precedence: number }>> = table;

/** The parts of a record that an answer can be asked for, in the order of a page. */
export const parts = Object.keys(table) as readonly Part[];

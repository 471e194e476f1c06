import type { Entry } from './entry.ts';

/** Registers that an id of a record belongs to, by the key it is under, as readers and programs call them. */
const registers = { unii: 'UNII', rxcui: 'RxCUI', atc: 'ATC', cas: 'CAS', pubchem: 'PubChem' } as const;

export interface Identifier {
  readonly register: (typeof registers)[keyof typeof registers];
  readonly id: string;
}

/** Every id of a record, that of each ingredient of a combination included, in the order of the registers above. */
export const identifiersOf = ({ names }: Pick<Entry, 'names'>): Identifier[] =>
  (Object.keys(registers) as (keyof typeof registers)[]).flatMap((key) =>
    [names.ids?.[key] ?? []].flat().map((id) => ({ register: registers[key], id })),
  );

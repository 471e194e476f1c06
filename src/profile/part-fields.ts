import type { Part } from '../records/parts.ts';
import table from './part-fields.json' with { type: 'json' };

/** Profile fields of each part, of all kinds (a field may belong to two), and what else `data` holds beside the profile. A test holds this to the schemas. */
export const partFields: Readonly<Record<Part, { fields: readonly string[]; beside: readonly string[] }>> = table;

/** Whatever is asked for, an answer says which edition of what it is. */
const ALWAYS = ['version', 'lastReviewed', 'id', 'name', 'genericName'];

/** What a profile answer holds, as far as its parts are chosen here. */
interface Answered {
  readonly profile: object;
  readonly sources: readonly { readonly id: string }[];
  readonly support: Readonly<Record<string, readonly string[]>>;
}

/**
 * `data` of a profile answer with only the parts asked for. Sources are those that support what is left, all of them
 * where `sources` is asked for.
 */
export function onlyParts<T extends Answered>(data: T, asked: readonly Part[]): Partial<T> {
  const fields = new Set([...ALWAYS, ...asked.flatMap((part) => partFields[part].fields)]);
  const beside = new Set(asked.flatMap((part) => partFields[part].beside));
  const isLeft = (pointer: string): boolean => {
    const [, first = '', second = ''] = pointer.split('/');
    return first === 'profile' ? fields.has(second) : beside.has(first);
  };
  const support = Object.entries(data.support).filter(([pointer]) => isLeft(pointer));
  const cited = new Set(support.flatMap(([, ids]) => ids));
  const left: Record<string, unknown> = {
    profile: Object.fromEntries(Object.entries(data.profile).filter(([field]) => fields.has(field))),
    sources: asked.includes('sources') ? data.sources : data.sources.filter(({ id }) => cited.has(id)),
    support: Object.fromEntries(support),
  };
  const isPart = (key: string): boolean => !OPTIONAL.has(key) || beside.has(key);
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => (isPart(key) ? [[key, key in left ? left[key] : value]] : [])),
  ) as Partial<T>;
}

const OPTIONAL: ReadonlySet<string> = new Set(Object.values(partFields).flatMap(({ beside }) => beside));

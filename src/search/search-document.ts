import { displayName, type Entry, subtitle } from '../records/entry.ts';
import type { Part } from '../records/parts.ts';
import type { Kind } from '../schema/kinds.ts';
import { affirmed, isWithoutEffect } from './words.ts';

/** Whether it may be sold as a medicine in the US: what is approved is first where a use or a class is asked for. */
export type ApprovalStatus = 'approved' | 'supplement' | 'unapproved';

/** One record as search sees it. */
export interface SearchDocument {
  type: Kind;
  slug: string;
  name: string;
  subtitle: string;
  standing: ApprovalStatus;
  /** Field to its texts; what a hit quotes. */
  fields: Partial<Record<TextField, string[]>>;
  /** The parts that the record has, each with the anchor of its page. */
  anchors: Partial<Record<Part, string>>;
}

/** Fields that hold text: other names, the class as the record words it, uses, what it was tested for in vain or is not approved for, the line below the name. */
export type TextField = 'aliases' | 'class' | 'use' | 'tested' | 'about';
/** What a hit says it was found by. */
export type SearchField = 'name' | TextField | 'interactions' | 'ingredient';

export function searchDocument(
  entry: Entry,
  { standing, anchors }: Pick<SearchDocument, 'standing' | 'anchors'>,
): SearchDocument {
  const { brands = [], synonyms = [], abbreviations = [], salts = [] } = entry.names;
  const fields = { aliases: [...brands, ...synonyms, ...abbreviations, ...salts], ...topics(entry) };
  return {
    type: entry.kind,
    slug: entry.slug,
    name: displayName(entry),
    subtitle: subtitle(entry),
    standing,
    fields: Object.fromEntries(Object.entries(fields).filter(([, texts]) => texts.length > 0)),
    anchors,
  };
}

function topics(entry: Entry): Record<Exclude<TextField, 'aliases'>, string[]> {
  if (entry.kind === 'medication')
    return { class: some(entry.profile.drugClass), use: entry.profile.indications ?? [], tested: [], about: [] };
  const { category, subtitle: about } = entry.profile;
  const [listed, isInVain] =
    entry.kind === 'supplement'
      ? [(entry.profile.dosing ?? []).flatMap(({ condition }) => some(condition)), isWithoutEffect]
      : [(entry.profile.researchUses ?? []).flatMap(({ area }) => some(area)), isNotApprovedFor];
  const uses = [...new Set(listed)];
  return {
    class: some(category),
    use: uses.filter((one) => !isInVain(one)),
    tested: uses.filter(isInVain),
    about: some(about),
  };
}

/** An approved peptide is approved for what its record says. */
const isNotApprovedFor = (area: string): boolean => /\(not approved\)/i.test(area);

const some = (text: string | undefined): string[] => (text ? [text] : []);

/** What of a field is looked through. */
export const readable = (field: TextField, text: string): string => (field === 'tested' ? text : affirmed(text));

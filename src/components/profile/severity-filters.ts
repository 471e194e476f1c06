import type { Partner } from '../../profile/partners.ts';

/** How rows can be picked out, by what is to be done. */
export const severityFilters = [
  { id: 'contraindicated', word: 'Contraindicated' },
  { id: 'avoid', word: 'Avoid' },
  { id: 'separate', word: 'Take apart' },
  { id: 'watch', word: 'Watch or adjust' },
  { id: 'food', word: 'Food and drink' },
] as const;

export type SeverityFilter = (typeof severityFilters)[number]['id'];

export function filtersOf({ level, action }: Partner): SeverityFilter[] {
  const byAction: SeverityFilter[] =
    level === 'contraindicated' || action === 'contraindicated'
      ? ['contraindicated']
      : action === 'avoid' || action === 'separate'
        ? [action]
        : action === 'monitor' || action === 'adjust'
          ? ['watch']
          : [];
  return level === 'food' ? [...byAction, 'food'] : byAction;
}

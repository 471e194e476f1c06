import type { Partner } from '../../profile/partners.ts';
import type { Action } from '../../schema/interaction-grades.ts';

/** How rows can be picked out, by what is to be done. */
export const severityFilters = {
  contraindicated: 'Contraindicated',
  avoid: 'Avoid',
  separate: 'Take apart',
  watch: 'Watch or adjust',
  food: 'Food and drink',
} as const;

export type SeverityFilter = keyof typeof severityFilters;

export function filtersOf({ level, action }: Partner): SeverityFilter[] {
  const asked = level === 'contraindicated' ? level : action && byAction[action];
  return [asked ?? [], level === 'food' ? level : []].flat();
}

const byAction: Readonly<Record<Action, SeverityFilter | undefined>> = {
  contraindicated: 'contraindicated',
  avoid: 'avoid',
  separate: 'separate',
  adjust: 'watch',
  monitor: 'watch',
  know: undefined,
};

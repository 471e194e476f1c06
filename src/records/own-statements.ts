import type { Entry } from './entry.ts';
import { citedBy } from './sources.ts';
import type { Grounded, InteractionStatement } from './statement.ts';

/** The interaction entries of a record, undefined when it has no interactions section (then it is not assessed). */
export function ownStatements(entry: Entry): InteractionStatement[] | undefined {
  const citedAt = citedBy(entry);
  if (entry.kind !== 'medication') {
    return entry.profile.interactions?.map(({ drug = '', risk, note = '' }, at) => ({
      text: drug,
      severity: severityOfRisk[risk ?? 'Moderate'],
      risk: risk ?? 'Not stated',
      detail: note,
      ...groundsOf(entry, 'interactions', at, citedAt),
    }));
  }
  const section = entry.profile.drugInteractions;
  if (!section) return undefined;
  return (['major', 'moderate', 'food'] as const).flatMap((list) =>
    (section[list] ?? []).map(({ drug, item, effect = '' }, at) => ({
      text: drug ?? item ?? '',
      severity: list,
      risk: list,
      detail: effect,
      ...groundsOf(entry, `drugInteractions.${list}`, at, citedAt),
    })),
  );
}

const severityOfRisk = { High: 'major', Moderate: 'moderate', Low: 'minor' } as const;

/** What happens and how, what its source says to do, what it rests on, and its place. */
function groundsOf(
  entry: Entry,
  list: string,
  at: number,
  citedAt: ReturnType<typeof citedBy>,
): Omit<Grounded, 'severity' | 'risk' | 'detail'> {
  const pointer = `/profile/${list.replace('.', '/')}/${at}`;
  const { action = null, evidence = null, effects = [], ...how } = entry.interactionGrades[pointer] ?? {};
  return {
    action,
    evidence,
    effects,
    ...how,
    sources: citedAt(pointer),
    documented_in: { type: entry.kind, slug: entry.slug, field: `${list}[${at}]` },
  };
}

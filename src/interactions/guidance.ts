import type { Grounded } from '../records/statement.ts';
import type { Guidance } from '../schema/types.ts';
import { normalize } from '../text/normalize.ts';
import { inSentence } from './effects.ts';
import { guidanceField, type RecordInteractions } from './findings.ts';
import type { Targets } from './grammar.ts';
import { substanceTitle } from './titles.ts';
import type { Terms } from './vocabulary.ts';

/** An action that a named source asks for where two classes or substances meet (content/vocabulary/guidance.yaml). */
export type GuidanceEntry = Guidance['pairs'][number];

/** What one side of a pair of guidance.yaml names; undefined for what names neither a class nor a known substance. */
export function guidanceTargets(name: string, terms: Terms): Targets | undefined {
  if (terms.classes.has(name)) return { classes: [name], substances: [], records: [] };
  const substance = terms.substanceNames.get(normalize(name))?.name ?? terms.recordOf(name)?.substances.join(' / ');
  const known = substance ?? terms.ingredientsOf(name)?.toSorted().join(' / ');
  return known === undefined ? undefined : { classes: [], substances: [known], records: [] };
}

/** Guidance whose sides are known, ready to be asked for a record. */
export interface GuidanceSides {
  readonly entry: GuidanceEntry;
  readonly source: Guidance['sources'][number];
  readonly sides: readonly [Targets, Targets];
}

export function guidanceSides({ sources, pairs }: Guidance, terms: Terms): GuidanceSides[] {
  const byId = new Map(sources.map((one) => [one.id, one]));
  return pairs.flatMap((entry) => {
    const [first, second] = entry.pair.map((name) => guidanceTargets(name, terms));
    const source = byId.get(entry.source);
    return first && second && source ? [{ entry, source, sides: [first, second] as const }] : [];
  });
}

type Side = Pick<RecordInteractions, 'type' | 'slug' | 'substances' | 'classes'>;

/** What guidance says of a record: a statement for each pair of which it is one side, about the other side. */
export const guidanceFor = (
  record: Side,
  all: readonly GuidanceSides[],
  terms: Pick<Terms, 'classes'>,
): (Grounded & { text: string; targets: Targets })[] =>
  all.flatMap(({ entry, source, sides }) => {
    const at = sides.findIndex((side) => isOf(record, side));
    if (at < 0) return [];
    const other = sides[1 - at] as Targets;
    const { action, severity, effect, mechanism, affects, when, text, unless } = entry;
    return [
      {
        text: nameOf(other, terms),
        targets: other,
        severity,
        action,
        risk: severity,
        evidence: source.type === 'fda-label' ? ('label' as const) : null,
        effects: [effect],
        ...(mechanism && { mechanism }),
        ...(affects && { affects: (affects === 'first') === (at === 0) ? ('this' as const) : ('partner' as const) }),
        ...(when !== undefined && { when }),
        detail: unless === undefined ? text : `${text} Exception: ${inSentence(unless)}`,
        sources: [{ id: source.id, title: source.title, url: source.url }],
        documented_in: { type: record.type, slug: record.slug, field: guidanceField(entry.id) },
      },
    ];
  });

const isOf = ({ substances, classes }: Side, side: Targets): boolean =>
  side.classes.some((id) => classes.includes(id)) ||
  side.substances.some((name) => name.split(' / ').every((part) => substances.includes(part)));

const nameOf = ({ classes, substances }: Targets, terms: Pick<Terms, 'classes'>): string =>
  classes.map((id) => terms.classes.get(id)?.name ?? id).join(', ') || substances.map(substanceTitle).join(', ');

import type { Finding, PairStatus } from '../interactions/pair.ts';
import { firstSentence } from '../text/sentences.ts';

interface PairAnswer {
  readonly items: readonly { readonly name: string }[];
  readonly findings: readonly Finding[];
}
interface ManyAnswer {
  readonly items: readonly { readonly name: string }[];
  readonly pairs: readonly {
    readonly items: readonly [number, number];
    readonly status: PairStatus;
    readonly findings: readonly Finding[];
  }[];
  readonly same_ingredient: readonly { readonly substance: string; readonly members: readonly string[] }[];
}

/** Findings in a line each, worst first; of many items the worst of each pair, and how many more it has. */
export const interactionsSummary = (data: PairAnswer | ManyAnswer): string[] =>
  'pairs' in data
    ? manyLines(data)
    : data.findings.map((finding) => `${grade(finding)}: ${finding.effect} ${place(finding)}`);

function manyLines({ items, pairs, same_ingredient: shared }: ManyAnswer): string[] {
  const name = (at: number): string => items[at]?.name ?? '';
  const documented = pairs.filter(({ findings, status }) => findings.length > 0 || status === 'same_substance');
  const silent = (status: PairStatus): string[] =>
    pairs
      .filter((pair) => pair.status === status && pair.findings.length === 0)
      .map((pair) => pair.items.map(name).join(' + '));
  return [
    ...documented.map(({ items: pair, findings: [worst, ...others], status }) => {
      const both = pair.map(name).join(' + ');
      if (worst === undefined) return `${both}: ${status.replaceAll('_', ' ')}`;
      const more = others.length > 0 ? ` (${others.length} more for this pair)` : '';
      return `${both}: ${grade(worst)}: ${firstSentence(worst.effect)}${more} ${place(worst)}`;
    }),
    ...shared.map(({ substance, members }) => `Same ingredient: ${substance} is in ${members.join(', ')}`),
    ...labelled('Not assessed', silent('not_assessed')),
    ...labelled('Nothing on file, which is no evidence of safety', silent('none_documented')),
    'For all findings of one pair ask again with its two items alone.',
  ];
}

const labelled = (label: string, texts: readonly string[]): string[] =>
  texts.length > 0 ? [`${label}: ${texts.join('; ')}`] : [];

/** "major, avoid (label)"; a theory is called one. */
const grade = ({ severity, action, evidence }: Finding): string =>
  evidence === 'theory'
    ? `theory only, would be ${severity}`
    : `${[severity, action].filter(Boolean).join(', ')}${evidence ? ` (${evidence})` : ''}`;

const place = ({ documented_in: { type, slug }, basis, via }: Finding): string =>
  `[${basis === 'direct' ? '' : `${basis.replaceAll('_', ' ')}: ${via}; `}record ${type}/${slug}]`;

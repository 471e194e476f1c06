import type { Envelope } from '../../schema/types.ts';

/** An answer as one text: warnings first, since readers may cut the end; `summary` in place of `data`, where given. */
export function resultText(envelope: Envelope, summary?: readonly string[]): string {
  return [
    oneLine(envelope.assessment_summary),
    ...warnings(envelope.data),
    `What must not be done with this answer:\n${envelope.must_not.map((entry) => `- ${oneLine(entry)}`).join('\n')}`,
    `How to present it: ${oneLine(envelope.interpretation_guidance)}`,
    summary ? summary.map(oneLine).join('\n') : outline(envelope.data),
    `Attribution: ${oneLine(envelope.attribution)}\nSource: ${envelope.source_url} (last updated ${envelope.last_updated})\n${oneLine(envelope.disclaimer)}`,
  ].join('\n\n');
}

/** Boxed warning and abrupt-stop warning of the record in the answer, where there is one. */
function warnings(data: unknown): string[] {
  const { profile } = asRecord(data);
  const { blackBox, taperingInfo } = asRecord(profile);
  const { warning } = asRecord(blackBox);
  const { tier, tierLabel, reason } = asRecord(taperingInfo);
  return [
    ...(typeof warning === 'string' ? [`BOXED WARNING: ${oneLine(warning)}`] : []),
    ...(tier === 'critical' ? [`STOPPING SUDDENLY: ${oneLine([tierLabel, reason].filter(Boolean).join('. '))}`] : []),
  ];
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function outline(value: unknown, indent = ''): string {
  if (Array.isArray(value))
    return value.map((item) => `${indent}- ${outline(item, `${indent}  `).trimStart()}`).join('\n');
  if (typeof value !== 'object' || value === null) return `${indent}${oneLine(value)}`;
  return Object.entries(value)
    .map(([name, inner]) =>
      isPlain(inner) ? `${indent}${name}: ${oneLine(inner)}` : `${indent}${name}:\n${outline(inner, `${indent}  `)}`,
    )
    .join('\n');
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0;

/** Every text is on one line, so that none can pass for a line of ours. */
const oneLine = (value: unknown): string => {
  if (value === null) return 'not stated';
  if (typeof value === 'object') return 'none';
  return String(value).replace(/[\s\p{Cc}]+/gu, ' ');
};

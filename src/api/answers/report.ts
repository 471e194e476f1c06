import { envelope } from '../envelope.ts';
import { proseField, requiredProse } from '../inputs.ts';
import { operation } from '../operation.ts';

/** Greatest lengths in characters of the texts of a report; the form on every page has the same. */
export const reportLengths = { claim: 4000, slug: 200, client: 200, expected_source: 2000, notes: 4000 } as const;

export const report = operation({
  tool: 'report_hallucination',
  title: 'Report an inaccurate claim',
  method: 'POST',
  path: '/v1/report-hallucination',
  purpose:
    'Use this when a claim attributed to this service is wrong or is not in it. Stores it for editorial review. Send no personal data.',
  input: {
    claim: requiredProse(reportLengths.claim, 'What was claimed.', 'say what was claimed, as text'),
    slug: proseField(reportLengths.slug, 'Slug of the record it concerns.'),
    client: proseField(reportLengths.client, 'Program that showed the claim.'),
    expected_source: proseField(reportLengths.expected_source, 'What was expected, and where it stands.'),
    notes: proseField(reportLengths.notes, 'Anything else; no personal data.'),
  },
  answerSchema: 'ReportAnswer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  policy: 'reports',
  problems: ['invalid_json', 'invalid_body', 'payload_too_large', 'unsupported_media_type', 'storage_unavailable'],
  async run({ claim, ...optional }, { data: { service }, reports, now }) {
    const given = Object.entries(optional).filter(([, text]) => text !== undefined);
    const receipt = await reports.add({ claim, ...Object.fromEntries(given) }, { receivedAt: now.toISOString() });
    return envelope(service, {
      summary: receipt.duplicate
        ? `This report had been received before; its id is ${receipt.id}.`
        : `The report was stored for editorial review; its id is ${receipt.id}.`,
      guidance: 'Give the id to whoever reported. A report is read by an editor; it changes no record by itself.',
      mustNot: ['Do not say that the claim has been confirmed or corrected.'],
      sourceUrl: `${service.site_url}/corrections`,
      lastUpdated: service.last_updated,
      data: { id: receipt.id, received_at: receipt.received_at, status: 'received', duplicate: receipt.duplicate },
    });
  },
});

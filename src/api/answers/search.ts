import { recordUrl } from '../../records/address.ts';
import type { SearchAnswer } from '../../search/search-index.ts';
import { counted, listOf } from '../../text/sentences.ts';
import { envelope } from '../envelope.ts';
import { limitField, questionField } from '../inputs.ts';
import { operation, readsOnly } from '../operation.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../request-limits.ts';

export const search = operation({
  tool: 'search',
  title: 'Search the catalog',
  method: 'GET',
  path: '/v1/search',
  purpose:
    'Use this to find records by name, use, class or a question ("blood pressure", "statin", "can I stop sertraline"). Returns short hits, approved medicines first; section names the part that answers, pair two items to check. Call lookup_medication for a record. An empty list: no such record here.',
  input: {
    q: questionField('Words or a question.'),
    limit: limitField(MAX_LIMIT, DEFAULT_LIMIT, 'Greatest number of hits.'),
  },
  answerSchema: 'SearchAnswer',
  annotations: readsOnly,
  policy: 'default',
  problems: ['missing_parameter', 'invalid_parameter'],
  async run({ q, limit }, { data }) {
    const { service } = data;
    const answer = await data.search(q, { most: limit });
    const { hits, total, corrected, pair, read } = answer;
    const results = hits.map(({ type, slug, name, subtitle, score, matched, section }) => ({
      type,
      slug,
      name,
      subtitle,
      canonical_url: recordUrl({ kind: type, slug }, service.site_url),
      score,
      matched,
      section,
    }));
    return envelope(service, {
      summary: summaryOf(q, answer),
      guidance:
        'Show the hits as candidates. Look a record up before saying anything about it; ask check_interactions for a pair.',
      mustNot: [
        'Do not take a search hit for the item that was meant unless its name is the same.',
        ...(read.unknown.length > 0
          ? [`Do not answer about ${listOf(read.unknown)} from the record of another medicine.`]
          : []),
      ],
      sourceUrl: `${service.site_url}/search`,
      lastUpdated: service.last_updated,
      data: {
        query: q,
        total,
        limit,
        ...(corrected !== undefined && { corrected }),
        ...(pair && { pair }),
        read,
        results,
      },
    });
  },
});

function summaryOf(query: string, { total, corrected, pair, section, read }: SearchAnswer): string {
  const isRead = read.names.length + read.unknown.length + read.words.length > 0;
  return [
    total > 0
      ? `${counted(total, 'record matches', 'records match')} "${query}".`
      : `No record matches "${query}". That says nothing about whether such a thing exists.`,
    corrected !== undefined && `It was read as "${corrected}".`,
    read.unknown.length > 0 &&
      `Not in the catalog: ${listOf(read.unknown)}. A record that is listed is not a record of it.`,
    pair && 'It names two records: what is documented between them is an answer of its own.',
    !isRead && total === 0 && 'Nothing in it was read as a name, a use or a class.',
    !isRead && section !== undefined && 'Name a medicine with it: its record has a part on that.',
  ]
    .filter(Boolean)
    .join(' ');
}

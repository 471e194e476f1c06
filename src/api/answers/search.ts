import { recordUrl } from '../../records/address.ts';
import { searchCatalog } from '../../search/search-index.ts';
import { counted } from '../../text/sentences.ts';
import { envelope } from '../envelope.ts';
import { DEFAULT_LIMIT, limitField, MAX_LIMIT, nameField } from '../inputs.ts';
import { operation, readsOnly } from '../operation.ts';
import { outputs } from '../outputs.ts';

export const search = operation({
  tool: 'search',
  title: 'Search the catalog',
  method: 'GET',
  path: '/v1/search',
  purpose:
    'Use this to discover records by name, class or use ("blood pressure", "statin"). Returns short hits; call lookup_medication for a record. An empty list means that the catalog has no such record, no more.',
  input: {
    q: nameField('Words to look for.'),
    limit: limitField(MAX_LIMIT, DEFAULT_LIMIT, 'Greatest number of hits.'),
  },
  output: outputs.search,
  annotations: readsOnly,
  policy: 'default',
  problems: ['missing_parameter', 'invalid_parameter'],
  async run({ q, limit }, { data }) {
    const { service } = data;
    const hits = searchCatalog(data.search, data.names, q);
    const results = hits.slice(0, limit).map(({ matched, score, ...one }) => ({
      ...one,
      canonical_url: recordUrl({ kind: one.type, slug: one.slug }, service.site_url),
      score,
      matched,
    }));
    return envelope(service, {
      summary: hits.length
        ? `${counted(hits.length, 'record matches', 'records match')} "${q}".`
        : `No record matches "${q}". That says nothing about whether such a thing exists.`,
      guidance: 'Show the hits as candidates. Look a record up before saying anything about it.',
      mustNot: ['Do not take a search hit for the item that was meant unless its name is the same.'],
      sourceUrl: `${service.site_url}/search`,
      lastUpdated: service.last_updated,
      data: { query: q, total: hits.length, limit, results },
    });
  },
});

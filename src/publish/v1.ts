import type { ClassData, DataFiles, ServiceData } from '../api/catalog-data.ts';
import { envelope, mustNot, profileEnvelope } from '../api/envelope.ts';
import { openapi } from '../api/openapi.ts';
import { endpoints, operations, toolListing } from '../api/operations.ts';
import type { Cache } from '../catalog/cache.ts';
import type { RecordInteractions } from '../interactions/findings.ts';
import type { InteractionClass } from '../interactions/vocabulary.ts';
import { majorElsewhere } from '../profile/mentions.ts';
import type { CheckedRecord, SafetyFact } from '../profile/safety.ts';
import { countsOf } from '../records/counts.ts';
import { displayName, refOf } from '../records/entry.ts';
import { kinds, kindWords } from '../schema/kinds.ts';
import { once } from '../text/once.ts';
import { counted } from '../text/sentences.ts';
import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile, withMade } from './file.ts';
import { SERVICE_VERSION } from './well-known.ts';

/** The precomputed tree `v1/`: static responses, and the data that the function reads. All files but openapi.json are envelopes. */
export function v1Files(edition: Edition, data: MadeFrom['data']): PublishedFile[] {
  const service = serviceData(edition);
  const { site_url, base_url, attribution, disclaimer } = service;
  // No more than this of the service: the answers of a record do not change with another one.
  const from = { site_url, attribution, disclaimer };
  const sameForAll = JSON.stringify(from);
  const wrapped = wrappedBy(service);
  return [
    wrapped(
      'index.json',
      `${service.name} offers ${operations.length} operations over REST and as MCP tools, and one record for each of ${service.counts.total} medications, supplements and peptides.`,
      () => ({
        name: service.name,
        version: service.version,
        endpoints,
        links: {
          documentation: `${site_url}/developers`,
          openapi: `${base_url}/v1/openapi.json`,
          tools: `${base_url}/v1/tools`,
          mcp: `${base_url}/mcp`,
          llmsTxt: `${site_url}/llms.txt`,
          llmsIndex: `${site_url}/llms-index.json`,
          terms: `${site_url}/terms`,
        },
      }),
    ),
    wrapped('tools.json', `${operations.length} tools, the same as the MCP server lists.`, () => ({
      tools: toolListing(),
    })),
    ...kinds.map((kind) =>
      wrapped(
        `${kind}.json`,
        `${counted(service.counts[kind], kindWords[kind].one.toLowerCase(), kindWords[kind].many.toLowerCase())} here. The records are looked up one by one, by name or by slug; there is no list of all to download.`,
        () => ({
          type: kind,
          count: service.counts[kind],
          links: {
            record: `${base_url}/v1/${kind}/{slug}`,
            lookup: `${base_url}/v1/lookup?name={name}`,
            search: `${base_url}/v1/search?q={q}`,
            page: `${site_url}/${kind}`,
          },
        }),
      ),
    ),
    jsonFile('v1/openapi.json', () => openapi(service)),
    ...Object.entries(data).map(([path, content]) =>
      wrapped(path, 'Data that the function answers queries from.', content),
    ),
    ...edition.catalog.entries.flatMap((entry) => {
      const ref = refOf(entry);
      const lastUpdated = edition.companions.get(ref)?.lastModified ?? edition.updated;
      const record = edition.interactions.get(ref) as RecordInteractions;
      const facts = () => edition.safety.get(ref) ?? [];
      const profile = () =>
        profileEnvelope(entry, from, {
          facts: facts(),
          related: edition.related.get(ref) ?? [],
          lastUpdated,
          elsewhere: majorElsewhere(record),
        });
      const documented = () =>
        envelope(from, {
          summary: `What is documented about combining ${record.name} with other things, in its own record and in others.`,
          guidance: 'Ask /v1/interactions for a pair. That a name is not listed is not evidence of safety.',
          // Contraindications of one item are not about the pair; they are in its record.
          mustNot: mustNot(
            entry,
            facts().filter(({ id }) => id !== 'contraindications'),
          ),
          sourceUrl: record.canonical_url,
          lastUpdated,
          data: withWarnings(facts(), record),
        });
      const inputs = [edition.inputs.get(ref) as string, sameForAll, lastUpdated];
      return [jsonFile(`v1/${ref}.json`, profile), jsonFile(`v1/interactions/${ref}.json`, documented)].map((file) =>
        withMade(file, { stage: 'answer', inputs }),
      );
    }),
  ];
}

const CHECKER_WARNINGS: readonly SafetyFact['id'][] = ['boxed-warning', 'abrupt-stop', 'not-approved'];

const withWarnings = (facts: readonly SafetyFact[], record: RecordInteractions): CheckedRecord => ({
  ...record,
  warnings: facts
    .filter(({ id }) => CHECKER_WARNINGS.includes(id))
    .map(({ id, tone, title, text, section }) => ({ id, tone, title, text, section })),
});

export function serviceData({ catalog, updated }: Pick<Edition, 'catalog' | 'updated'>): ServiceData {
  const { site, entries, redirects } = catalog;
  return {
    name: site.name,
    version: SERVICE_VERSION,
    site_url: site.siteUrl,
    base_url: site.baseUrl,
    attribution: site.attribution,
    disclaimer: site.disclaimer,
    last_updated: updated,
    counts: countsOf(entries),
    renamed: redirects.renamed.map(({ kind, from, to }) => ({ kind, from, to })),
    withdrawn: redirects.withdrawn,
  };
}

type Later<T> = { readonly [K in keyof T]: () => T[K] };

type FunctionData = Omit<DataFiles, 'browser.json'>;

export interface MadeFrom {
  readonly cache: Cache;
  readonly data: Later<FunctionData>;
}

export function functionData(edition: Edition): Later<FunctionData> {
  const { catalog, classes: pages } = edition;
  const { classes, substances, effects } = catalog.vocabulary;
  return {
    'service.json': once(() => serviceData(edition)),
    'vocabulary.json': once(() => ({ classes: classes.map(withoutPageTexts), substances, effects })),
    'classes.json': once(() => ({
      classes: classes.filter(({ kind }) => kind === 'class').map((one) => classData(one, pages)),
    })),
  };
}

export const wrappedBy =
  (service: ServiceData) =>
  (path: string, summary: string, data: () => unknown): PublishedFile =>
    jsonFile(`v1/${path}`, () =>
      envelope(service, {
        summary,
        guidance: 'This describes the service, not a medicine. Call an endpoint or a tool for a record.',
        mustNot: ['Do not use these files for bulk export, mirroring or model training.'],
        sourceUrl: `${service.site_url}/developers`,
        lastUpdated: service.last_updated,
        data: data(),
      }),
    );

/** The interaction checker needs only names and members of classes. */
const withoutPageTexts = ({ description: _, heading: __, ...one }: InteractionClass): InteractionClass => one;

function classData({ id, name, description = '' }: InteractionClass, pages: Edition['classes']): ClassData {
  const page = pages.get(id);
  const records = (page?.members ?? []).map((entry) => ({
    kind: entry.kind,
    slug: entry.slug,
    name: displayName(entry),
  }));
  return { id, name, description, ...(page && { path: page.path }), records };
}

import type { ServiceData } from './catalog-data.ts';
import { envelope } from './envelope.ts';
import type { JsonSchema } from './inputs.ts';

/** What one call sends, and the answer to it, shortened: fewer entries and fields, each as the catalog has it. */
export interface AnswerExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: JsonSchema;
}

interface Shortened {
  readonly input: AnswerExample['input'];
  readonly summary: string;
  readonly source: string;
  readonly data: (site: string) => object;
}

const warfarin = (site: string) => ({ slug: 'warfarin', canonical_url: `${site}/medication/warfarin` });
const exact = (query: string, matched: string, method: string) => ({
  query,
  matched,
  method,
  score: 1,
  alternatives: [],
});
const label = {
  id: 'label',
  type: 'fda-label',
  title: 'Warfarin sodium tablets, prescribing information (Amneal, packaged by Coupler)',
  url: 'https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=5a5b5e3a-6556-a542-e063-6294a90a6d3f',
  date: '2026-08-31',
  setId: '5a5b5e3a-6556-a542-e063-6294a90a6d3f',
  effective: '2026-08-31',
};

const record = (site: string) => ({
  ...warfarin(site),
  type: 'medication',
  profile: {
    genericName: 'Warfarin',
    brandName: 'Coumadin, Jantoven',
    blackBox: { warning: 'Bleeding risk' },
    taperingInfo: { tier: 'critical' },
  },
  sources: [label],
  support: { '/profile/blackBox': ['label'] },
  related: [],
  contraindications: ['Bleeding tendency or a blood disorder (blood dyscrasia)'],
  practical: {},
  identifiers: { unii: ['5Q7ZVV76EI'], rxcui: [] },
});

const bare = (site: string, kind: string, slug: string, profile: object) => ({
  slug,
  type: kind,
  canonical_url: `${site}/${kind}/${slug}`,
  profile,
  sources: [],
  support: {},
  related: [],
  contraindications: [],
  practical: {},
  identifiers: { unii: [], rxcui: [] },
});

const shortened: Readonly<Record<string, Shortened>> = {
  lookup_medication: {
    input: { name: 'Coumadin' },
    summary: 'Warfarin (Coumadin, Jantoven) is a medication. It carries a boxed warning: Bleeding risk.',
    source: '/medication/warfarin',
    data: (site) => ({ ...record(site), match: exact('Coumadin', 'Coumadin', 'alias') }),
  },
  get_medication: {
    input: { slug: 'warfarin' },
    summary: 'Warfarin (Coumadin, Jantoven) is a medication. It carries a boxed warning: Bleeding risk.',
    source: '/medication/warfarin',
    data: record,
  },
  get_supplement: {
    input: { slug: 'magnesium' },
    summary: 'Magnesium is a dietary supplement.',
    source: '/supplement/magnesium',
    data: (site) => bare(site, 'supplement', 'magnesium', { id: 'magnesium', name: 'Magnesium' }),
  },
  get_peptide: {
    input: { slug: 'bpc-157' },
    summary: 'BPC-157 is a peptide.',
    source: '/peptide/bpc-157',
    data: (site) => bare(site, 'peptide', 'bpc-157', { id: 'bpc-157', name: 'BPC-157' }),
  },
  check_funding_bias: {
    input: { name: 'warfarin' },
    summary: 'Of 1 trial listed for Warfarin, 1 was paid for with public or charity money.',
    source: '/medication/warfarin',
    data: (site) => ({
      ...warfarin(site),
      name: 'Warfarin',
      manufacturer: null,
      summary: {
        trials: 1,
        manufacturer_funded: 0,
        industry_funded: 0,
        public_funded: 1,
        mixed: 0,
        not_reported: 0,
        not_checked: 0,
      },
      trials: [
        {
          id: 'NCT00000517',
          name: 'BAATAF: warfarin in atrial fibrillation, 420 people',
          link: 'https://clinicaltrials.gov/study/NCT00000517',
          found: null,
          funder: 'NHLBI (public)',
          funder_type: 'public',
        },
      ],
      keyStudies: null,
      results: null,
      fundingDetails: null,
      conflicts: null,
      statement: 'Of 1 trial listed for Warfarin, 1 was paid for with public or charity money.',
    }),
  },
  find_lifestyle_alternatives: {
    input: { name: 'atorvastatin' },
    summary: '1 non-drug measure is on file beside Atorvastatin.',
    source: '/medication/atorvastatin',
    data: (site) => ({
      slug: 'atorvastatin',
      name: 'Atorvastatin',
      canonical_url: `${site}/medication/atorvastatin`,
      tapering: { tier: 'low' },
      title: 'Foods that lower LDL cholesterol',
      keyPoint: null,
      interventions: [
        {
          method: 'Plant sterols and stanols',
          efficacy: 'LDL cholesterol fell by 6% to 12% on average in 124 trials.',
          link: 'https://doi.org/10.1017/S0007114514000750',
        },
      ],
      studies: [],
      related_supplements: [],
    }),
  },
  check_interactions: {
    input: { item1: 'warfarin', item2: 'ibuprofen' },
    summary: '1 documented interaction between Warfarin and Ibuprofen; the most severe is major.',
    source: '/medication/ibuprofen',
    data: (site) => ({
      status: 'documented',
      items: [
        {
          query: 'warfarin',
          type: 'medication',
          ...warfarin(site),
          name: 'Warfarin',
          match: exact('warfarin', 'warfarin', 'slug'),
        },
        {
          query: 'ibuprofen',
          type: 'medication',
          slug: 'ibuprofen',
          name: 'Ibuprofen',
          canonical_url: `${site}/medication/ibuprofen`,
          match: exact('ibuprofen', 'ibuprofen', 'slug'),
        },
      ],
      findings: [
        {
          severity: 'major',
          action: 'monitor',
          risk: 'major',
          evidence: 'label',
          effect:
            'Bleeding becomes more likely when an NSAID (a pain reliever such as ibuprofen or naproxen) is taken with warfarin.',
          basis: 'class',
          via: 'NSAIDs',
          sources: [
            {
              id: 'label',
              title: 'Warfarin sodium tablets, prescribing information (Amneal, packaged by Coupler)',
              url: 'https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=5a5b5e3a-6556-a542-e063-6294a90a6d3f',
            },
          ],
          documented_in: {
            type: 'medication',
            slug: 'warfarin',
            field: 'drugInteractions.major[0]',
          },
        },
      ],
      checked: [
        { record: { type: 'medication', slug: 'warfarin' }, assessed: true, entries: 50, classes: ['Anticoagulants'] },
        { record: { type: 'medication', slug: 'ibuprofen' }, assessed: true, entries: 20, classes: ['NSAIDs'] },
      ],
    }),
  },
  compare_medications: {
    input: { name1: 'warfarin', name2: 'apixaban' },
    summary: 'Warfarin and Apixaban side by side: 1 of 2 fields differ.',
    source: '/compare',
    data: (site) => ({
      items: [
        { ...warfarin(site), name: 'Warfarin' },
        { slug: 'apixaban', name: 'Apixaban', canonical_url: `${site}/medication/apixaban` },
      ],
      rows: [
        { field: 'genericName', label: 'Generic name', values: ['Warfarin', 'Apixaban'], same: true },
        {
          field: 'nti.note',
          label: 'Narrow therapeutic index',
          values: [
            'Warfarin has a narrow therapeutic range: small changes of dose, other drugs or vitamin K in food can lead to clots on one side or bleeding on the other.',
            null,
          ],
          same: false,
        },
      ],
      interaction: 'documented',
    }),
  },
  search: {
    input: { q: 'lipitor' },
    summary: '1 record matches "lipitor".',
    source: '/search',
    data: (site) => ({
      query: 'lipitor',
      total: 1,
      limit: 10,
      read: { names: ['Lipitor'], unknown: [], words: [], unread: [] },
      results: [
        {
          type: 'medication',
          slug: 'atorvastatin',
          name: 'Atorvastatin',
          canonical_url: `${site}/medication/atorvastatin`,
          subtitle: 'Lipitor · Statin (HMG-CoA reductase inhibitor)',
          score: 1,
          matched: [{ field: 'aliases', text: 'Lipitor' }],
          section: null,
        },
      ],
    }),
  },
  report_hallucination: {
    input: { claim: 'It was said that warfarin has no boxed warning.', slug: 'warfarin', client: 'example-assistant' },
    summary: 'The report was stored for editorial review.',
    source: '/corrections',
    data: () => ({
      id: '0198c4a2-7f3b-7c11-9d57-3f4f2b8f1a60',
      received_at: '2026-11-21T09:30:00.000Z',
      status: 'received',
      duplicate: false,
    }),
  },
};

/** The example of an operation, for the site that answers. @throws when there is none: every operation has one */
export function exampleOf(operationId: string, service: ServiceData): AnswerExample {
  const found = shortened[operationId];
  if (found === undefined) throw new Error(`There is no example of ${operationId}.`);
  const { input, summary, source, data } = found;
  const answer = envelope(service, {
    summary,
    guidance: 'Shortened: a real answer says here how to present the data.',
    sourceUrl: `${service.site_url}${source}`,
    lastUpdated: service.last_updated,
    data: data(service.site_url),
  });
  return { input, answer: answer as unknown as JsonSchema };
}

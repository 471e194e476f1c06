import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { ledgerText } from '../../src/catalog/ledger.ts';
import { loadCatalog } from '../../src/catalog/load.ts';
import { type Edition, makeEdition } from '../../src/publish/edition.ts';
import { kinds } from '../../src/schema/kinds.ts';
import type { Effects, Guidance, Ledger, Redirects } from '../../src/schema/types.ts';

const root = join(import.meta.dirname, '../..');

/** A catalog as an author holds it: records by `kind/slug`, and what stands beside them. */
export interface SmallCatalog {
  records: Record<string, Record<string, unknown>>;
  redirects?: Redirects;
  ledger?: Ledger;
  /** Besides the one of which each entry tells in its own words. */
  effects?: Effects;
  guidance?: Guidance;
  /** Fields of site.yaml that differ from our own. */
  site?: Record<string, unknown>;
}

const around = (name: string, profile: Record<string, unknown>) => ({
  names: {},
  substances: [name],
  sources: [
    {
      id: 'label',
      type: 'guideline',
      title: `Text on ${name}`,
      url: `https://example.org/${encodeURIComponent(name)}`,
      date: '2026-01-05',
    },
  ],
  supports: Object.fromEntries(Object.keys(profile).map((field) => [field, ['label']])),
  changes: [{ date: '2026-11-01', text: 'First version of this record.' }],
  profile: { version: '2026-11', lastReviewed: '2026-11-01', ...profile },
});

export const medication = (name: string, more: Record<string, unknown> = {}) =>
  around(name, {
    genericName: name,
    drugClass: 'Test class',
    schedule: 'Not controlled',
    indications: [`Trying ${name}`],
    ...more,
  });

export const supplement = (id: string, more: Record<string, unknown> = {}) =>
  around(id, {
    id,
    name: id,
    category: 'Test',
    fdaStatus: 'Sold as a supplement',
    whatItIs: `${id} is a test.`,
    ...more,
  });

export const peptide = (id: string, more: Record<string, unknown> = {}) =>
  around(id, {
    id,
    name: id,
    category: 'Test',
    regulatoryStatus: 'Not approved',
    whatItIs: `${id} is a test.`,
    ...more,
  });

/** Loads and renders a small catalog from a folder of its own, which is gone afterwards. */
export function editionOf(
  catalog: SmallCatalog,
  { today = '2026-11-21', siteUrl = 'https://materia.test' } = {},
): Edition {
  const contentDir = mkdtempSync(join(tmpdir(), 'materia-'));
  try {
    writeCatalog(contentDir, catalog);
    const options = { contentDir, defaultsDir: join(root, 'content'), schemaDir: join(root, 'src/schema'), siteUrl };
    return makeEdition(loadCatalog(options), today).edition;
  } finally {
    rmSync(contentDir, { recursive: true, force: true });
  }
}

export function writeCatalog(
  contentDir: string,
  { records, redirects, ledger, site, effects, guidance }: SmallCatalog,
): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(contentDir, path)), { recursive: true });
    writeFileSync(join(contentDir, path), text);
  };
  for (const kind of kinds) mkdirSync(join(contentDir, kind), { recursive: true });
  for (const [ref, record] of Object.entries(records)) write(`${ref}.yaml`, stringify(withEffects(record)));
  if (redirects) write('redirects.yaml', stringify(redirects));
  if (ledger) write('ledger.json', ledgerText(ledger));
  if (site) write('site.yaml', stringify({ ...ourSite, ...site }));
  // Its own empty vocabulary: reading tens of thousands of known names is not what these tests are about.
  write('vocabulary/classes.yaml', '[]\n');
  write('vocabulary/substances.yaml', '[]\n');
  write('vocabulary/confusable.yaml', 'pairs: []\n');
  write('vocabulary/known-names.tsv', '');
  write('vocabulary/rxnorm.tsv', '');
  write('vocabulary/effects.yaml', stringify([OTHER, ...(effects ?? [])]));
  write('vocabulary/guidance.yaml', stringify(guidance ?? { sources: [], pairs: [] }));
}

/** The effect of an entry that tells all itself. */
export const OTHER: Effects[number] = {
  id: 'other',
  name: 'Other effects',
  plain: 'What can happen is told with each of them.',
  signs: [],
  help: 'visit',
  sources: [],
};

interface WrittenInteraction {
  effects?: string[];
}
type WrittenProfile = {
  interactions?: WrittenInteraction[];
  drugInteractions?: Record<string, WrittenInteraction[]>;
};

/** Each interaction names an effect; one that names none says all itself. */
function withEffects(record: Record<string, unknown>): Record<string, unknown> {
  const { profile } = record as { profile: WrittenProfile };
  const named = (of: WrittenInteraction[] | undefined) => of?.map((one) => ({ effects: ['other'], ...one }));
  const { interactions, drugInteractions } = profile;
  return {
    ...record,
    profile: {
      ...profile,
      ...(interactions && { interactions: named(interactions) }),
      ...(drugInteractions && {
        drugInteractions: Object.fromEntries(Object.entries(drugInteractions).map(([list, of]) => [list, named(of)])),
      }),
    },
  };
}

const ourSite = {
  name: 'Materia',
  summary: 'A small catalog.',
  description: 'A small catalog for tests.',
  siteUrl: 'https://materia.test',
  attribution: 'Materia (test)',
  disclaimer: 'Not medical advice.',
  contact: { email: 'editors@materia.test' },
  securityContact: { email: 'security@materia.test', expires: '2027-11-01' },
  terms: ['Free to use with attribution.'],
  crawlDelay: 2,
};

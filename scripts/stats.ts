/** `npm run stats`: how complete, how old and how well sourced the catalog is. */

import { readSchemas } from '../src/build/file-system.ts';
import { loadOptions } from '../src/build/options.ts';
import { ownEntries } from '../src/interactions/findings.ts';
import { type Entry, refOf } from '../src/records/entry.ts';
import { kinds } from '../src/schema/kinds.ts';
import { argumentsOf, loadOrExit, orExit } from './cli.ts';

argumentsOf({ usage: 'Usage: npm run stats' });
const options = await orExit(loadOptions);
const { catalog } = await loadOrExit();
const schemas = readSchemas(options.schemaDir);
/** Sources that an author can open and check by an identifier: labels, registries, agencies, papers with a DOI or PMID. */
const isIdentified = ({ type, url }: Entry['sources'][number]): boolean =>
  ['fda-label', 'registry', 'trial', 'government'].includes(type) ||
  /doi\.org\/|pubmed\.ncbi|ncbi\.nlm\.nih\.gov/.test(url);

for (const kind of kinds) {
  const entries = catalog.entries.filter((entry) => entry.kind === kind);
  const fields = Object.keys((schemas.get(`profile/${kind}.json`) as { properties: object }).properties);
  const filled = entries.flatMap((entry) => Object.keys(entry.profile)).length;
  const oldest = entries.map((entry) => `${entry.profile.lastReviewed} ${refOf(entry)}`).toSorted()[0];
  console.log(
    `${kind}: ${entries.length} records, ${share(filled, entries.length * fields.length)} of fields filled, oldest review ${oldest ?? 'none'}`,
  );
  const rarely = fields
    .map((field) => [field, entries.filter((entry) => field in entry.profile).length] as const)
    .filter(([, count]) => count < entries.length / 2);
  if (entries.length && rarely.length)
    console.log(`  filled in fewer than half: ${rarely.map(([field, count]) => `${field} (${count})`).join(', ')}`);
}

const sources = catalog.entries.flatMap((entry) => entry.sources);
const byType = Map.groupBy(sources, ({ type }) => type);
console.log(
  `sources: ${sources.length}; ${[...byType]
    .map(([type, of]) => `${type} ${of.length}`)
    .toSorted()
    .join(', ')}`,
);
const unidentified = sources.filter((source) => !isIdentified(source));
console.log(
  `unverified share: ${share(unidentified.length, sources.length)} of sources are papers or guidelines cited without a DOI, PMID, registry number or agency address`,
);
console.log(
  `interactions: ${catalog.entries.flatMap((entry) => ownEntries(entry) ?? []).length} entries; not assessed: ${catalog.entries.filter((entry) => !ownEntries(entry)).length} records`,
);

function share(part: number, whole: number): string {
  return whole ? `${Math.round((100 * part) / whole)}%` : '0%';
}

import { coverageOf, type Share, share } from '../src/catalog/coverage.ts';
import { perTenThousand, wordingOf } from '../src/catalog/wording.ts';
import { argumentsOf, loadOrExit } from './cli.ts';

argumentsOf({
  purpose: `Prints how complete the catalog of CONTENT_DIR is, how old its reviews and labels are, its sources by type,
and how its texts read.`,
  usage: 'npm run stats',
  example: 'npm run stats',
});
const { catalog } = await loadOrExit();
const coverage = coverageOf(catalog);

for (const [kind, { records, fields, rare, oldestReview }] of Object.entries(coverage.kinds)) {
  const oldest = oldestReview ? `${oldestReview.date} ${oldestReview.ref}` : 'none';
  console.log(`${kind}: ${records} records, ${share(fields)} of fields filled, oldest review ${oldest}`);
  if (rare.length)
    console.log(`  filled in fewer than half: ${rare.map(([field, count]) => `${field} (${count})`).join(', ')}`);
}
const { first, all } = coverage.ranks;
const of = (count: Share): string => `${count.count} of the ${count.of}`;
console.log(
  `most used medicines: ${of(first)} first, ${of(all)} listed; ${share(coverage.purchases)} of their purchases`,
);
const { oldestLabel } = coverage;
console.log(`oldest label: ${oldestLabel ? `${oldestLabel.date} ${oldestLabel.ref}` : 'none'}`);
const total = coverage.sources.reduce((sum, [, count]) => sum + count, 0);
console.log(`sources: ${total}; ${coverage.sources.map(([type, count]) => `${type} ${count}`).join(', ')}`);
console.log(
  `unverified share: ${share({ count: coverage.unidentifiedSources, of: total })} of sources are papers or guidelines cited without a DOI, PMID, registry number or agency address`,
);
console.log(`interactions: ${coverage.interactions} entries; not assessed: ${coverage.notAssessed} records`);
const { words, refused, questionable, grades } = wordingOf(catalog.entries);
console.log(
  `words: ${words}; of 10,000: ${perTenThousand(refused, words)} phrases that an editor strikes, ${perTenThousand(questionable, words)} that need judgment (content/VOICE.md)`,
);
const [median, hardest] = [grades[Math.floor(grades.length / 2)], grades.at(-1)];
if (median && hardest)
  console.log(
    `reading grade of what patients read: median ${median.grade.toFixed(1)}, highest ${hardest.grade.toFixed(1)} (${hardest.ref})`,
  );

import type { Terms } from '../../interactions/vocabulary.ts';
import type { Catalog } from '../catalog.ts';
import type { ContentProblem } from '../problems.ts';
import type { YamlFile } from '../yaml.ts';
import { citableSources } from './citable-sources.ts';
import { knownClasses } from './known-classes.ts';
import { knownEffects } from './known-effects.ts';
import { knownInteractions } from './known-interactions.ts';
import { listedLookAlikes } from './listed-look-alikes.ts';
import { liveLinks } from './live-links.ts';
import { measuredWords } from './measured-words.ts';
import { noWorkshopWords } from './no-workshop-words.ts';
import { orderedChanges } from './ordered-changes.ts';
import { ownNames } from './own-names.ts';
import { ownSentences } from './own-sentences.ts';
import { pastDates } from './past-dates.ts';
import { plainEnglish } from './plain-english.ts';
import { plainSlug } from './plain-slug.ts';
import { plainText } from './plain-text.ts';
import { plainUses } from './plain-uses.ts';
import { preferredForms } from './preferred-forms.ts';
import { ratedEffects } from './rated-effects.ts';
import { realTrials } from './real-trials.ts';
import { reasonedBias } from './reasoned-bias.ts';
import type { CatalogFiles, CatalogRule, RecordPlace, RecordRule, WrittenRecord } from './rule.ts';
import { soundRedirects } from './sound-redirects.ts';
import { supportedFacts } from './supported-facts.ts';
import { toldOutcomes } from './told-outcomes.ts';
import { uniqueNames } from './unique-names.ts';
import { wholeSources } from './whole-sources.ts';

export const recordRules: readonly RecordRule[] = [
  plainSlug,
  plainText,
  plainUses,
  noWorkshopWords,
  ratedEffects,
  preferredForms,
  reasonedBias,
  wholeSources,
  citableSources,
  supportedFacts,
  realTrials,
  toldOutcomes,
  orderedChanges,
  pastDates,
  measuredWords,
  plainEnglish,
];

const catalogRules: readonly CatalogRule[] = [
  uniqueNames,
  ownNames,
  ownSentences,
  knownInteractions,
  knownEffects,
  knownClasses,
  liveLinks,
  soundRedirects,
  listedLookAlikes,
];

export const checkRecord = (file: YamlFile, place: RecordPlace): ContentProblem[] =>
  recordRules.flatMap(({ check }) => [...check(file.value as WrittenRecord, file, place)]);

export function checkCatalog(catalog: Catalog, terms: Terms, files: CatalogFiles): ContentProblem[] {
  const { unbroken } = files;
  const isUnbroken = unbroken.value !== undefined;
  const found = catalogRules.map(({ isOfNames, check }) =>
    isOfNames && isUnbroken ? [] : [...check(catalog, terms, files)],
  );
  if (!isUnbroken && catalogRules.every(({ isOfNames }, at) => !isOfNames || found[at]?.length === 0))
    unbroken.put(Uint8Array.of(1));
  return found.flat();
}

import type { Entry } from '../records/entry.ts';
import type { MedicationProfile, PeptideProfile } from '../schema/types.ts';
import { facts, items, rows, text, titled, warning } from './blocks.ts';
import type { Block, Tone } from './section.ts';

/** What the four tiers of abrupt stopping mean, in a word. */
export const tierTone = { critical: 'major', caution: 'moderate', low: 'minor', na: 'info' } as const satisfies Record<
  string,
  Tone
>;
// A map, because a colour is any text: an object would know "constructor".
const populationTone: ReadonlyMap<string, Tone> = new Map([
  ['red', 'major'],
  ['amber', 'moderate'],
  ['yellow', 'moderate'],
  ['orange', 'moderate'],
  ['green', 'good'],
]);
export const populationNames = {
  pregnancy: 'Pregnancy',
  nursing: 'Breastfeeding',
  pediatric: 'Children',
  geriatric: 'Older adults',
  renal: 'Kidney disease',
  hepatic: 'Liver disease',
  menopause: 'Menopause',
} as const;

type Of<P> = { readonly profile: P };

/** Blocks of a section whose words or signs depend on more than one value (profile/sections). */
export const special = {
  labelWarnings({ profile: { blackBox, nti } }: Of<MedicationProfile>): Block[] {
    const title = `Boxed warning: ${blackBox?.warning ?? 'see the label'}`;
    return [
      ...(blackBox ? warning('major', title, blackBox.description, '/profile/blackBox') : []),
      ...(nti ? warning('moderate', 'Narrow therapeutic index', nti.note, '/profile/nti') : []),
    ];
  },
  /** A combination states one strength for each ingredient. */
  soldAs({ soldAs = [], substances }: Pick<Entry, 'soldAs' | 'substances'>): Block[] {
    const order =
      substances.length > 1 ? `; each strength is of ${substances.toSorted().join(' / ')}, in this order` : '';
    return titled('Sold in the US as', [
      ...facts(soldAs.map(({ form, strengths }) => [form, strengths.join(', ')])),
      ...(soldAs.length > 0
        ? text(`Forms and strengths of RxNorm (US National Library of Medicine), of all makers${order}.`)
        : []),
    ]);
  },
  stoppingWarning: ({ profile: { taperingInfo: t } }: Of<MedicationProfile>): Block[] =>
    t ? warning(tierTone[t.tier ?? 'na'], t.tierLabel ?? 'Stopping', t.reason, '/profile/taperingInfo/reason') : [],
  populations: ({ profile }: Of<MedicationProfile>): Block[] =>
    items(Object.entries(profile.specialPopulations ?? {}), ([key, value]) => ({
      title: populationNames[key as keyof typeof populationNames] ?? key,
      tone: populationTone.get(value?.color ?? '') ?? 'unknown',
      ...(value?.category && { badge: value.category }),
      rows: rows([['Details', value?.details]]),
      at: `/profile/specialPopulations/${key}`,
    })),
  pillForm({ profile: { stabilityAndForm: s } }: Of<PeptideProfile>): Block[] {
    const at = '/profile/stabilityAndForm/pillException';
    return s?.pillWarning
      ? warning('moderate', 'A pill form is not credible', s.pillException, at)
      : titled('Pill form', text(s?.pillException, at));
  },
} as const;

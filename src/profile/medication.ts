import type { Entry, TrialFindings } from '../records/entry.ts';
import type { MedicationProfile as Profile } from '../schema/types.ts';
import { facts, items, list, recordSection, rows, section, text, titled, warning } from './blocks.ts';
import { TRIALS } from './funding.ts';
import type { Block, Section, Tone } from './section.ts';
import { trialFigures } from './study-people.ts';

/** What the record of a profile says beside it: what trials found, by the pointer of the trial, and what is sold. */
type Beside = Pick<Entry, 'trialFindings' | 'soldAs' | 'substances'>;

export const medicationSections = (profile: Profile, beside: Beside): Section[] =>
  [
    overview,
    warnings,
    sideEffects,
    (p: Profile) => forms(p, beside),
    stopping,
    populations,
    (p: Profile) => evidence(p, beside.trialFindings),
    alternatives,
    costs,
    questions,
    approval,
    recordSection,
  ].flatMap((part) => part(profile));

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

const overview = (p: Profile): Section[] =>
  section('what-it-is', 'What it is for', ['indications'], list(p.indications, '/profile/indications'));

const approval = (p: Profile): Section[] =>
  section(
    'approval',
    'Names and approval',
    ['brandName', 'genericName', 'manufacturer', 'fdaApproval', 'drugClass', 'schedule'],
    facts([
      ['Generic name', p.genericName, undefined, '/profile/genericName'],
      ['Brand names', p.brandName, undefined, '/profile/brandName'],
      ['Class', p.drugClass, undefined, '/profile/drugClass'],
      ['Manufacturer', p.manufacturer, undefined, '/profile/manufacturer'],
      ['FDA approval', p.fdaApproval, undefined, '/profile/fdaApproval'],
      ['Controlled substance', p.schedule, undefined, '/profile/schedule'],
    ]),
  );

const warnings = (p: Profile): Section[] =>
  section(
    'warnings',
    'Warnings',
    ['blackBox', 'nti'],
    [
      ...(p.blackBox
        ? warning('major', `Boxed warning: ${p.blackBox.warning ?? 'see the label'}`, p.blackBox.description, {
            at: '/profile/blackBox',
          })
        : []),
      ...(p.nti ? warning('moderate', 'Narrow therapeutic index', p.nti.note, { at: '/profile/nti' }) : []),
    ],
  );

const sideEffects = (p: Profile): Section[] =>
  section(
    'side-effects',
    'Side effects',
    ['sideEffects'],
    [
      ...titled('Signs that need help', list(p.sideEffects?.serious, '/profile/sideEffects/serious')),
      ...titled(
        'Common',
        items(
          p.sideEffects?.common,
          ({ effect, rate, tip }) => ({
            title: effect ?? 'Not named',
            rows: rows([
              ['How often', rate],
              ['Good to know', tip],
            ]),
          }),
          '/profile/sideEffects/common',
        ),
      ),
    ],
  );

/** Strengths are of tablets and the like; a combination states one for each ingredient. */
const soldAs = ({ soldAs: forms = [], substances }: Beside): Block[] =>
  titled('Sold in the US as', [
    ...facts(forms.map(({ form, strengths }) => [form, strengths.join(', ')])),
    ...(forms.length === 0
      ? []
      : text(
          `Forms and strengths of RxNorm (US National Library of Medicine), of all makers${substances.length > 1 ? `; each strength is of ${substances.toSorted().join(' / ')}, in this order` : ''}.`,
        )),
  ]);

const forms = (p: Profile, beside: Beside): Section[] =>
  section(
    'forms',
    'Forms and strengths',
    ['doses', 'routeProfiles'],
    [
      ...list(p.doses, '/profile/doses'),
      ...soldAs(beside),
      ...titled(
        'How the routes differ',
        items(
          p.routeProfiles,
          (route) => ({
            title: route.route ?? 'Not named',
            rows: rows([
              ['Brands', route.brands?.join(', ')],
              ['Risk of blood clots', route.vteRisk],
              ['About blood clots', route.vteNote],
              ['Absorption into the blood', route.systemicAbsorption],
              ['In practice', route.clinicalNote],
            ]),
          }),
          '/profile/routeProfiles',
        ),
      ),
    ],
  );

const stopping = ({ taperingInfo: t }: Profile): Section[] =>
  section(
    'stopping',
    'Stopping',
    ['taperingInfo'],
    [
      ...(t
        ? warning(tierTone[t.tier ?? 'na'], t.tierLabel ?? 'Stopping', t.reason, { at: '/profile/taperingInfo/reason' })
        : []),
      ...facts([['What is known about the time', t?.timeframe, undefined, '/profile/taperingInfo/timeframe']]),
      ...titled('How prescribers usually manage it', list(t?.protocol, '/profile/taperingInfo/protocol')),
      ...titled('What can happen after stopping', list(t?.warningSymptoms, '/profile/taperingInfo/warningSymptoms')),
    ],
  );

const populations = (p: Profile): Section[] =>
  section(
    'special-groups',
    'Special groups',
    ['specialPopulations'],
    items(Object.entries(p.specialPopulations ?? {}), ([key, value]) => ({
      title: populationNames[key as keyof typeof populationNames] ?? key,
      tone: populationTone.get(value?.color ?? '') ?? 'unknown',
      ...(value?.category && { badge: value.category }),
      rows: rows([['Details', value?.details]]),
      at: `/profile/specialPopulations/${key}`,
    })),
  );

const evidence = ({ clinicalTrials: c, manufacturer }: Profile, findings: TrialFindings): Section[] =>
  section(
    'evidence',
    'Evidence and who paid',
    ['clinicalTrials'],
    [
      ...titled('Key studies', text(c?.keyStudies, '/profile/clinicalTrials/keyStudies')),
      ...titled('What they found', text(c?.results, '/profile/clinicalTrials/results')),
      ...titled('Who paid', text(c?.fundingDetails, '/profile/clinicalTrials/fundingDetails')),
      ...titled('Conflicts of interest', text(c?.conflicts, '/profile/clinicalTrials/conflicts')),
      ...titled(
        'Trials',
        items(
          c?.trialLinks,
          (trial, index) => ({
            title: trial.name ?? trial.id ?? 'Trial',
            ...(trial.link && { link: trial.link }),
            rows: rows([
              ['What was found', findings[`${TRIALS}/${index}`]],
              ['Registry', trial.id],
              ['Publication', trial.publication],
              ['Funder', trial.funder ?? 'Not checked'],
            ]),
            study: trialFigures(trial, manufacturer),
          }),
          TRIALS,
        ),
      ),
    ],
  );

const alternatives = ({ metabolicAlternatives: a }: Profile): Section[] =>
  section(
    'alternatives',
    a?.title ?? 'Without medicine',
    ['metabolicAlternatives'],
    [
      ...text(a?.keyPoint, '/profile/metabolicAlternatives/keyPoint'),
      ...items(
        a?.interventions,
        (one) => ({
          title: one.method ?? 'Not named',
          ...(one.link && { link: one.link }),
          rows: rows([
            ['What it is', one.detail],
            ['What was measured', one.efficacy],
          ]),
        }),
        '/profile/metabolicAlternatives/interventions',
      ),
      ...titled(
        'Studies',
        items(
          a?.studies,
          (one) => ({
            title: one.name ?? 'Study',
            ...(one.link && { link: one.link }),
            rows: rows([['Result', one.result]]),
          }),
          '/profile/metabolicAlternatives/studies',
        ),
      ),
    ],
  );

const costs = ({ costs: c }: Profile): Section[] =>
  section(
    'costs',
    'Cost',
    ['costs'],
    facts([
      ['With insurance', c?.withInsurance, undefined, '/profile/costs/withInsurance'],
      ['Without insurance', c?.withoutInsurance, undefined, '/profile/costs/withoutInsurance'],
      ['List price', c?.listPrice, undefined, '/profile/costs/listPrice'],
      ['Price is', c?.costPeriod],
      ['Length of a course', c?.costDuration],
      ['Months', c?.costDurationMonths],
      ['Doses in a series', c?.dosesInSeries],
      ['Saving', c?.costSavingTip, undefined, '/profile/costs/costSavingTip'],
    ]),
  );

const questions = (p: Profile): Section[] =>
  section(
    'questions',
    'Questions for your clinician',
    ['doctorQuestions'],
    [
      ...list(p.doctorQuestions?.questions, '/profile/doctorQuestions/questions'),
      ...titled('Tests to ask about', list(p.doctorQuestions?.tests, '/profile/doctorQuestions/tests')),
    ],
  );

import type { PeptideProfile as Profile } from '../schema/types.ts';
import {
  cautions,
  facts,
  items,
  list,
  recordSection,
  rows,
  section,
  studies,
  text,
  titled,
  warning,
} from './blocks.ts';
import type { Section } from './section.ts';

export const peptideSections = (profile: Profile): Section[] =>
  [overview, risks, cautions, uses, forms, monitoring, evidence, regulation, naming, recordSection].flatMap((part) =>
    part(profile),
  );

const overview = (p: Profile): Section[] =>
  section(
    'what-it-is',
    'What it is',
    ['whatItIs', 'keyFinding', 'mechanismOfAction'],
    [
      ...text(p.whatItIs, '/profile/whatItIs'),
      ...titled('The main finding', text(p.keyFinding, '/profile/keyFinding')),
      ...titled('How it is thought to work', text(p.mechanismOfAction, '/profile/mechanismOfAction')),
    ],
  );

const regulation = (p: Profile): Section[] =>
  section(
    'regulation',
    'Regulatory position',
    ['regulatoryStatus', 'compoundingGuidance'],
    [
      ...text(p.regulatoryStatus, '/profile/regulatoryStatus'),
      ...titled('Compounding', text(p.compoundingGuidance, '/profile/compoundingGuidance')),
    ],
  );

const naming = (p: Profile): Section[] =>
  section(
    'approval',
    'Names',
    ['name', 'subtitle', 'category', 'adminRoute'],
    facts([
      ['Name', p.name, undefined, '/profile/name'],
      ['In short', p.subtitle, undefined, '/profile/subtitle'],
      ['Category', p.category, undefined, '/profile/category'],
      ['Route', p.adminRoute, undefined, '/profile/adminRoute'],
    ]),
  );

const risks = (p: Profile): Section[] =>
  section('grey-market', 'Grey-market risks', ['greyMarketRisks'], list(p.greyMarketRisks, '/profile/greyMarketRisks'));

const uses = (p: Profile): Section[] =>
  section(
    'research-uses',
    'What it was studied for',
    ['researchUses'],
    items(
      p.researchUses,
      ({ area, finding, note }) => ({
        title: area ?? 'Not named',
        rows: rows([
          ['Finding', finding],
          ['Note', note],
        ]),
      }),
      '/profile/researchUses',
    ),
  );

const forms = ({ stabilityAndForm: s }: Profile): Section[] =>
  section(
    'forms',
    'Stability and forms',
    ['stabilityAndForm'],
    [
      ...(s?.pillWarning
        ? warning('moderate', 'A pill form is not credible', s.pillException, {
            at: '/profile/stabilityAndForm/pillException',
          })
        : titled('Pill form', text(s?.pillException, '/profile/stabilityAndForm/pillException'))),
      ...items(
        s?.validForms,
        ({ form, bioavailable, note }) => ({
          title: form ?? 'Not named',
          rows: rows([
            ['Reaches the blood', bioavailable],
            ['Note', note],
          ]),
        }),
        '/profile/stabilityAndForm/validForms',
      ),
      ...titled('Reconstitution', text(s?.reconstitutionNote, '/profile/stabilityAndForm/reconstitutionNote')),
    ],
  );

const monitoring = (p: Profile): Section[] =>
  section(
    'bloodwork',
    'Blood tests used for monitoring',
    ['bloodworkToMonitor'],
    items(
      p.bloodworkToMonitor,
      ({ lab, frequency, why }) => ({
        title: lab ?? 'Not named',
        rows: rows([
          ['How often', frequency],
          ['Why', why],
        ]),
      }),
      '/profile/bloodworkToMonitor',
    ),
  );

const evidence = (p: Profile): Section[] =>
  section('evidence', 'Evidence and who paid', ['studies'], studies(p.studies));

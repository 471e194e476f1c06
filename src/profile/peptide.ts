import type { PeptideProfile as Profile } from '../schema/types.ts';
import {
  facts,
  items,
  list,
  recordSection,
  riskSections,
  rows,
  section,
  studies,
  text,
  titled,
  warning,
} from './blocks.ts';
import type { Section } from './section.ts';

export const peptideSections = (profile: Profile): Section[] =>
  [overview, risks, riskSections, uses, forms, monitoring, evidence, recordSection].flatMap((part) => part(profile));

const overview = (p: Profile): Section[] =>
  section(
    'what-it-is',
    'What it is',
    [
      'name',
      'subtitle',
      'category',
      'regulatoryStatus',
      'adminRoute',
      'whatItIs',
      'keyFinding',
      'mechanismOfAction',
      'compoundingGuidance',
    ],
    [
      ...titled('Regulatory position', text(p.regulatoryStatus)),
      ...titled('In plain words', text(p.whatItIs)),
      ...titled('The main finding', text(p.keyFinding)),
      ...titled('How it is thought to work', text(p.mechanismOfAction)),
      ...titled('Compounding', text(p.compoundingGuidance)),
      ...facts([
        ['Name', p.name],
        ['In short', p.subtitle],
        ['Category', p.category],
        ['Route', p.adminRoute],
      ]),
    ],
  );

const risks = (p: Profile): Section[] =>
  section('grey-market', 'Risks of the grey market', ['greyMarketRisks'], list(p.greyMarketRisks));

const uses = (p: Profile): Section[] =>
  section(
    'research-uses',
    'What it was studied for',
    ['researchUses'],
    items(p.researchUses, ({ area, finding, note }) => ({
      title: area ?? 'Not named',
      rows: rows([
        ['Finding', finding],
        ['Note', note],
      ]),
    })),
  );

const forms = ({ stabilityAndForm: s }: Profile): Section[] =>
  section(
    'forms',
    'Stability and forms',
    ['stabilityAndForm'],
    [
      ...(s?.pillWarning
        ? warning('moderate', 'A pill form is not credible', s.pillException)
        : titled('Pill form', text(s?.pillException))),
      ...items(s?.validForms, ({ form, bioavailable, note }) => ({
        title: form ?? 'Not named',
        rows: rows([
          ['Reaches the blood', bioavailable],
          ['Note', note],
        ]),
      })),
      ...titled('Reconstitution', text(s?.reconstitutionNote)),
      ...facts([['Warning about pills', s?.pillWarning]]),
    ],
  );

const monitoring = (p: Profile): Section[] =>
  section(
    'bloodwork',
    'Blood tests used for monitoring',
    ['bloodworkToMonitor'],
    items(p.bloodworkToMonitor, ({ lab, frequency, why }) => ({
      title: lab ?? 'Not named',
      rows: rows([
        ['How often', frequency],
        ['Why', why],
      ]),
    })),
  );

const evidence = (p: Profile): Section[] =>
  section('evidence', 'Evidence and who paid', ['studies'], studies(p.studies));

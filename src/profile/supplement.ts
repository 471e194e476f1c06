import type { SupplementProfile as Profile } from '../schema/types.ts';
import { facts, items, recordSection, riskSections, rows, section, studies, text, titled } from './blocks.ts';
import type { Section, Tone } from './section.ts';

export const supplementSections = (profile: Profile): Section[] =>
  [overview, riskSections, forms, dosing, evidence, quality, related, recordSection].flatMap((part) => part(profile));

const certTone = {
  'Gold Standard': 'good',
  Strong: 'good',
  Independent: 'info',
  Caution: 'moderate',
} as const satisfies Record<string, Tone>;

const overview = (p: Profile): Section[] =>
  section(
    'what-it-is',
    'What it is',
    ['name', 'subtitle', 'category', 'fdaStatus', 'whatItIs', 'keyFinding'],
    [
      ...text(p.whatItIs),
      ...titled('The main finding', text(p.keyFinding)),
      ...facts([
        ['Name', p.name],
        ['In short', p.subtitle],
        ['Category', p.category],
        ['Regulation', p.fdaStatus],
      ]),
    ],
  );

const forms = (p: Profile): Section[] =>
  section(
    'forms',
    'Forms',
    ['forms', 'whyFormMatters', 'rancidityRisk'],
    [
      ...titled('Why the form matters', text(p.whyFormMatters)),
      ...items(p.forms, ({ form, absorption, note, preferred }) => ({
        title: form ?? 'Not named',
        ...(preferred && { tone: 'good' as const, badge: 'Most evidence' }),
        rows: rows([
          ['Absorption', absorption],
          ['Note', note],
          ['Form with most evidence', preferred],
        ]),
      })),
      ...titled('Going rancid', text(p.rancidityRisk)),
    ],
  );

const dosing = (p: Profile): Section[] =>
  section(
    'doses-studied',
    'Doses studied',
    ['dosing', 'dosingNote'],
    [
      ...text(p.dosingNote),
      ...items(p.dosing, ({ condition, dose, source }) => ({
        title: condition ?? 'Not named',
        rows: rows([
          ['Dose studied', dose],
          ['Source', source],
        ]),
      })),
    ],
  );

const evidence = (p: Profile): Section[] =>
  section(
    'evidence',
    'Evidence and who paid',
    ['studies', 'fundingContext'],
    [...titled('Who pays for the research', text(p.fundingContext)), ...studies(p.studies)],
  );

const quality = (p: Profile): Section[] =>
  section(
    'certifications',
    'Quality seals',
    ['certifications'],
    items(p.certifications, ({ cert, tier, note }) => ({
      title: cert ?? 'Not named',
      ...(tier && { tone: certTone[tier], badge: tier }),
      rows: rows([['What it covers', note]]),
    })),
  );

const related = (p: Profile): Section[] =>
  section(
    'related-medications',
    'Related medications',
    ['relatedMedications'],
    items(p.relatedMedications, ({ medId, medName, relationship }) => ({
      title: medName ?? medId ?? 'Not named',
      ...(medId && { link: `/medication/${medId}` }),
      rows: rows([['How they relate', relationship]]),
    })),
  );

import type { SupplementProfile as Profile } from '../schema/types.ts';
import { cautions, facts, items, recordSection, rows, section, studies, text, titled } from './blocks.ts';
import type { Section, Tone } from './section.ts';

export const supplementSections = (profile: Profile): Section[] =>
  [overview, cautions, forms, dosing, evidence, quality, related, regulation, recordSection].flatMap((part) =>
    part(profile),
  );

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
    ['whatItIs', 'keyFinding'],
    [
      ...text(p.whatItIs, '/profile/whatItIs'),
      ...titled('The main finding', text(p.keyFinding, '/profile/keyFinding')),
    ],
  );

const regulation = (p: Profile): Section[] =>
  section(
    'approval',
    'Names and regulation',
    ['name', 'subtitle', 'category', 'fdaStatus'],
    facts([
      ['Name', p.name, undefined, '/profile/name'],
      ['In short', p.subtitle, undefined, '/profile/subtitle'],
      ['Category', p.category, undefined, '/profile/category'],
      ['Regulation', p.fdaStatus, undefined, '/profile/fdaStatus'],
    ]),
  );

const forms = (p: Profile): Section[] =>
  section(
    'forms',
    'Forms',
    ['forms', 'whyFormMatters', 'rancidityRisk'],
    [
      ...titled('Why the form matters', text(p.whyFormMatters, '/profile/whyFormMatters')),
      ...items(
        p.forms,
        ({ form, absorption, note, preferred }) => ({
          title: form ?? 'Not named',
          ...(preferred && { tone: 'good' as const, badge: 'Most evidence' }),
          rows: rows([
            ['Absorption', absorption],
            ['Note', note],
          ]),
        }),
        '/profile/forms',
      ),
      ...titled('Going rancid', text(p.rancidityRisk, '/profile/rancidityRisk')),
    ],
  );

const dosing = (p: Profile): Section[] =>
  section(
    'doses-studied',
    'Doses studied',
    ['dosing', 'dosingNote'],
    [
      ...text(p.dosingNote, '/profile/dosingNote'),
      ...items(
        p.dosing,
        ({ condition, dose, source }) => ({
          title: condition ?? 'Not named',
          rows: rows([
            ['Dose studied', dose],
            ['Source', source],
          ]),
        }),
        '/profile/dosing',
      ),
    ],
  );

const evidence = (p: Profile): Section[] =>
  section(
    'evidence',
    'Evidence and who paid',
    ['studies', 'fundingContext'],
    [...titled('Who pays for the research', text(p.fundingContext, '/profile/fundingContext')), ...studies(p.studies)],
  );

const quality = (p: Profile): Section[] =>
  section(
    'certifications',
    'Quality seals',
    ['certifications'],
    items(
      p.certifications,
      ({ cert, tier, note }) => ({
        title: cert ?? 'Not named',
        ...(tier && { tone: certTone[tier], badge: tier }),
        rows: rows([['What it covers', note]]),
      }),
      '/profile/certifications',
    ),
  );

const related = (p: Profile): Section[] =>
  section(
    'related-medications',
    'Related medications',
    ['relatedMedications'],
    items(
      p.relatedMedications,
      ({ medId, medName, relationship }) => ({
        title: medName ?? medId ?? 'Not named',
        ...(medId && { link: `/medication/${medId}` }),
        rows: rows([['How they relate', relationship]]),
      }),
      '/profile/relatedMedications',
    ),
  );

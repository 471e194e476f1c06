import { capitalized } from '../text/sentences.ts';
import sections from './label-sections.json' with { type: 'json' };

/** What a draft reads of an openFDA label record (open.fda.gov/apis/drug/label). Other fields are its sections. */
export interface DraftLabel {
  readonly set_id: string;
  /** YYYYMMDD. */
  readonly effective_time: string;
  readonly openfda?: Readonly<Partial<Record<OpenFdaField, readonly string[]>>>;
  readonly [section: string]: unknown;
}

const OPENFDA_FIELDS = [
  'application_number',
  'brand_name',
  'generic_name',
  'manufacturer_name',
  'pharm_class_epc',
  'route',
  'rxcui',
  'substance_name',
  'unii',
] as const;
type OpenFdaField = (typeof OPENFDA_FIELDS)[number];

/** The one label of a text, which holds a label record or an answer of the API. @throws {Error} with the reason where it has none or several */
export function labelOf(text: string): DraftLabel {
  const answer = parsed(text);
  const labels: unknown = isMap(answer) && 'results' in answer ? answer.results : [answer];
  if (!Array.isArray(labels) || labels.length === 0) throw new Error('has no label in "results"');
  if (labels.length > 1) throw new Error(`has ${labels.length} labels; keep the one that the record is to cite`);
  const [label] = labels;
  if (!isMap(label)) throw new Error('is no openFDA label record');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(label.set_id)))
    throw new Error('is no openFDA label record: it lacks a set_id');
  if (!/^\d{8}$/.test(String(label.effective_time)))
    throw new Error('is no openFDA label record: it lacks an effective_time of the form YYYYMMDD');
  const { openfda = {} } = label;
  if (!isMap(openfda) || OPENFDA_FIELDS.some((field) => field in openfda && !isTexts(openfda[field])))
    throw new Error('is no openFDA label record: a field of "openfda" is no list of texts');
  return label as DraftLabel;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The lines that a label adds to a draft: YAML that states what its fields state, and comments that name its sections. */
export interface LabelLines {
  readonly brands: string;
  readonly salts: string;
  readonly ids: string;
  readonly source: string;
  /** YAML for fields of the profile. */
  readonly filled: Readonly<Record<string, string>>;
  /** A comment that names the sections to be read for a field or a path below it. */
  readonly readFor: (field: string) => string;
  /** The sections of the label that no field names. */
  readonly others: string;
}

/** Returns the lines for the draft of a record with this name. */
export function linesOf(label: DraftLabel, name: string): LabelLines {
  const fields = label.openfda ?? {};
  const generic = name.toLowerCase();
  const substances = distinct((fields.substance_name ?? []).map((one) => one.toLowerCase()));
  const names = distinct([...(fields.generic_name ?? []), ...substances, generic].map((one) => one.toLowerCase()));
  const brands = (fields.brand_name ?? []).filter((one) => !names.includes(one.toLowerCase())).map(titleCase);
  const present = Object.keys(label).filter((key) => isTexts(label[key]) && /^[a-z_]+$/.test(key));
  const effective = label.effective_time.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const maker = fields.manufacturer_name?.[0];
  const title = `${titleCase(fields.brand_name?.[0] ?? name)}, prescribing information${maker ? ` (${maker})` : ''}`;
  const doses = dosesOf(textOf(label, 'dosage_forms_and_strengths'));
  const salts = substances.filter((one) => one.startsWith(`${generic} `));
  return {
    brands: flow(distinct(brands)),
    salts: flow(salts),
    ids: identifiers(fields.unii ?? [], fields.rxcui ?? [], salts),
    source: [
      '  - id: label',
      '    type: fda-label',
      `    title: ${JSON.stringify(title)}`,
      `    url: https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${label.set_id}`,
      `    date: "${effective}"`,
      `    setId: ${label.set_id}`,
      `    effective: "${effective}"`,
    ].join('\n'),
    filled: {
      ...(doses && { doses }),
      ...(present.includes('controlled_substance') && { schedule: 'Replace this by the schedule' }),
    },
    readFor: (field) => {
      const wanted: readonly string[] = (sections as Record<string, string[]>)[field] ?? [];
      const found = wanted.filter((section) => present.includes(section));
      const facts = factsFor(field, fields);
      if (found.length > 0) return `Read in the label: ${found.join(', ')}.${facts}`;
      return wanted.length > 0 ? `The label has no section for it (${wanted.join(', ')}).${facts}` : facts.trim();
    },
    others: present
      .filter((key) => !key.endsWith('_table') && !Object.values(sections).flat().includes(key))
      .join(', '),
  };
}

/** What openFDA's own fields say about a field of the profile, to be compared, not copied. */
function factsFor(field: string, fields: NonNullable<DraftLabel['openfda']>): string {
  const said = {
    manufacturer: fields.manufacturer_name,
    fdaApproval: fields.application_number,
    drugClass: fields.pharm_class_epc,
    doses: fields.route,
  }[field];
  return said ? ` openFDA names ${said.map((one) => JSON.stringify(one)).join(', ')}.` : '';
}

/** The UNII of a label is that of its ingredient as it names it, so that of a salt is no identifier of the substance. */
function identifiers(unii: readonly string[], rxcui: readonly string[], salts: readonly string[]): string {
  const value = unii.length === 1 ? JSON.stringify(unii[0]) : flow(unii);
  const products = rxcui.map((one) => JSON.stringify(one)).join(', ');
  return [
    unii.length > 0 && salts.length === 0
      ? `  ids: { unii: ${value} }`
      : `  # ids: { unii: "", rxcui: "" }${unii.length > 0 ? `  The label's UNII ${value} is of ${flow(salts)}.` : ''}`,
    ...(products
      ? [`  # The label's RxCUI are of its products (${products}); a record has that of the ingredient.`]
      : []),
  ].join('\n');
}

const FORM =
  /\b(?:(?:extended|delayed|immediate)-release |orally disintegrating |chewable |oral |ophthalmic |topical |nasal )?(?:tablet|capsule|injection|solution|suspension|cream|ointment|gel|lotion|patch|spray|foam|suppositor(?:y|ies)|powder|granule|syrup|film|ring|aerosol)(?:e?s)?\b/gi;
const STRENGTH =
  /\d[\d,.]*\s?(?:mg|mcg|g|units?|mEq|mmol|%)(?:\s?\/\s?(?:\d[\d.]*\s?)?(?:mL|mg|g|actuation|hour|hr|day|24 hours))?(?![\w])/gi;

/** One entry for each form that is followed by strengths; undefined where the section names none. */
function dosesOf(text: string): string | undefined {
  const forms = [...text.matchAll(FORM)];
  const strengths = new Map<string, string[]>();
  forms.forEach(({ 0: form, index }, at) => {
    const part = text.slice(index + form.length, forms[at + 1]?.index ?? text.length);
    const key = form.toLowerCase();
    const known = strengths.get(key) ?? [];
    strengths.set(key, distinct([...known, ...(part.match(STRENGTH) ?? [])]));
  });
  const rows = [...strengths].filter(([, all]) => all.length > 0);
  if (rows.length === 0) return undefined;
  const lines = rows.map(([form, all]) => {
    const said = `${capitalized(form)}: ${all.join(', ')}`;
    return `\n    - { text: ${JSON.stringify(said)}, sources: [label] }`;
  });
  return lines.join('');
}

const textOf = (label: DraftLabel, section: string): string => {
  const texts = label[section];
  return isTexts(texts) ? texts.join('\n') : '';
};

/** "Amjevita" of "AMJEVITA"; a name in small letters stays as it is. */
const titleCase = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase().replace(/(?<![a-z])[a-z]/g, (first) => first.toUpperCase()) : name;
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const flow = (texts: readonly string[]): string => `[${texts.map((one) => JSON.stringify(one)).join(', ')}]`;

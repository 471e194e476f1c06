import { TRIALS, type TrialFinding } from '../records/entry.ts';
import type { MedicationProfile } from '../schema/types.ts';
import { listOf } from '../text/sentences.ts';

/** `not_reported`: registry and paper were read and say nothing; `not_checked`: nobody has looked. */
export type FunderType = 'manufacturer' | 'industry' | 'public' | 'mixed' | 'not_reported' | 'not_checked';

/** `data` of funding-bias beside the record's identity (docs/contract.md, Funding-bias); null where the record does not state it. */
export function funding(name: string, profile: MedicationProfile, findings: readonly TrialFinding[]) {
  const evidence = profile.clinicalTrials;
  const findingAt = (pointer: string) => {
    const { found = null, outcomes = [] } = findings.find(({ at }) => at === pointer) ?? {};
    return { found, outcomes };
  };
  const trials = (evidence?.trialLinks ?? []).map((trial, index) => ({
    id: trial.id ?? null,
    name: trial.name ?? null,
    link: trial.link ?? null,
    ...findingAt(`${TRIALS}/${index}`),
    funder: trial.funder ?? 'Not checked',
    funder_type: funderType(trial.funder, profile.manufacturer),
  }));
  const summary = summaryOf(trials);
  return {
    manufacturer: profile.manufacturer ?? null,
    summary,
    trials,
    keyStudies: evidence?.keyStudies ?? null,
    results: evidence?.results ?? null,
    fundingDetails: evidence?.fundingDetails ?? null,
    conflicts: evidence?.conflicts ?? null,
    statement: statement(name, summary),
  };
}

function summaryOf(trials: readonly { readonly funder_type: FunderType }[]) {
  const count = (type: FunderType): number => trials.filter((trial) => trial.funder_type === type).length;
  return {
    trials: trials.length,
    manufacturer_funded: count('manufacturer'),
    industry_funded: count('industry'),
    public_funded: count('public'),
    mixed: count('mixed'),
    not_reported: count('not_reported'),
    not_checked: count('not_checked'),
  };
}

function statement(name: string, s: ReturnType<typeof summaryOf>): string {
  if (s.trials === 0)
    return `The record of ${name} lists no trial, so nothing can be said about who paid. That is not a sign of independence.`;
  const parts = [
    [s.manufacturer_funded, 'by the manufacturer'],
    [s.industry_funded, 'by other companies'],
    [s.public_funded, 'with public or charity money'],
    [s.mixed, 'by several of these'],
  ] as const;
  const known = parts
    .filter(([n]) => n > 0)
    .map(([n, by], at) => (at > 0 ? `${n} ${by}` : `${n} ${n === 1 ? 'was' : 'were'} paid for ${by}`));
  const open = [
    [s.not_reported, 'the funder is not reported'],
    [s.not_checked, 'the funder was not checked'],
  ] as const;
  const unknown = open
    .filter(([n]) => n > 0)
    .map(([n, why]) => ` For ${n} ${why}; that does not mean independent.`)
    .join('');
  return `Of ${s.trials} ${s.trials === 1 ? 'trial' : 'trials'} listed for ${name}${known.length > 0 ? `, ${listOf(known)}` : ', none has a reported funder'}.${unknown} A funder does not by itself make a result wrong or right.`;
}

const MARKED = /\((manufacturer|industry|public|charity|mixed|not reported|not checked)(?=[),;])/gi;
const markedTypes: Readonly<Record<string, FunderType>> = {
  manufacturer: 'manufacturer',
  industry: 'industry',
  public: 'public',
  charity: 'public',
  mixed: 'mixed',
  'not reported': 'not_reported',
  'not checked': 'not_checked',
};
const NOT_CHECKED = /^not (?:yet )?checked\b/i;
const PUBLIC =
  /\b(?:NIH|NHLBI|NIDDK|NIMH|NINDS|NIA|NCI|NIAID|NICHD|NCCIH|ODS|AHRQ|CDC|VA|MRC|NIHR|NHMRC|CIHR|EU|PCORI|BARDA)\b|National Institut|National Heart|National Cancer|Veterans Affairs|Department of|Ministry|Medical Research Council|Research Council|European Commission|European Union|government|federal|\bcharit(?:y|ies|able)\b|Wellcome|Gates Foundation|Heart Foundation|British Heart|Cancer Research UK|World Health Organi[sz]ation|public/i;
const COMPANY =
  /\b(?:Inc|Ltd|LLC|GmbH|AG|S\.?A\.?|Corp|Corporation|Co|Company|PLC|Pharma\w*|Laborator(?:y|ies)|Biotech\w*|Therapeutics|Biosciences|Biopharma\w*|Pfizer|Novartis|Roche|Genentech|Merck|Sanofi|GlaxoSmithKline|GSK|AstraZeneca|Bayer|Lilly|AbbVie|Abbott|Amgen|Novo Nordisk|Boehringer|Takeda|Janssen|Johnson|Bristol|BMS|Gilead|Teva|Lundbeck|Otsuka|Daiichi|Eisai|Servier|Viatris|Mylan|Upjohn|Wyeth|Schering|Forest|Allergan|Purdue|Sandoz|McNeil|Haleon|Theratechnologies|industry)\b/i;

/**
 * Who paid, read from the funder's text: a type marked in brackets wins, and several are mixed; otherwise names of the maker, of companies and
 * of public bodies. If none of them decides, it is `not_reported`: a university as sponsor says nothing about the money.
 */
export function funderType(funder: string | undefined, manufacturer: string | undefined): FunderType {
  if (!funder || NOT_CHECKED.test(funder)) return 'not_checked';
  const marked = new Set([...funder.matchAll(MARKED)].map(([, type = '']) => markedTypes[type.toLowerCase()]));
  const [one] = marked;
  if (one) return marked.size > 1 ? 'mixed' : one;
  const maker = isMaker(funder, manufacturer);
  const company = maker || COMPANY.test(funder);
  const open = PUBLIC.test(funder);
  if (company && open) return 'mixed';
  if (company) return maker ? 'manufacturer' : 'industry';
  if (open) return 'public';
  return 'not_reported';
}

/** Whether the first distinctive word of the maker's name appears in the funder's text. */
function isMaker(funder: string, manufacturer: string | undefined): boolean {
  const words = (manufacturer ?? '').toLowerCase().match(/[a-z]{4,}/g) ?? [];
  const telling = words.find((word) => !GENERIC_WORDS.has(word));
  return telling !== undefined && funder.toLowerCase().includes(telling);
}
const GENERIC =
  'originally pharmaceutical pharmaceuticals pharma laboratories company corporation now formerly several various generic makers manufacturers many and the first sold marketed national american united international general medical';
const GENERIC_WORDS = new Set(GENERIC.split(' '));

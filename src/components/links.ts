import type { Kind } from '../schema/kinds.ts';

/** How a kind is called on pages. */
export const kindWords: Readonly<Record<Kind, { one: string; many: string }>> = {
  medication: { one: 'Medication', many: 'Medications' },
  supplement: { one: 'Supplement', many: 'Supplements' },
  peptide: { one: 'Peptide', many: 'Peptides' },
};

export const recordPath = ({ kind, slug }: { kind: Kind; slug: string }): string => `/${kind}/${slug}`;
export const listPath = (kind: Kind): string => `/${kind}`;

/**
 * Where scripts find `/v1`: a path where the API shares the site's origin, so that a build can be looked at on any
 * host; the whole address where it does not.
 */
export function apiBase(site: { siteUrl: string; baseUrl: string }): string {
  const base = new URL(site.baseUrl);
  return base.origin === new URL(site.siteUrl).origin ? base.pathname.replace(/\/$/, '') : site.baseUrl;
}

/** 2026-11-21 as "21 November 2026"; shorter dates keep what they have. */
export const longDate = (date: string): string => formats[date.split('-').length - 1]?.format(new Date(date)) ?? date;

// A formatter costs far more than formatting, and a page has dozens of dates.
const formats = ([{}, { month: 'long' }, { month: 'long', day: 'numeric' }] as const).map(
  (parts) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', year: 'numeric', ...parts }),
);

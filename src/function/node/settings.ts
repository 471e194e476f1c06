import { resolve } from 'node:path';
import { defaultRates, type Rates } from '../limits.ts';
import { DAILY_REPORTS } from '../reports/report-store.ts';

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly rates: Rates;
  readonly proxies: string;
  readonly hosts: string;
  /** Reports a day over all senders; 0 is off. */
  readonly dailyReports: number;
  /** Networks whose reports may draw on the reserve of the day. */
  readonly trustedReporters: string;
}

export const settingsOf = (env: Readonly<Record<string, string | undefined>>): Settings => ({
  port: wholeNumber(env, 'PORT', 4321, 65_535),
  host: env.HOST || '127.0.0.1',
  dataDir: resolve(env.DATA_DIR || 'data'),
  rates: {
    default: wholeNumber(env, 'RATE_LIMIT', defaultRates.default),
    reports: wholeNumber(env, 'REPORT_RATE_LIMIT', defaultRates.reports),
  },
  proxies: env.TRUSTED_PROXIES ?? '',
  hosts: env.ALLOWED_HOSTS ?? '',
  dailyReports: wholeNumber(env, 'REPORT_DAY_LIMIT', DAILY_REPORTS),
  trustedReporters: env.TRUSTED_REPORTERS ?? '',
});

function wholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
  most = 1e9,
): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new Error(`${name} is "${text}"; it must be a whole number from 0 to ${most}.`);
  return value;
}

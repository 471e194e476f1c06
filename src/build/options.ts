import { join, resolve } from 'node:path';
import type { LoadOptions } from '../catalog/load.ts';
import { printable } from '../text/invisible.ts';
import { newestOf } from '../text/order.ts';
import { checkAddress } from '../text/site-address.ts';

export const root = join(import.meta.dirname, '../..');

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment that cannot be meant, named with what it should be. */
export class WrongSetting extends Error {
  override name = 'WrongSetting';
}

/** CONTENT_DIR, SITE_URL, BASE_URL. @throws {WrongSetting} before anything is read */
export function loadOptions(env: Environment = process.env): LoadOptions {
  return {
    siteUrl: addressOf(env, 'SITE_URL'),
    baseUrl: addressOf(env, 'BASE_URL'),
    contentDir: resolve(env.CONTENT_DIR || join(root, 'content')),
    defaultsDir: join(root, 'content'),
    schemaDir: join(root, 'src/schema'),
    // Whoever builds for a day of the past still knows which dates lie in the future.
    today: newestOf([buildDate(env), buildDate({})]),
    followLinks: env.FOLLOW_LINKS === '1',
  };
}

function addressOf(env: Environment, name: 'SITE_URL' | 'BASE_URL'): string | undefined {
  const text = env[name]?.trim();
  // "/" is the root of the site: Vite and what runs in it give BASE_URL that value to every program they start.
  if (!text || (name === 'BASE_URL' && text === '/')) return undefined;
  const checked = checkAddress(text, { mayHavePath: name === 'BASE_URL' });
  if ('fault' in checked) throw new WrongSetting(`${name} ${checked.fault}.`);
  return checked.address;
}

/** OUT_DIR, or dist/: the folder that a build replaces and a server serves. */
export const outDirOf = (env: Environment = process.env): string => resolve(env.OUT_DIR || join(root, 'dist'));

/** CACHE_DIR, or .cache/: the folder of the build cache; undefined where it is `none`. */
export const cacheDirOf = (env: Environment = process.env): string | undefined =>
  env.CACHE_DIR === 'none' ? undefined : resolve(env.CACHE_DIR || join(root, '.cache'));

/** CACHE_MB, or 2,000: megabytes above which the cache drops what was used longest ago; here in bytes. */
export function cacheLimitOf(env: Environment = process.env): number {
  const text = env.CACHE_MB?.trim() || '2000';
  if (!/^\d{1,7}$/.test(text))
    throw new WrongSetting(`CACHE_MB is "${printable(text)}"; write megabytes as a whole number, such as 2000.`);
  return Number(text) * 1e6;
}

/** SOURCE_DATE_EPOCH (seconds) or the clock, as a UTC date. @throws {WrongSetting} for no time, or a day to come */
export function buildDate(env: Environment = process.env, now: number = Date.now()): string {
  const text = env.SOURCE_DATE_EPOCH?.trim();
  if (!text) return dayOf(now);
  const time = /^\d{1,11}$/.test(text) ? Number(text) * 1000 : Number.NaN;
  const meant = `write seconds since 1970, such as ${Math.floor(now / 1000)}`;
  if (Number.isNaN(time)) throw new WrongSetting(`SOURCE_DATE_EPOCH is "${printable(text)}"; ${meant}.`);
  if (dayOf(time) > dayOf(now + DAY_MS))
    throw new WrongSetting(`SOURCE_DATE_EPOCH is ${dayOf(time)}, and today is ${dayOf(now)}; ${meant}.`);
  return dayOf(time);
}

const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

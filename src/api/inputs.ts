import type { Input } from './operation.ts';

export const MAX_NAME = 200;
export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 25;

export interface InputError {
  parameter: string;
  detail: string;
}

/** Inputs that passed, or what is wrong with each of those that did not. */
export type Parsed<T> =
  | { ok: true; value: T }
  | { ok: false; code: 'missing_parameter' | 'invalid_parameter'; errors: InputError[] };

/** Required texts by name: present once, not blank, at most 200 characters, no control characters; spaces around them go. */
export function parseNames<K extends string>(input: Input, keys: readonly K[]): Parsed<Record<K, string>> {
  const errors: InputError[] = [];
  const value: Partial<Record<K, string>> = {};
  let missing = true;
  for (const key of keys) {
    const raw = input[key];
    if (raw === undefined || raw === null || (typeof raw === 'string' && /^[\s\p{Cf}]*$/u.test(raw))) {
      errors.push({ parameter: key, detail: `${key} is required: send a name as text.` });
      continue;
    }
    const detail = fault(key, raw);
    if (detail) {
      missing = false;
      errors.push({ parameter: key, detail });
    } else value[key] = (raw as string).trim();
  }
  return errors.length
    ? { ok: false, code: missing ? 'missing_parameter' : 'invalid_parameter', errors }
    : { ok: true, value: value as Record<K, string> };
}

function fault(key: string, raw: unknown): string | undefined {
  if (Array.isArray(raw)) return `${key} was sent ${raw.length} times; send it once.`;
  if (typeof raw !== 'string') return `${key} must be text.`;
  // Characters as a person counts them: an emoji is one.
  if ([...raw].length > MAX_NAME) return `${key} is longer than ${MAX_NAME} characters; send the name alone.`;
  if (/\p{Cc}/u.test(raw)) return `${key} holds control characters; send plain text.`;
  if (!raw.isWellFormed()) return `${key} is not valid Unicode.`;
  return undefined;
}

/** `limit`: a whole number from 1 to 25 in plain digits, 10 when absent. */
export function parseLimit(input: Input): Parsed<number> {
  const raw = input.limit;
  if (raw === undefined) return { ok: true, value: DEFAULT_LIMIT };
  const value =
    typeof raw === 'number' ? raw : typeof raw === 'string' && /^\d{1,3}$/.test(raw) ? Number(raw) : Number.NaN;
  if (Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT) return { ok: true, value };
  const detail = Array.isArray(raw)
    ? `limit was sent ${raw.length} times; send it once.`
    : `limit must be a whole number from 1 to ${MAX_LIMIT}.`;
  return { ok: false, code: 'invalid_parameter', errors: [{ parameter: 'limit', detail }] };
}

/** Text fields of a report and their greatest lengths in characters; `claim` is required. */
export const reportFields = { claim: 4000, slug: 200, client: 200, expected_source: 2000, notes: 4000 } as const;
type ReportField = keyof typeof reportFields;

/** The report, or what is wrong with each field. Fields that we do not know are ignored, blank optional ones left out. */
export function parseReport(
  input: Input,
): { ok: true; value: { claim: string } & Partial<Record<ReportField, string>> } | { ok: false; errors: InputError[] } {
  const errors: InputError[] = [];
  const value: Partial<Record<ReportField, string>> = {};
  for (const [key, longest] of Object.entries(reportFields) as [ReportField, number][]) {
    const raw = input[key];
    if (raw === undefined || raw === null) continue;
    if (typeof raw !== 'string') errors.push({ parameter: key, detail: `${key} must be text.` });
    else if ([...raw].length > longest)
      errors.push({ parameter: key, detail: `${key} is longer than ${longest} characters.` });
    else if (raw.includes('\0') || !raw.isWellFormed())
      errors.push({ parameter: key, detail: `${key} is not valid text: it holds NUL or broken Unicode.` });
    else if (raw.trim()) value[key] = raw.trim();
  }
  if (value.claim === undefined && !errors.some(({ parameter }) => parameter === 'claim')) {
    errors.unshift({ parameter: 'claim', detail: 'claim is required: say what was claimed, as text.' });
  }
  return errors.length ? { ok: false, errors } : { ok: true, value: value as { claim: string } };
}

import { dividedLine } from '../names/typed-line.ts';
import { type Part, parts } from '../records/parts.ts';
import { Refusal } from './problem.ts';
import { MAX_NAME } from './request-limits.ts';

export type JsonSchema = Record<string, unknown>;

/** Raw inputs as they came: query values (an array when a parameter was repeated), JSON body or tool arguments. */
export type RawInput = Readonly<Record<string, unknown>>;

export interface Field<T = unknown> {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** What to send, for the error when it is missing: "send a name as text". */
  readonly wanted: string;
  readonly parse: (raw: unknown, name: string) => Parsed<T>;
}
export type Parsed<T> = { readonly value: T } | { readonly fault: string };

export type Fields = Readonly<Record<string, Field>>;
export type Values<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** A required name or query: present once, not blank, at most 200 characters, no control characters; surrounding spaces are trimmed. */
export const nameField = (description: string): Field<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: MAX_NAME, description },
  isRequired: true,
  wanted: 'send a name as text',
  parse: parseName,
});

/**
 * Further names: repeated or separated by commas in a query, a list in JSON. A blank one counts as not sent; a comma before
 * directions ("lisinopril 10 mg, once daily") separates nothing.
 */
export const nameListField = (most: number, description: string): Field<readonly string[]> => ({
  schema: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_NAME },
    maxItems: most,
    description,
  },
  isRequired: false,
  wanted: 'send a list of names',
  parse: (raw, name) => {
    if (raw === undefined || raw === null) return { value: [] };
    const isQuery = typeof raw === 'string' || (Array.isArray(raw) && raw.every((one) => typeof one === 'string'));
    if (!isQuery) return { fault: `${name} must be a list of names.` };
    const names = ([raw].flat() as string[]).flatMap(dividedLine);
    if (names.length > most) return { fault: `${name} holds ${names.length} names; send at most ${most}.` };
    const parsed = names.map((one) => parseName(one, name));
    const fault = parsed.find((one) => 'fault' in one);
    return fault ?? { value: parsed.flatMap((one) => ('value' in one ? [one.value] : [])) };
  },
});

/** Parts of a record: repeated or separated by commas in a query, a list in JSON; none asked for is the whole. */
export const sectionField: Field<readonly Part[]> = {
  schema: {
    type: 'array',
    items: { enum: [...parts] },
    maxItems: parts.length,
    description: 'Only these parts of the record; warnings always come along.',
  },
  isRequired: false,
  wanted: `send one or more of ${parts.join(', ')}`,
  parse: (raw, name) => {
    if (raw === undefined || raw === null) return { value: [] };
    const sent = [raw].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]));
    const asked = sent.map((one) => (typeof one === 'string' ? one.trim() : one));
    if (asked.some((one) => one === '')) return { fault: `${name} is blank; send one or more of ${parts.join(', ')}.` };
    if (asked.length > parts.length)
      return { fault: `${name} names ${asked.length} parts; there are ${parts.length}, send each once.` };
    const isPart = (one: unknown): one is Part => parts.includes(one as Part);
    if (asked.every(isPart)) return { value: parts.filter((part) => asked.includes(part)) };
    const unknown = asked.find((one) => !isPart(one));
    return {
      fault: `${typeof unknown === 'string' ? `"${unknown.slice(0, 40)}"` : 'A value that is no text'} is no ${name}; send one or more of ${parts.join(', ')}.`,
    };
  },
};

/** One word that asks for more than an answer has by itself; absent is undefined. */
export const choiceField = <T extends string>(choice: T, description: string): Field<T | undefined> => ({
  schema: { type: 'string', enum: [choice], description },
  isRequired: false,
  wanted: `send ${choice}, or leave it out`,
  parse: (raw, name) => {
    if (raw === undefined || raw === null) return { value: undefined };
    return raw === choice ? { value: choice } : { fault: `${name} must be ${choice}, or be left out.` };
  },
});

export const questionField = (description: string): Field<string> => ({
  ...nameField(description),
  wanted: 'send a name or a question as text',
  parse: (raw, name) => parseName(raw, name, 'ask in fewer words'),
});

/** A whole number from 1 to `most` in plain digits; `fallback` when absent. */
export const limitField = (most: number, fallback: number, description: string): Field<number> => ({
  schema: { type: 'integer', minimum: 1, maximum: most, default: fallback, description },
  isRequired: false,
  wanted: 'send a number',
  parse: (raw, name) => {
    if (raw === undefined) return { value: fallback };
    if (Array.isArray(raw)) return { fault: sentTooOften(name, raw) };
    const value =
      typeof raw === 'number' ? raw : typeof raw === 'string' && /^\d{1,3}$/.test(raw) ? Number(raw) : Number.NaN;
    const isFit = Number.isInteger(value) && value >= 1 && value <= most;
    return isFit ? { value } : { fault: `${name} must be a whole number from 1 to ${most}.` };
  },
});

/** A text of a JSON body; a blank one counts as absent. */
export const proseField = (longest: number, description: string): Field<string | undefined> => ({
  schema: { type: 'string', maxLength: longest, description },
  isRequired: false,
  wanted: 'send text',
  parse: (raw, name) => parseProse(raw, name, longest),
});

export const requiredProse = (longest: number, description: string, wanted: string): Field<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: longest, description },
  isRequired: true,
  wanted,
  parse: (raw, name) => parseProse(raw, name, longest) as Parsed<string>,
});

/** The object schema of the inputs: the query of GET, the body of POST, the arguments of the tool. */
export function inputSchema(fields: Fields): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  };
}

/** The inputs, read once; unknown ones are ignored. @throws {Refusal} that names every input at fault, or missing */
export function parseInputs<F extends Fields>(
  fields: F,
  input: RawInput,
  faultCode: 'invalid_parameter' | 'invalid_body',
): Values<F> {
  const errors: { parameter: string; detail: string }[] = [];
  const values: Record<string, unknown> = {};
  let isAllMissing = true;
  for (const [name, field] of Object.entries(fields)) {
    const raw = Object.hasOwn(input, name) ? input[name] : undefined;
    if (field.isRequired && isBlank(raw)) {
      errors.push({ parameter: name, detail: `${name} is required: ${field.wanted}.` });
      continue;
    }
    const parsed = field.parse(raw, name);
    if ('value' in parsed) values[name] = parsed.value;
    else {
      isAllMissing = false;
      errors.push({ parameter: name, detail: parsed.fault });
    }
  }
  if (errors.length === 0) return values as Values<F>;
  const isMissing = isAllMissing && faultCode === 'invalid_parameter';
  throw new Refusal({ code: isMissing ? 'missing_parameter' : faultCode, errors });
}

const isBlank = (raw: unknown): boolean =>
  raw === undefined || raw === null || (typeof raw === 'string' && /^[\s\p{Cf}]*$/u.test(raw));

const sentTooOften = (name: string, raw: readonly unknown[]): string =>
  `${name} was sent ${raw.length} times; send it once.`;

function parseName(raw: unknown, name: string, advice = 'send the name alone'): Parsed<string> {
  if (Array.isArray(raw)) return { fault: sentTooOften(name, raw) };
  if (typeof raw !== 'string') return { fault: `${name} must be text.` };
  // Characters as a person counts them: an emoji is one.
  if ([...raw].length > MAX_NAME) return { fault: `${name} is longer than ${MAX_NAME} characters; ${advice}.` };
  if (/\p{Cc}/u.test(raw)) return { fault: `${name} holds control characters; send plain text.` };
  if (!raw.isWellFormed()) return { fault: `${name} is not valid Unicode.` };
  return { value: raw.trim() };
}

function parseProse(raw: unknown, name: string, longest: number): Parsed<string | undefined> {
  if (raw === undefined || raw === null) return { value: undefined };
  if (typeof raw !== 'string') return { fault: `${name} must be text.` };
  if ([...raw].length > longest) return { fault: `${name} is longer than ${longest} characters.` };
  if (raw.includes('\0') || !raw.isWellFormed())
    return { fault: `${name} is not valid text: it holds NUL or broken Unicode.` };
  return { value: raw.trim() || undefined };
}

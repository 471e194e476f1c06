import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { closest, distance } from 'fastest-levenshtein';
import type { ContentProblem } from './problems.ts';
import type { Path, YamlFile } from './yaml.ts';

export type SchemaSet = (path: string) => ValidateFunction;

/** All JSON Schemas of a directory, compiled on first use and named by their path in it, such as `content/medication.json`. */
export function schemaSet(directory: string): SchemaSet {
  const known = compiled.get(directory) ?? compileSchemas(directory);
  compiled.set(directory, known);
  return known;
}

const compiled = new Map<string, SchemaSet>();

function compileSchemas(directory: string): SchemaSet {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false, verbose: true });
  addFormats.default(ajv);
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    const path = join(directory, file);
    ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')), key(relative(directory, path)));
  }
  return (path) => {
    const validate = ajv.getSchema(key(path));
    if (!validate) throw new Error(`There is no schema ${path} in ${directory}.`);
    return validate as ValidateFunction;
  };
}

// The schemas refer to each other by relative path, so that editors follow them; a base makes that work in ajv as well.
const key = (path: string): string => `file:///schema/${path.replaceAll('\\', '/')}`;

export function validateFile(file: YamlFile, validate: ValidateFunction): ContentProblem[] {
  if (validate(file.value)) return [];
  const seen = new Set<string>();
  return (validate.errors ?? []).flatMap((error) => {
    const problem = explain(file, error);
    const id = problem && `${problem.line}:${problem.column}:${problem.path}:${problem.reason}`;
    if (!problem || !id || seen.has(id)) return [];
    seen.add(id);
    return [problem];
  });
}

function explain(file: YamlFile, error: ErrorObject): ContentProblem | undefined {
  const path = pathOf(error.instancePath, file.value);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      const fields = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      const near = fields.length > 0 ? closest(name, fields) : '';
      const hint = near && distance(name, near) <= Math.max(2, name.length / 3) ? `; did you mean ${near}?` : '';
      return file.at(path, `is not a field here${hint || `; the fields are: ${fields.join(', ')}`}`, name);
    }
    case 'required':
      return file.at(path, `lacks ${params.missingProperty}; add it`);
    case 'type':
      return file.at(path, typeReason(error));
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String);
      const hint = typeof error.data === 'string' ? `; did you mean ${closest(error.data, allowed)}?` : '';
      return file.at(path, `must be one of: ${allowed.join(', ')}${hint}`);
    }
    case 'format':
      return file.at(
        path,
        params.format === 'date' ? 'is not a date; write YYYY-MM-DD in quotes' : `is not a valid ${params.format}`,
      );
    case 'pattern':
      return file.at(path, patternReason(String(params.pattern)));
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return file.at(path, 'is empty; fill it or leave the field out');
    case 'uniqueItems':
      return file.at(path, `repeats an item (${params.j} and ${params.i}); keep one`);
    case 'if':
    case 'allOf':
    case '$ref':
      return undefined; // the keyword inside says what is wrong
    default:
      return file.at(path, error.message ?? `breaks the rule ${error.keyword}`);
  }
}

function typeReason(error: ErrorObject): string {
  // Of several types the first is the likely one: text before a map of text and sources.
  const wanted = String((error.params as { type: unknown }).type).split(',')[0];
  const data = error.data;
  const is =
    data === null
      ? 'is empty'
      : `is ${Array.isArray(data) ? 'a list' : typeof data === 'object' ? 'a map' : typeof data === 'string' ? 'text' : `a ${typeof data}`}`;
  if (data === null) return `${is}; fill it or leave the field out`;
  if (wanted === 'string' && typeof data === 'number') return `${is}; write it as text with its unit, like "5 mg"`;
  if (wanted === 'string') return `${is}; write it as text in quotes`;
  if (wanted === 'array') return `${is}; write a list, one "- item" a line`;
  return `${is}; it must be ${wanted === 'object' ? 'a map of fields' : `a ${wanted}`}`;
}

function patternReason(pattern: string): string {
  if (pattern === '^https://') return 'is not an https address; write the https:// form of the link';
  if (pattern.startsWith('^\\d{4}-(0[1-9]')) return 'is not a year and month; write YYYY-MM in quotes';
  if (pattern.startsWith('^\\d{4}(')) return 'is not a date; write YYYY, YYYY-MM or YYYY-MM-DD in quotes';
  if (pattern.startsWith('^[0-9a-f]{8}-'))
    return 'is not a DailyMed set id; copy the 36 characters from the label address';
  if (pattern.startsWith('^[A-Z0-9]{10}')) return 'is not a UNII; copy its 10 capital letters and digits';
  if (pattern.startsWith('^[1-9]')) return 'is not an RxCUI; copy its digits and write them in quotes';
  if (pattern.startsWith('^[a-z0-9]+')) return 'is not an id; use lower-case letters, digits and single hyphens';
  return `does not match ${pattern}`;
}

function pathOf(pointer: string, value: unknown): Path {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node = value;
  return parts.map((part) => {
    const step = Array.isArray(node) ? Number(part) : part;
    node = (node as Record<string | number, unknown> | undefined)?.[step];
    return step;
  });
}

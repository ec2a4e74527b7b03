import type { ErrorObject } from 'ajv';
import { isMapping } from '../../../../contracts/place.js';
import { pointerKey } from '../../../../model/json-pointer.js';
import { printable } from '../../../../model/printable.js';
import { isSecretName } from '../../../../model/secrets.js';
import { choice, describeKind, describeSchema, describeValue } from './describe.js';
import type { JsonSchema } from './schema-writer.js';

/** One difference between a value and its contract. */
export interface EndpointViolation {
  /** Dotted, `[]` for items; empty: the whole body. */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
}
type Defs = Readonly<Record<string, JsonSchema>>;

const MOST = 100;
/** Errors that only contain another error. */
const OUTER = new Set(['if', 'allOf', '$ref']);

/** A validator's errors, one per field and expectation: of several items with the same fault the first is reported. */
export function violationsOf(errors: readonly ErrorObject[], body: unknown, defs: Defs): readonly EndpointViolation[] {
  const reported = new Map<string, EndpointViolation>();
  for (const error of errors) {
    if (OUTER.has(error.keyword)) continue;
    const fault = faultOf(error, defs);
    const path = pointerSegments(error.instancePath);
    const field = fieldOf(fault.below === undefined ? path : [...path, fault.below], body);
    const key = JSON.stringify([field, fault.expected, fault.actual === 'missing']);
    if (reported.has(key)) continue;
    // Reports never contain the value of a secret field.
    const actual = path.some(isSecretName) ? describeKind(error.data) : printable(fault.actual);
    reported.set(key, { field: printable(field), expected: printable(fault.expected), actual });
  }
  return [...reported.values()].slice(0, MOST);
}

interface Fault {
  readonly expected: string;
  readonly actual: string;
  /** The field of the error, below its place. */
  readonly below?: string;
}

function faultOf(error: ErrorObject, defs: Defs): Fault {
  const { keyword, schema, parentSchema, data } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  const text = (name: string): string => String(params[name]);
  switch (keyword) {
    case 'type':
      return { expected: describeSchema(parentSchema, defs), actual: describeKind(data) };
    case 'required':
    case 'dependentRequired': {
      const below = text('missingProperty');
      const properties = parentSchema?.properties;
      return { below, expected: describeSchema(isMapping(properties) ? properties[below] : undefined, defs), actual: 'missing' };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const below = text(keyword === 'additionalProperties' ? 'additionalProperty' : 'unevaluatedProperty');
      return { below, expected: 'no such field', actual: describeKind(isMapping(data) ? data[below] : undefined) };
    }
    case 'enum':
      return { expected: choice((schema as unknown[]).map(describeValue)), actual: briefly(data) };
    case 'const':
      return { expected: describeValue(schema), actual: briefly(data) };
    case 'anyOf':
    case 'oneOf':
      return union(error, defs);
    default:
      return { expected: describeLimit(keyword, schema, error.message), actual: describeSize(keyword, data) };
  }
}

function union({ schema, data, params, keyword }: ErrorObject, defs: Defs): Fault {
  const options = (schema as unknown[]).map((option) => describeSchema(option, defs));
  if (keyword === 'oneOf' && Number(params.fitting ?? 0) > 1)
    return { expected: `exactly one of its options`, actual: `${describeKind(data)} that fits ${params.fitting} of them` };
  return { expected: choice(options), actual: describeKind(data) };
}

function describeLimit(keyword: string, limit: unknown, message: string | undefined): string {
  const known: Readonly<Record<string, string>> = {
    format: `string (${String(limit)})`,
    pattern: `string that matches ${String(limit)}`,
    minLength: `string of at least ${String(limit)} characters`,
    maxLength: `string of at most ${String(limit)} characters`,
    minItems: `at least ${String(limit)} items`,
    maxItems: `at most ${String(limit)} items`,
    minProperties: `at least ${String(limit)} fields`,
    maxProperties: `at most ${String(limit)} fields`,
    minimum: `at least ${String(limit)}`,
    maximum: `at most ${String(limit)}`,
    exclusiveMinimum: `more than ${String(limit)}`,
    exclusiveMaximum: `less than ${String(limit)}`,
    multipleOf: `a multiple of ${String(limit)}`,
    uniqueItems: 'items that differ',
    'false schema': 'nothing',
    not: 'anything but what is ruled out',
  };
  return known[keyword] ?? message ?? keyword;
}

/** Objects may contain secrets. */
const briefly = (data: unknown): string => (typeof data === 'object' && data !== null ? describeKind(data) : describeValue(data));

function describeSize(keyword: string, data: unknown): string {
  if (Array.isArray(data)) return keyword === 'uniqueItems' ? 'equal items' : `${data.length} items`;
  if (isMapping(data)) return keyword.endsWith('Properties') ? `${Object.keys(data).length} fields` : 'object';
  return describeValue(data);
}

const pointerSegments = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(pointerKey);

/** Uses `[]` only in lists, because keys of maps may be numbers. */
function fieldOf(segments: readonly string[], body: unknown): string {
  let field = '';
  let at: unknown = body;
  for (const segment of segments) {
    field += Array.isArray(at) ? '[]' : `${field === '' ? '' : '.'}${segment}`;
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[segment] : undefined;
  }
  return field;
}

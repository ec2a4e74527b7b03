import type { ExactJson } from './exact-json.js';

/**
 * The output of Python's `json.dumps(value, sort_keys=True)`: keys sorted by code points, `, ` and `: ` as separators, ASCII
 * only, floats as `repr` writes them. https://docs.python.org/3/library/json.html
 */
export function pythonJson(value: ExactJson): string {
  return written(value, ([one], [other]) => compareCodePoints(one, other));
}

/** The same with keys in their own order: {@link parseExactJson} reads it back unchanged. */
export function exactJson(value: ExactJson): string {
  return written(value, undefined);
}

type Entry = readonly [string, ExactJson];
type Order = ((one: Entry, other: Entry) => number) | undefined;

function written(value: ExactJson, order: Order): string {
  const parts: string[] = [];
  write(value, parts, order);
  return parts.join('');
}

function write(value: ExactJson, parts: string[], order: Order): void {
  if (value === null || typeof value === 'boolean') parts.push(String(value));
  else if (typeof value === 'string') parts.push(quoted(value));
  else if (value instanceof Map) writeObject(value, parts, order);
  else if (Array.isArray(value)) writeList(value, parts, order);
  else if ('int' in value) parts.push(value.int);
  else if ('float' in value) parts.push(pythonFloat(value.float));
}

function writeObject(fields: ReadonlyMap<string, ExactJson>, parts: string[], order: Order): void {
  const inOrder = order === undefined ? [...fields] : [...fields].sort(order);
  parts.push('{');
  for (const [index, [key, value]] of inOrder.entries()) {
    parts.push(index === 0 ? '' : ', ', quoted(key), ': ');
    write(value, parts, order);
  }
  parts.push('}');
}

function writeList(items: readonly ExactJson[], parts: string[], order: Order): void {
  parts.push('[');
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(', ');
    write(item, parts, order);
  }
  parts.push(']');
}

/** JavaScript compares UTF-16 code units: `\uffff` would come after characters beyond it. */
function compareCodePoints(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  const at = left.findIndex((character, index) => character !== right[index]);
  return at === -1 ? left.length - right.length : (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};

function quoted(text: string): string {
  const escaped = text.replace(
    /["\\]|[^ -~]/g,
    (unit) => SHORT[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

/**
 * A float as `repr` writes it: the shortest digits that denote it, with an exponent below 1e-04 and from 1e+16 on.
 * https://docs.python.org/3/library/functions.html#repr, `float_repr_style` short
 */
function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '', power = ''] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(power);
  return `${sign}${exponent < -4 || exponent >= 16 ? scientific(digits, exponent) : positional(digits, exponent)}`;
}

function scientific(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${digits[0] ?? ''}${fraction}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function positional(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${whole}.${digits.slice(exponent + 1) || '0'}`;
}

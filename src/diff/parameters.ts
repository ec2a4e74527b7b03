import type { Operation, Parameter } from '../contracts/contract.js';
import type { Shape } from '../model/shape.js';
import type { Collector } from './collector.js';

/** Compares the parameters of an operation. Path parameters are paired by position: their names do not matter. */
export function compareParameters(base: Operation, head: Operation, collector: Collector): void {
  const { subject } = head;
  const before = byKey(base);
  const after = byKey(head);
  for (const [key, parameter] of before) {
    const other = after.get(key);
    if (other !== undefined) compareParameter(parameter, other, subject, collector);
    else if (parameter.in !== 'path') {
      const part = partOf(parameter);
      const message = `The ${part} is gone.`;
      collector.note({ rule: 'request-parameter-removed', subject, part, message, baseAt: parameter.at, headAt: head.at });
    }
  }
  for (const [key, parameter] of after) {
    if (before.has(key) || parameter.in === 'path') continue;
    const part = partOf(parameter);
    const rule = parameter.required ? 'request-required-parameter-added' : 'request-optional-parameter-added';
    const message = `The ${part} is new${parameter.required ? ' and required' : ''}.`;
    collector.note({ rule, subject, part, message, baseAt: base.at, headAt: parameter.at });
  }
}

/** Names of headers are case-insensitive (RFC 9110, 5.1). */
function byKey({ path, parameters }: Operation): ReadonlyMap<string, Parameter> {
  const places = [...path.matchAll(/\{([^{}*]*)\*?\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((parameter) => {
      const { name } = parameter;
      const place = parameter.in === 'path' ? places.indexOf(name) : -1;
      const known = parameter.in === 'header' ? name.toLowerCase() : name;
      return [place === -1 ? `${parameter.in} ${known}` : `path ${place}`, parameter] as const;
    }),
  );
}

const partOf = ({ in: where, name }: Parameter): string => `${where} parameter ${name}`;

function compareParameter(base: Parameter, head: Parameter, subject: string, collector: Collector): void {
  const part = partOf(head);
  const at = { subject, part, baseAt: base.at, headAt: head.at };
  if (!base.required && head.required)
    collector.note({ ...at, rule: 'request-parameter-became-required', message: `The ${part} is now required.` });
  if (base.required && !head.required)
    collector.note({ ...at, rule: 'request-parameter-became-optional', message: `The ${part} may now be left out.` });
  const [before, after] = [base.style, head.style];
  if (before !== after && !isOfLists(before, after))
    collector.note({
      ...at,
      rule: 'request-parameter-style-changed',
      message: `The ${part} is written as ${after ?? PLAIN} and was as ${before ?? PLAIN}.`,
      before: before ?? PLAIN,
      after: after ?? PLAIN,
    });
  if (base.default !== head.default)
    collector.note({
      ...at,
      rule: 'request-parameter-default-changed',
      message: `The default of the ${part} is ${head.default ?? 'not stated'} and was ${base.default ?? 'not stated'}.`,
      ...(base.default !== undefined && { before: base.default }),
      ...(head.default !== undefined && { after: head.default }),
    });
  const taken = itemTaken(base, head) ?? head.shape;
  const isJson = before !== undefined && before === after && before.includes('/');
  const written = isJson ? base.shape : asWritten(base.shape, taken, 0);
  collector.payload({ ...at, direction: 'request', base: written, head: taken });
}

/**
 * The item shape that a single value must fit if the head accepts a list in the style `form, exploded`: `?id=5` is a list of one
 * (RFC 6570, 3.2.8).
 */
function itemTaken(base: Parameter, { shape, style }: Parameter): Shape | undefined {
  if (base.style !== undefined || style !== 'form, exploded' || shape.kind !== 'array') return undefined;
  const { minItems = 0, maxItems = 1 } = shape.constraints ?? {};
  const isOne = minItems <= 1 && maxItems >= 1 && (base.shape.kind === 'scalar' || base.shape.kind === 'enum');
  return isOne ? shape.items : undefined;
}

/** The maximum nesting of parameters; beyond it, values are compared by type. */
const MAX_DEPTH = 8;

/** Outside bodies everything is text: if the head accepts any text, it accepts a number or a boolean of the base. */
function asWritten(base: Shape, head: Shape, depth: number): Shape {
  if (depth > MAX_DEPTH) return base;
  if (head.kind === 'scalar' && head.type === 'string' && head.format === undefined && head.constraints === undefined) {
    const isText = base.kind === 'scalar' && base.type !== 'null' && base.type !== 'string';
    return isText || (base.kind === 'enum' && !base.values.includes(null)) ? head : base;
  }
  if (base.kind === 'array' && head.kind === 'array') return { ...base, items: asWritten(base.items, head.items, depth + 1) };
  if (base.kind !== 'object' || head.kind !== 'object') return base;
  const others = new Map(head.fields.map((field) => [field.name, field.shape]));
  const fields = base.fields.map((field) => ({
    ...field,
    shape: asWritten(field.shape, others.get(field.name) ?? field.shape, depth + 1),
  }));
  return { ...base, fields };
}

const PLAIN = 'the value itself';

/** A value that became a list, or the reverse: the change of type already covers the change of style. */
function isOfLists(before: string | undefined, after: string | undefined): boolean {
  const only = before === undefined ? after : after === undefined ? before : undefined;
  return only !== undefined && /^(?:form|simple|spaceDelimited|pipeDelimited|deepObject|tsv|cookie)(?:,|$)/.test(only);
}

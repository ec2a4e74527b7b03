import type { Expression } from '../../../../facts/expression.js';
import { literal, unknown } from '../source.js';

/**
 * A path of Javalin as PathTemplates: `{id}` and `:id` (before version 4) are one segment, `<rest>` and a `*` at the end the rest of
 * the path. https://javalin.io/documentation#endpoint-handlers
 */
export function javalinPath(path: Expression): Expression {
  if (path.kind === 'literal' && typeof path.value === 'string') return written(path.value);
  if (path.kind === 'text')
    return { ...path, parts: path.parts.map((part) => (part.kind === 'literal' ? javalinPath(part) : part)) };
  const isValue = path.kind === 'name' && path.space === 'value';
  return isValue || path.kind === 'member' || path.kind === 'union' ? path : unknown('a path in a form that is not read');
}

function written(path: string): Expression {
  const segments = path.split('/');
  const read = segments.map((one, index) => segment(one, index === segments.length - 1));
  return read.includes(undefined) ? unknown('a path in a form that is not read') : literal(read.join('/'));
}

function segment(text: string, isLast: boolean): string | undefined {
  const name = text.slice(1);
  if (text === '*') return isLast ? '{rest*}' : '{any}';
  if (text.startsWith(':')) return PLAIN.test(name) ? `{${name}}` : undefined;
  if (text.startsWith('<')) return text.endsWith('>') ? `{${name.slice(0, -1)}*}` : undefined;
  return /[<>*:]/.test(text) ? undefined : text;
}

const PLAIN = /^[\w-]+$/;

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
  const plain = path
    .replace(/(^|\/):([\w-]{1,100})(?=\/|$)/g, '$1{$2}')
    .replace(/(^|\/)<([\w-]{1,100})>(?=\/|$)/g, '$1{$2*}')
    .replace(/(^|\/)\*$/, '$1{rest*}')
    .replace(/(^|\/)\*(?=\/)/g, '$1{any}');
  return /[<>*]|(?:^|\/)[^/{]*:/.test(plain.replace(/\{[\w-]{1,100}\*\}/g, ''))
    ? unknown('a path in a form that is not read')
    : literal(plain);
}

import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { colonPaths } from '../../../../model/colon-path.js';
import { closing } from '../../../../model/parameter-pattern.js';
import type { Source } from '../source.js';
import { pathExpression } from '../values/path-expressions.js';

/**
 * A path as Hono is given it. Its dialect is the colon dialect but for patterns, which stand in braces, `:id{[0-9]+}` (
 * https://hono.dev/docs/api/routing#regexp).
 */
export function honoPath(source: Source, node: ts.Expression): Expression {
  if (ts.isStringLiteralLike(node) && node.text.includes('{')) return templateOf(bracketed(node.text));
  if (ts.isArrayLiteralExpression(node) && node.elements.every((one) => ts.isStringLiteralLike(one)))
    return { kind: 'tuple', items: node.elements.map((one) => honoPath(source, one)) };
  return pathExpression(source, node);
}

function templateOf(path: string): Expression {
  const paths = colonPaths(path);
  if (paths === undefined) return { kind: 'unknown', why: `the path ${path} cannot be written as a template` };
  const literals = paths.map((one): Expression => ({ kind: 'literal', value: one }));
  return literals.length === 1 && literals[0] !== undefined ? literals[0] : { kind: 'tuple', items: literals };
}

/** `:id{[0-9]{2}}` -> `:id([0-9]{2})`: the colon dialect has the same in brackets. */
function bracketed(path: string): string {
  let result = '';
  let from = 0;
  for (let open = path.indexOf('{'); open >= 0; open = path.indexOf('{', from)) {
    const close = closing(path, open, '{', '}');
    if (close < 0) break;
    result += `${path.slice(from, open)}(${path.slice(open + 1, close)})`;
    from = close + 1;
  }
  return result + path.slice(from);
}

/**
 * What `createRoute` is given, with its path brought to templates: it is in OpenAPI's dialect, `/users/{id}`, which Hono itself brings
 * to colons (https://github.com/honojs/middleware/tree/main/packages/zod-openapi).
 */
export function withOpenApiPath(member: ObjectMember): ObjectMember {
  if (member.kind !== 'property' || member.name !== 'path' || member.value.kind !== 'literal') return member;
  const { value } = member.value;
  if (typeof value !== 'string' || !value.includes(':')) return member;
  return { ...member, value: templateOf(value.replaceAll(/\{([^{}]+)\}/g, ':$1')) };
}

import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { colonPaths } from '../../../../model/colon-path.js';
import type { Source } from '../source.js';
import { pathExpression } from '../values/path-expressions.js';

/**
 * A path as Hono is given it. Its dialect is the colon dialect but for patterns in braces, `:id{[0-9]+}`, which say nothing of where
 * the parameter stands (https://hono.dev/docs/api/routing#regexp).
 */
export function honoPath(source: Source, node: ts.Expression): Expression {
  if (ts.isStringLiteralLike(node) && node.text.includes('{')) return templateOf(withoutPatterns(node.text));
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

/** `:id{[0-9]{2}}` -> `:id`; `:rest{.+}` may hold slashes and is a wildcard. */
function withoutPatterns(path: string): string {
  let result = '';
  let at = 0;
  while (at < path.length) {
    if (path.charAt(at) !== '{') {
      result += path.charAt(at);
      at += 1;
      continue;
    }
    const close = closing(path, at);
    const pattern = path.slice(at + 1, close);
    if (pattern.startsWith('.') && !pattern.includes('\\')) result += '(.*)';
    at = close + 1;
  }
  return result;
}

/** The brace that closes the one at `at`; the end without one. */
function closing(path: string, at: number): number {
  let depth = 0;
  for (let index = at; index < path.length; index++) {
    const char = path.charAt(index);
    if (char === '\\') index++;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return index;
  }
  return path.length;
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

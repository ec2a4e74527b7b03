import { dialects } from './frameworks/index.js';
import { plainPath } from './known-types.js';
import { bindingOf, type Hint, type Place, packageOf, type Source } from './source.js';
import type { Node } from './syntax/node.js';

/** What a variable of a type is to a framework. */
export function typeHint(source: Source, node: Node): Hint | undefined {
  if (node.kind === 'unary') return typeHint(source, node.of);
  if (node.kind !== 'member' || node.of.kind !== 'name') return undefined;
  const path = plainPath(source.packages.get(node.of.name) ?? '');
  if (path === 'net/http' && node.name === 'ResponseWriter') return { kind: 'writer' };
  if (path === 'net/http' && node.name === 'Request') return { kind: 'request' };
  const dialect = dialects.find(({ packages }) => packages.test(path));
  if (dialect === undefined) return undefined;
  if (dialect.routerTypes.test(node.name)) return { kind: 'router', dialect: dialect.id };
  return dialect.contextTypes?.test(node.name) === true ? { kind: 'context', dialect: dialect.id } : undefined;
}

/** What an expression is to a framework, as far as its name tells. */
export function hintOf({ source, scope }: Place, node: Node): Hint | undefined {
  if (node.kind === 'unary') return hintOf({ source, ...(scope && { scope }), literals: new Map(), loops: [] }, node.of);
  if (node.kind === 'member')
    return node.name === 'Writer' && isContext({ source, ...(scope && { scope }) }, node.of) ? { kind: 'writer' } : undefined;
  if (node.kind !== 'name') return undefined;
  const bound = bindingOf(scope, node.name);
  return bound === undefined ? source.hints.get(node.name) : bound.hint;
}

function isContext({ scope }: Pick<Place, 'source' | 'scope'>, node: Node): boolean {
  return node.kind === 'name' && bindingOf(scope, node.name)?.hint?.kind === 'context';
}

/** The import path and name of a function of a package: `json.NewEncoder`. */
export function packageMember(
  { source, scope }: Place,
  node: Node,
): { readonly path: string; readonly name: string } | undefined {
  if (node.kind !== 'member') return undefined;
  const path = packageOf(source, node.of, scope);
  return path === undefined ? undefined : { path: plainPath(path), name: node.name };
}

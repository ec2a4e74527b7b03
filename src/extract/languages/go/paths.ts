import type { Expression } from '../../../facts/expression.js';
import { colonPaths } from '../../../model/colon-path.js';
import { patternedPath as withPatterns } from '../../../model/parameter-pattern.js';
import { segmentPath } from '../../../model/segment-path.js';
import { mapParts } from './dialect.js';

/** `/users/:id`, `/flights/:from-:to`, `/files/*`: fiber. */
export function colonPath(path: Expression): Expression {
  if (path.kind !== 'literal') return { kind: 'operator', operator: 'colon-path', of: path };
  const all = colonPaths(String(path.value));
  if (all === undefined) return { kind: 'operator', operator: 'colon-path', of: path };
  const items = all.map((value): Expression => ({ kind: 'literal', value }));
  return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'tuple', items };
}

/** `/users/:user-id`, `/files/*path`, `/files/*`: gin, echo, httprouter. */
export function segmentedPath(path: Expression): Expression {
  if (path.kind !== 'literal') return { kind: 'operator', operator: 'segment-path', of: path };
  return { kind: 'literal', value: segmentPath(String(path.value)) };
}

/** `/users/{id}`, `/users/{id:[0-9]+}`, `/files/*`: chi, of which no pattern goes past a slash. */
export function bracePath(path: Expression): Expression {
  return mapParts(path, (text) => withPatterns(text, 'segment').replace(/\*$/, '{rest*}'));
}

/** `/users/{id:[0-9]+}`, `/files/{path:.*}`: gorilla/mux. */
export function patternedPath(path: Expression): Expression {
  return mapParts(path, (text) => withPatterns(text, 'path'));
}

const PATTERN = /^(?:([A-Z]+)[ \t]+)?([^\s/]*)(\/.*)?$/;

/**
 * `GET /users/{id}`, `/files/{path...}`, `/exact/{$}`, `/tree/`, `example.com/x`: https://pkg.go.dev/net/http#hdr-Patterns-ServeMux.
 * Below a path that ends with a slash everything is answered, `/` itself being taken for the one path.
 */
export function patternPath(path: Expression): Expression {
  const last = path.kind === 'text' ? path.parts.at(-1) : path;
  const first = path.kind === 'text' ? path.parts[0] : path;
  let isFirst = true;
  return mapParts(path, (text) => {
    const found = isFirst && first?.kind === 'literal' ? PATTERN.exec(text) : null;
    isFirst = false;
    const start = path.kind === 'text' ? '' : '/';
    const plain = (found === null ? text : (found[3] ?? start)).replace(/\.\.\.\}/g, '*}');
    if (plain.endsWith('{$}')) return plain.slice(0, -3) || '/';
    const isLast = last?.kind === 'literal' && String(last.value) === text;
    return isLast && plain !== '/' && plain.endsWith('/') ? `${plain}{rest*}` : plain;
  });
}

/** The method that a pattern begins with. */
export function patternMethod(path: Expression): string | undefined {
  const first = path.kind === 'text' ? path.parts[0] : path;
  return first?.kind === 'literal' ? /^([A-Z]+)[ \t]/.exec(String(first.value))?.[1] : undefined;
}

import type { Expression } from '../../../../facts/expression.js';
import { colonPaths } from '../../../../model/colon-path.js';
import { methodBefore, muxPattern } from '../../../../model/mux-pattern.js';
import { patternedPath as withPatterns } from '../../../../model/parameter-pattern.js';
import { segmentPath } from '../../../../model/segment-path.js';
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

/** `/users/{id}`, `/users/{id:[0-9]+}`, `/files/*`: chi; its patterns never match a slash. */
export function bracePath(path: Expression): Expression {
  return mapParts(path, (text) => withPatterns(text, 'segment').replace(/\*$/, '{rest*}'));
}

/** `/users/{id:[0-9]+}`, `/files/{path:.*}`: gorilla/mux. */
export function patternedPath(path: Expression): Expression {
  return mapParts(path, (text) => withPatterns(text, 'path'));
}

/** `GET /users/{id}`, `/files/{path...}`, `/tree/`: net/http. */
export function patternPath(path: Expression): Expression {
  if (path.kind === 'literal') return { kind: 'literal', value: methodBefore(muxPattern(String(path.value))).path };
  return path.kind === 'unknown' ? path : { kind: 'operator', operator: 'mux-pattern', of: path };
}

/** The method at the start of a pattern. */
export function patternMethod(path: Expression): string | undefined {
  const first = path.kind === 'text' ? path.parts[0] : path;
  return first?.kind === 'literal' ? methodBefore(String(first.value)).method : undefined;
}

import type { Expression } from '../../../../facts/expression.js';
import { literal, unknown } from '../source.js';

/** A path of Vert.x as PathTemplates: `:id` is one segment, a `*` at the end the rest. https://vertx.io/docs/vertx-web/java/#_routing_by_exact_path */
export function vertxPath(path: Expression): Expression {
  if (path.kind === 'literal' && typeof path.value === 'string') {
    const segments = path.value.split('/').map((one, index, all) => segment(one, index === all.length - 1));
    return segments.includes(undefined) ? unknown('a path in a form that is not read') : literal(segments.join('/'));
  }
  if (path.kind === 'text')
    return { ...path, parts: path.parts.map((part) => (part.kind === 'literal' ? vertxPath(part) : part)) };
  const isValue = path.kind === 'name' && path.space === 'value';
  return isValue || path.kind === 'member' || path.kind === 'union' ? path : unknown('a path in a form that is not read');
}

function segment(text: string, isLast: boolean): string | undefined {
  const name = text.slice(1);
  if (text === '*' && isLast) return '{rest*}';
  if (text.startsWith(':')) return /^\w+$/.test(name) ? `{${name}}` : undefined;
  return /[*:]/.test(text) ? undefined : text;
}

/** What a router is mounted below: `/api/*`, `/api/`, `/api`. */
export function mountPath(path: Expression): Expression {
  if (path.kind === 'literal' && typeof path.value === 'string') return vertxPath(literal(withoutRest(path.value)));
  const last = path.kind === 'text' ? path.parts.at(-1) : undefined;
  if (path.kind !== 'text' || last === undefined) return vertxPath(path);
  return { ...path, parts: [...path.parts.slice(0, -1).map(vertxPath), mountPath(last)] };
}

function withoutRest(path: string): string {
  const start = path.endsWith('*') ? path.slice(0, -1) : path;
  return start.endsWith('/') ? start.slice(0, -1) : start;
}

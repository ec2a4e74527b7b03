import type { Expression } from '../../../../../facts/expression.js';
import { writtenPath } from '../../routing/written-paths.js';
import { literal } from '../../source.js';

/**
 * A Vert.x path as a path template: `:id` matches one segment, a final `*` the rest.
 * https://vertx.io/docs/vertx-web/java/#_routing_by_exact_path
 */
export const vertxPath = (path: Expression): Expression => writtenPath(path, segment);

function segment(text: string, isLast: boolean): string | undefined {
  const name = text.slice(1);
  if (text === '*' && isLast) return '{rest*}';
  if (text.startsWith(':')) return /^\w+$/.test(name) ? `{${name}}` : undefined;
  return /[*:]/.test(text) ? undefined : text;
}

/** The mount path of a router: `/api/*`, `/api/`, `/api`. */
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

import type { Expression } from '../../../../../facts/expression.js';
import { writtenPath } from '../../routing/written-paths.js';

/**
 * A Javalin path as a path template: `{id}` and `:id` (before version 4) match one segment, `<rest>` and a final `*` the rest of
 * the path. https://javalin.io/documentation#endpoint-handlers
 */
export const javalinPath = (path: Expression): Expression => writtenPath(path, segment);

function segment(text: string, isLast: boolean): string | undefined {
  const name = text.slice(1);
  if (text === '*') return isLast ? '{rest*}' : '{any}';
  if (text.startsWith(':')) return PLAIN.test(name) ? `{${name}}` : undefined;
  if (text.startsWith('<')) return text.endsWith('>') ? `{${name.slice(0, -1)}*}` : undefined;
  return /[<>*:]/.test(text) ? undefined : text;
}

const PLAIN = /^[\w-]+$/;

import type { Expression } from '../../../../facts/expression.js';
import { literal, unknown } from '../source.js';

/** A segment in the syntax of path templates; undefined if it cannot be expressed. */
export type ReadSegment = (text: string, isLast: boolean) => string | undefined;

/** A path with its literal parts as a path template. Linking resolves the other parts. */
export function writtenPath(path: Expression, read: ReadSegment): Expression {
  if (path.kind === 'literal' && typeof path.value === 'string') {
    const segments = path.value.split('/').map((one, index, all) => read(one, index === all.length - 1));
    return segments.includes(undefined) ? UNREAD : literal(segments.join('/'));
  }
  if (path.kind === 'text')
    return { ...path, parts: path.parts.map((part) => (part.kind === 'literal' ? writtenPath(part, read) : part)) };
  const isValue = path.kind === 'name' && path.space === 'value';
  return isValue || path.kind === 'member' || path.kind === 'union' ? path : UNREAD;
}

const UNREAD = unknown('a path in a form that is not read');

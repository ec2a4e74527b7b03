import type { Expression } from '../../../../../facts/expression.js';
import { literal, unknown } from '../../source.js';

/**
 * A Ktor path as a path template: `{id?}` is optional, `{rest...}` matches the rest, `*` matches one segment.
 * https://ktor.io/docs/server-routing.html#path_pattern
 */
export function ktorPath(path: Expression): Expression {
  if (path.kind === 'literal' && typeof path.value === 'string') {
    const all = variants(path.value).map(literal);
    const [only] = all;
    return all.length === 1 && only !== undefined ? only : { kind: 'tuple', items: all };
  }
  if (path.kind === 'text')
    return { ...path, parts: path.parts.map((part) => (part.kind === 'literal' ? ktorPath(part) : part)) };
  const isValue = path.kind === 'name' && path.space === 'value';
  return isValue || path.kind === 'member' || path.kind === 'union' || path.kind === 'parameter'
    ? path
    : unknown('a path in a form that is not read');
}

/** No real path has more optional parts. */
const MAX_OPTIONAL = 3;

function variants(path: string): readonly string[] {
  const plain = path
    .replace(/\{([\w-]{0,100})\.\.\.\}/g, (_, name: string) => `{${name === '' ? 'rest' : name}*}`)
    .replace(/(^|\/)\*(?=\/|$)/g, '$1{any}');
  let all = [plain];
  for (let count = 0; count < MAX_OPTIONAL; count++) {
    all = all.flatMap((one) => {
      const found = /\/?\{([\w-]{1,100})\?\}/.exec(one);
      if (found === null) return [one];
      const before = one.slice(0, found.index);
      const after = one.slice(found.index + found[0].length);
      return [`${before}${found[0].startsWith('/') ? '/' : ''}{${found[1] ?? ''}}${after}`, `${before}${after}`];
    });
  }
  return [...new Set(all)];
}

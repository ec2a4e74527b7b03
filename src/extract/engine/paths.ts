import type { Expression } from '../../facts/expression.js';
import { colonPaths } from '../../model/colon-path.js';
import { closing } from '../../model/parameter-pattern.js';

/** How a framework writes paths. */
export interface PathDialect {
  /** The path templates of a path literal; undefined: it has no such form. */
  readonly templates: (path: string) => readonly string[] | undefined;
  /** Parameters begin with a colon: linking resolves that dialect where the path is only known there. */
  readonly colons: boolean;
}

export const colons: PathDialect = { templates: colonPaths, colons: true };

/** `:id{[0-9]+}` has its pattern in braces: https://hono.dev/docs/api/routing#regexp */
export const bracedPatterns: PathDialect = { templates: (path) => colonPaths(bracketed(path)), colons: true };

/** `::` is a colon (find-my-way): https://fastify.dev/docs/latest/Reference/Routes/#url-building */
export const doubledColons: PathDialect = { templates: (path) => colonPaths(path.replaceAll('::', '\\:')), colons: true };

/** `{id}`; `{id?}` may be left out, `{rest*2}` is two segments: https://hapi.dev/api/#path-parameters */
export const braces: PathDialect = { templates: bracePaths, colons: false };

/** A path literal, as a template or a list of templates. */
export function writtenPath(path: string, { templates }: PathDialect): Expression {
  const paths = templates(path);
  if (paths === undefined) return { kind: 'unknown', why: `the path ${path} cannot be written as a template` };
  const items = paths.map((value): Expression => ({ kind: 'literal', value }));
  return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'tuple', items };
}

/** A path that is concatenated from texts, with its literal parts as templates. */
export function joinedPath(value: Expression, dialect: PathDialect): Expression {
  if (dialect.colons) return { kind: 'operator', operator: 'colon-path', of: value };
  if (value.kind === 'text') return { kind: 'text', parts: value.parts.map((part) => joinedPath(part, dialect)) };
  return value.kind === 'literal' && typeof value.value === 'string' ? writtenPath(value.value, dialect) : value;
}

/** `:id{[0-9]{2}}` -> `:id([0-9]{2})`: the colon dialect writes the same pattern in parentheses. */
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

function bracePaths(path: string): readonly string[] {
  if (!/[?*]/.test(path)) return [path];
  const counted = path.replace(/\{([^{}*?]+)\*(\d{1,2})\}/g, (_, name: string, count: string) =>
    Array.from({ length: Math.min(Number(count), 20) }, (__, index) => `{${name}${index + 1}}`).join('/'),
  );
  const named = counted.replace(/\{\*\}/g, '{rest*}');
  const optional = /\{([^{}?]+)\?\}/.exec(named);
  return optional === null ? [named] : [named.replace(optional[0], ''), named.replace(optional[0], `{${optional[1]}}`)];
}

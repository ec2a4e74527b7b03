import type { Expression, ObjectMember } from '../../src/facts/expression.js';
import type { Callable, Constant, Declaration, Fact, FileFacts, Import, Mount, Route, Router } from '../../src/facts/fact.js';
import type { FactSheet } from '../../src/facts/fact-sheet.js';

/** Short ways to write facts down in tests. */
export const at = { line: 1, column: 1 };
export const name = (text: string, ...args: Expression[]): Expression => ({
  kind: 'name',
  name: text,
  ...(args.length > 0 ? { arguments: args } : {}),
});
export const value = (text: string): Expression => ({ kind: 'name', name: text, space: 'value' });
export const literal = (of: string | number | boolean | null): Expression => ({ kind: 'literal', value: of });
export const text: Expression = { kind: 'scalar', type: 'string' };
export const number: Expression = { kind: 'scalar', type: 'number' };
export const unknown: Expression = { kind: 'unknown', why: 'a test' };
export const absent: Expression = { kind: 'absent' };
export const list = (items: Expression): Expression => ({ kind: 'array', items });
export const tuple = (...items: Expression[]): Expression => ({ kind: 'tuple', items });
export const union = (...options: Expression[]): Expression => ({ kind: 'union', options });
export const operator = (
  of: Expression,
  by: (Expression & { kind: 'operator' })['operator'],
  ...names: string[]
): Expression => ({
  kind: 'operator',
  operator: by,
  of,
  ...(names.length > 0 ? { keys: union(...names.map(literal)) } : {}),
});
export const member = (of: Expression, text: string): Expression => ({ kind: 'member', of, name: text });
export const spread = (of: Expression): ObjectMember => ({ kind: 'spread', value: of });
export const property = (text: string, of: Expression, more: object = {}): ObjectMember => ({
  kind: 'property',
  name: text,
  value: of,
  at,
  ...more,
});
export const object = (members: Readonly<Record<string, Expression>>, ...more: ObjectMember[]): Expression => ({
  kind: 'object',
  members: [
    ...Object.entries(members).map(([text, of]) =>
      property(text.replace('?', ''), of, text.endsWith('?') ? { optional: true } : {}),
    ),
    ...more,
  ],
});
export const returns = (of: Expression, ...values: Expression[]): Expression => ({ kind: 'returns', of, values });

export const declaration = (text: string, type: Expression, more: Partial<Declaration> = {}): Declaration => ({
  kind: 'declaration',
  name: text,
  form: 'interface',
  type,
  at,
  ...more,
});
export const alias = (text: string, type: Expression, ...parameters: string[]): Declaration =>
  declaration(text, type, { form: 'alias', parameters: parameters.map((one) => ({ name: one })) });
export const constant = (text: string, of: Expression, type?: Expression): Constant => ({
  kind: 'constant',
  name: text,
  value: of,
  at,
  ...(type ? { type } : {}),
});
export const callable = (text: string, more: Partial<Callable>): Callable => ({ kind: 'callable', name: text, at, ...more });
export const imports = (text: string, specifier: string, imported = text): Import => ({
  kind: 'import',
  name: text,
  specifier,
  imported,
  at,
});
export const exports = (text: string, of: Expression): Fact => ({ kind: 'export', name: text, value: of, at });
export const router = (text: string, more: Partial<Router> = {}): Router => ({
  kind: 'router',
  by: 'test/web',
  name: text,
  root: false,
  at,
  ...more,
});
export const mount = (parent: Expression, child: Expression, more: Partial<Mount> = {}): Mount => ({
  kind: 'mount',
  by: 'test/web',
  parent,
  child,
  certainty: 'router',
  at,
  ...more,
});
export const get = (
  on: Expression | undefined,
  path: string | Expression,
  body?: Expression,
  more: Partial<Route> = {},
): Route => ({
  kind: 'route',
  by: 'test/web',
  method: 'GET',
  path: typeof path === 'string' ? literal(path) : path,
  ...(on === undefined ? {} : { router: on }),
  responses: body === undefined ? [] : [{ status: literal(200), body, at }],
  at,
  ...more,
});

/** A sheet of these files; a specifier leads to the file of that name (`./a` to `a.ts`). */
export function sheet(files: Readonly<Record<string, readonly Fact[]>>): FactSheet {
  const paths = Object.keys(files);
  const leads = Object.fromEntries(paths.map((path) => [`./${path.replace(/\.ts$/, '')}`, path]));
  return {
    format: 1,
    tool: { name: 'tallystick', version: '0' },
    files: paths.map((path): FileFacts => ({ path, language: 'test', hash: '', facts: files[path] ?? [], gaps: [] })),
    resolutions: Object.fromEntries(paths.map((path) => [path, leads])),
    gaps: [],
    stats: { files: paths.length, cacheHits: 0 },
  };
}

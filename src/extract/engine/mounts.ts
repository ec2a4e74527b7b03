import type { Expression } from '../../facts/expression.js';
import type { Mount, Prefix } from '../../facts/fact.js';
import type { Argument, Call } from './call.js';
import type { RouterTable } from './router-table.js';

/** What a call mounts below a router: `use(path?, …)`, `route('/x', sub)`, `prefix('/x')`. */
export interface Mounted {
  readonly path?: Expression;
  /** The path argument. */
  readonly written?: Argument;
  readonly children: readonly Argument[];
  /** It can only be routers. */
  readonly isSure: boolean;
}

/** What a call mounts; undefined: it mounts nothing. */
export function mountedBy(table: RouterTable, call: Call): Mounted | undefined {
  const { name = '', arguments: given } = call;
  const [first, second] = given;
  if (first === undefined) return undefined;
  if (table.mounts?.test(name) === true) {
    if (second === undefined) return undefined;
    return { path: first.path(table.path), children: [second], isSure: true };
  }
  if (name !== 'use' || table.uses === undefined) return undefined;
  const isBelow = given.length > 1 && first.isMountPath;
  const children = (isBelow ? given.slice(1) : given).flatMap(flat);
  // Where `use` takes middleware alone, `/api/*` is the path that the middleware covers.
  if (isBelow)
    return { path: table.uses === 'routers' ? first.path(table.path) : first.value, written: first, children, isSure: false };
  // `use(Prefixes.API, routes)`: only linking tells whether it is a text
  const mayBePath = given.length > 1 && table.uses === 'routers' && (first.form === 'other' || first.form === 'call');
  const path: Expression | undefined = mayBePath
    ? { kind: 'operator', operator: 'if-text', of: first.path(table.path) }
    : undefined;
  return { ...(path && { path }), children, isSure: false };
}

/** An argument, with lists flattened. */
function flat(one: Argument): readonly Argument[] {
  return one.form === 'list' || one.form === 'spread' ? one.items.flatMap(flat) : [one];
}

/** One child of a router. */
export function mountFact(
  { id }: RouterTable,
  call: Call,
  mount: Pick<Mount, 'parent' | 'child' | 'certainty' | 'prefix'> & Partial<Mount>,
): Mount {
  const { parent, child, prefix, certainty, ...rest } = mount;
  return {
    kind: 'mount',
    by: id,
    ...(parent && { parent }),
    child,
    ...(prefix && { prefix }),
    ...rest,
    ...(call.each.length > 0 && { each: call.each }),
    certainty,
    at: call.at,
  };
}

/** `router.prefix('/a')` */
export function prefixedBy(table: RouterTable, call: Call, router: Expression): readonly Prefix[] {
  const [path] = call.arguments;
  if (table.prefix === undefined || call.name !== table.prefix || path === undefined) return [];
  return [{ kind: 'prefix', router, prefix: path.path(table.path), at: call.at }];
}

import type { Expression } from '../../facts/expression.js';
import type { Route } from '../../facts/fact.js';
import type { Argument, Call } from './call.js';
import type { PathDialect } from './paths.js';
import type { RouterTable } from './router-table.js';

/** What a call registers, before its router is known. */
export interface Registered {
  readonly method: string;
  readonly methods?: Expression;
  readonly path: Expression;
  /** Absent: it cannot be resolved. */
  readonly handler?: Handler;
  /** The options of the route beside its handler. */
  readonly options?: Argument;
  /** The arguments between the path and the handler. */
  readonly before?: readonly Argument[];
}

/** The handler: an argument, or a value that linking resolves. */
export type Handler = Pick<Argument, 'value'>;

/** The context of a call in a call chain: the path of an earlier call. */
export interface Chain {
  /** Of `router.route('/a').get(…)`. */
  readonly opened?: Argument;
  /** The path of the previous call; at the start of a chain the root. */
  readonly previous: () => Expression;
}

/** The routes that a call on a router registers; empty: it registers none. */
export function registeredBy(table: RouterTable, call: Call, chain: Chain): readonly Registered[] {
  const { name = '' } = call;
  const list = table.lists?.get(name);
  if (list !== undefined) return listed(table, call, list);
  const [first] = call.arguments;
  if (name === table.redirects && first?.text?.startsWith('/') !== false)
    return first === undefined ? [] : [{ method: 'ANY', path: first.path(table.path) }];
  if (table.described?.call === name) return describedIn(table, call).flatMap((one) => describedBy(table, one));
  const method = call.computed === undefined ? table.verbs.get(name) : 'ANY';
  const found = method === undefined ? undefined : table.options ? withOptions(table, call) : byVerb(table, call, chain);
  return found === undefined || method === undefined
    ? []
    : [{ method, ...(call.computed && { methods: call.computed }), ...found }];
}

/** `router.get('/a', …, handler)`: the path, and the last argument that may be a handler. */
function byVerb(
  { path, named, pathless, pathOption }: RouterTable,
  call: Call,
  chain: Chain,
): Omit<Registered, 'method'> | undefined {
  const given = call.arguments;
  if (chain.opened !== undefined) return answering(chain.opened.path(path), given);
  const [first] = given;
  if (first === undefined) return undefined;
  if (pathless === true && isNoPath(first)) return answering(chain.previous(), given);
  const inOptions = first.form === 'object' && pathOption !== undefined ? optionPath(first, pathOption, path) : undefined;
  if (inOptions !== undefined) return answering(inOptions, given.slice(1));
  const [at = first, ...handlers] = named === true ? withoutName(given) : given;
  return mayBePath(at) ? answering(at.path(path), handlers) : undefined;
}

/** `'name', '/path', handler` without the name of the route. */
function withoutName(given: readonly Argument[]): readonly Argument[] {
  const [name, path, handler] = given;
  const isNamed = name?.form === 'text' && path !== undefined && isPath(path) && handler !== undefined;
  return isNamed ? given.slice(1) : given;
}

/** `get('/a', handler)`, `get('/a', { schema }, handler)`, `get('/a', { schema, handler })`. */
function withOptions({ path }: RouterTable, { arguments: given }: Call): Omit<Registered, 'method'> | undefined {
  const [first, second, third] = given;
  if (first === undefined || second === undefined || first.form === 'list' || !mayBePath(first)) return undefined;
  const handler = third ?? second.member('handler');
  if (handler !== undefined) return { path: first.path(path), handler, options: second };
  // an import from another file may be either
  return second.mayHandle
    ? { path: first.path(path), handler: second, ...(second.form !== 'function' && { options: second }) }
    : undefined;
}

function answering(path: Expression, given: readonly Argument[]): Omit<Registered, 'method'> | undefined {
  for (const [index, one] of [...given.entries()].reverse()) {
    if (!one.mayHandle) return undefined;
    if (one.handlesErrors !== true) return { path, handler: one, before: given.slice(0, index) };
  }
  return undefined;
}

/** A path in options; linking resolves options that are not literals here. Undefined: they have no path. */
export function optionPath(options: Argument, name: string, dialect: PathDialect): Expression | undefined {
  const written = options.member(name);
  if (written !== undefined) return written.path(dialect);
  return options.form !== 'object' || options.isOpen ? { kind: 'member', of: options.value, name } : undefined;
}

/** Whether the first argument of a method with an optional path is not the path. */
export const isNoPath = ({ form, isMountPath }: Argument): boolean =>
  form === 'function' || form === 'spread' || (form === 'call' && !isMountPath);

/** Anything but a function, an object or a number. */
const mayBePath = ({ form }: Argument): boolean => !/^(?:function|object|number|spread)$/.test(form);

function isPath(one: Argument): boolean {
  return one.form === 'text' || one.form === 'pattern' || (one.form === 'list' && one.items.every(isPath));
}

/** `on(['PUT', 'DELETE'], ['/a', '/b'], handler)`, `register('/a', ['get'], handler)`. */
function listed(table: RouterTable, call: Call, at: { readonly methods: number; readonly path: number }): readonly Registered[] {
  const methods = call.arguments[at.methods];
  const given = call.arguments.slice(at.path);
  const [path] = table.named === true && at.path > at.methods ? withoutName(given) : given;
  const handler = call.arguments.findLast(({ mayHandle }) => mayHandle) ?? call.arguments.at(-1);
  if (methods === undefined || path === undefined || handler === undefined || call.arguments.length < 3) return [];
  return [{ method: 'ANY', methods: methods.value, path: path.path(table.path), handler }];
}

/** Objects of a call that describe its routes. */
function describedIn({ described }: RouterTable, { arguments: [first] }: Call): readonly Argument[] {
  const items = first?.items ?? [];
  return described?.elsewhere === undefined ? items : described.elsewhere === 'values' ? items.filter(isWritten) : [];
}

/** Arguments that describe routes which linking resolves. */
export function describedElsewhere({ described }: RouterTable, { name, arguments: [first] }: Call): readonly Argument[] {
  const items = described?.call === name && described?.elsewhere !== undefined ? (first?.items ?? []) : [];
  return described?.elsewhere === 'routers' ? items : items.filter((one) => !isWritten(one));
}

const isWritten = ({ form }: Argument): boolean => form === 'object';

/** A literal `{ method, path, handler }`. */
export function describedBy({ path: dialect, described }: RouterTable, one: Argument): readonly Registered[] {
  if (one.form === 'call') return [{ method: 'ANY', path: one.path(dialect), handler: one }];
  const written = (names: readonly string[] = []): Argument | undefined =>
    names.map((name) => one.member(name)).find((found) => found !== undefined);
  const [path, method, options] = [written(described?.path), one.member('method'), written(described?.options)];
  if (path === undefined || method === undefined) return [];
  const handler = one.member('handler') ?? (options && handlerIn(options)) ?? (one.isOpen && handlerIn(one));
  const { text = '' } = method;
  const how = /^[a-z]+$/i.test(text) ? { method: text.toUpperCase() } : { method: 'ANY', methods: method.value };
  return [{ ...how, path: path.path(dialect), ...(handler && { handler }), options: one }];
}

/** The handler of options; linking resolves options that are not literals here. Undefined: they have none. */
function handlerIn(options: Argument): Handler | undefined {
  const written = options.member('handler');
  if (written !== undefined) return written;
  const isOpen = options.form !== 'object' || options.isOpen;
  return isOpen ? { value: { kind: 'member', of: options.value, name: 'handler' } } : undefined;
}

/** A route on a router. */
export function routeFact(table: RouterTable, call: Call, router: Expression, registered: Registered): Route {
  const { method, methods, path, handler } = registered;
  return {
    kind: 'route',
    by: table.id,
    method,
    ...(methods && { methods }),
    path,
    router,
    ...(handler ? { handler: handler.value } : { incomplete: 'its handler could not be seen' }),
    responses: [],
    ...(table.returned && { returned: table.returned }),
    ...(call.each.length > 0 && { each: call.each }),
    at: call.at,
  };
}

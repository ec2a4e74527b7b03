import type { Expression } from '../../../../facts/expression.js';
import { bindingOf, type Place, unknown } from '../source.js';
import { fieldsOf } from '../struct-fields.js';
import type { CallNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import type { Dialect } from './dialect.js';
import { mayRegister, originOf, STANDARD } from './escapes.js';
import { fieldHint, packageMember, structOf } from './hints.js';
import { likelyDialect, mount, type OnRouter, pathOf, type RouterValue, routerOf, standBefore } from './routers.js';

/** Mounts routers at the parameters of the functions that get them; routes that a package adds are unresolved. */
export function handOn(place: Place, node: CallNode): void {
  const target = packageMember(place, node.of);
  const last = node.given.at(-1);
  if (target?.path === 'net/http' && /^(?:Listen|Serve)/.test(target.name) && last !== undefined) serve(place, last);
  // only servers of the standard library take routers, and they do not change them
  if (target !== undefined && !target.path.split('/')[0]?.includes('.') && !isOwnModule(target.path)) return;
  let lost: boolean | undefined;
  const isLost = (): boolean => {
    lost ??= mayRegister(originOf(place, node.of));
    return lost;
  };
  for (const [index, given] of node.given.entries()) {
    for (const router of routersIn(place, given))
      if (isLost()) mount(place, router, TAKEN, { node, certainty: 'router', same: true });
    const isLiteral = given.kind === 'string' || given.kind === 'number';
    const known = isLiteral ? undefined : routerOf(place, given);
    const router = known ?? (isLiteral ? undefined : namedRouter(place, given, node.of));
    if (router === undefined) continue;
    // No file here declares this function of the package: a generator may have written it, and it may register any route.
    const isOpen =
      isLost() ||
      known?.dialect.passed === true ||
      (known !== undefined && node.of.kind === 'name' && bindingOf(place.scope, node.of.name) === undefined);
    const of = readValue(place, node.of);
    const values = node.given.map((one) => readValue(place, one));
    const child: Expression = { kind: 'parameter', callable: '', of, index };
    // `closed(mux)`
    if (known !== undefined) standBefore(place, known, [node.of]);
    mount(place, router, child, { node, certainty: isOpen ? 'router' : 'maybe', same: true, given: values });
  }
}

/** `http.ListenAndServe(":80", logging(s.Router))`, `http.Server{Handler: router}`: the router answers by itself. */
export function serve(place: Place, handler: Node): void {
  const read = (node: Node): RouterValue | undefined =>
    routerOf(place, node) ?? (node.kind === 'member' ? namedRouter(place, node, node) : undefined);
  const { router, stripped } = firstWithin(place, handler, 6, read) ?? {};
  if (router !== undefined && stripped === undefined)
    mount(place, undefined, router.expression, { node: handler, certainty: 'unlikely', alias: true });
}

const TAKEN = unknown('a function of a package is given what holds the router');

/** The routers in the fields of a struct of the file: for `s` of `S{router: r}`. */
function routersIn(place: Place, given: Node): readonly RouterValue[] {
  const node = given.kind === 'unary' ? given.of : given;
  const struct = node.kind === 'name' ? structOf(place, node) : undefined;
  const fields = struct === undefined ? [] : fieldsOf(place.source, struct.body);
  return fields.flatMap(({ name, at }): readonly RouterValue[] => {
    const member: Node = { kind: 'member', of: node, name, start: at, end: at };
    return fieldHint(place, member)?.kind === 'router' ? [routerOf(place, member)].flatMap((one) => one ?? []) : [];
  });
}

const ROUTER_NAME = /^(?:\w{0,40}(?:router|engine|mux|group)|app|echo|api\w{0,4}|e|r|g|rg|srv|server|v\d{1,2})$/i;

/** Names of functions that add routes to their argument. */
const REGISTERS = /route|endpoint|handler|controller|register|mount|api/i;

/** `s.router` of a struct, a package variable or a function result that another file declares. */
function namedRouter(place: Place, node: Node, callee: Node): RouterValue | undefined {
  const dialect = isLikelyRouter(place, node, callee) ? likelyDialect(place, 'GET') : undefined;
  return dialect && { dialect, expression: readValue(place, node) };
}

function isLikelyRouter(place: Place, node: Node, callee: Node): boolean {
  if (node.kind === 'member') return ROUTER_NAME.test(node.name) && packageMember(place, node) === undefined;
  if (node.kind !== 'name') return false;
  const bound = bindingOf(place.scope, node.name);
  if (bound === undefined) return ROUTER_NAME.test(node.name) && !place.source.named.has(node.name);
  const stored = bound.expression.kind === 'name' ? place.source.constants.get(bound.expression.name)?.value : undefined;
  if (bound.hint !== undefined || !isMade(stored)) return false;
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : '';
  return ROUTER_NAME.test(node.name) || REGISTERS.test(name);
}

/** Whether a value is a function result, alone or the first of several. */
function isMade(value: Expression | undefined): boolean {
  return value?.kind === 'returns' || (value?.kind === 'member' && value.name === '0' && value.of.kind === 'name');
}

/** A module name may have no dot: `module myapp`. */
const isOwnModule = (path: string): boolean => !STANDARD.test(path);

/** `http.Handle("/api/", http.StripPrefix("/api", router))`: mounts another router below a pattern. */
export function handsOver(place: Place, { dialect, expression }: OnRouter, pattern: Node, handler: Node): boolean {
  const within = firstWithin(place, handler, 6, (node) => routerOf(place, node));
  const found =
    within ?? firstWithin(place, handler, 5, (node) => servedBy(place, dialect, node)) ?? made(place, dialect, handler);
  if (found === undefined) return false;
  const { source, loops } = place;
  const prefix = found.stripped === undefined ? undefined : pathOf(place, dialect, found.stripped);
  source.facts.push({
    kind: 'mount',
    by: dialect.id,
    ...(expression && { parent: expression }),
    child: found.router.expression,
    ...(prefix && { prefix }),
    ...(loops.length > 0 && { each: loops }),
    certainty: within === undefined ? 'maybe' : 'router',
    at: placeOf(source.text, pattern.start),
  });
  // a function may do more than delegate requests
  return within !== undefined;
}

interface Within {
  readonly router: RouterValue;
  readonly stripped?: Node;
}

/** The first router that `read` finds inside at most `depth` wrapping handlers: `logging(cors(mux))`. */
export function firstWithin(
  place: Place,
  node: Node,
  depth: number,
  read: (node: Node) => RouterValue | undefined,
): Within | undefined {
  const router = read(node);
  if (router !== undefined) return { router };
  if (node.kind !== 'call' || depth === 0) return undefined;
  const isStrip = packageMember(place, node.of)?.name === 'StripPrefix';
  for (const given of node.given) {
    const found = firstWithin(place, given, depth - 1, read);
    if (found !== undefined) return { ...found, ...(isStrip && node.given[0] && { stripped: node.given[0] }) };
  }
  return undefined;
}

/** `http.StripPrefix("/v1", server)`, where `server` is a function result: a generated server. */
function made(place: Place, dialect: Dialect, node: Node): Within | undefined {
  const found = firstWithin(place, node, 5, (one) => {
    const stored = one.kind === 'name' ? readValue(place, one) : undefined;
    const value = stored?.kind === 'name' ? place.source.constants.get(stored.name)?.value : undefined;
    return stored && isMade(value) ? { dialect, expression: stored } : undefined;
  });
  return found?.stripped === undefined ? undefined : found;
}

const SERVES = /\b(\w{1,60})\.ServeHTTP\(/g;
/** Longer functions do more than delegate requests. */
const MAX_HANDING = 1000;

/** `func(w http.ResponseWriter, r *http.Request) { …; api.ServeHTTP(w, r) }`, where `api` is a function result. */
function servedBy(place: Place, dialect: Dialect, node: Node): RouterValue | undefined {
  if (node.kind !== 'function' || node.body === undefined || node.body.end - node.body.start > MAX_HANDING) return undefined;
  const names = [...place.source.text.bare.slice(node.body.start, node.body.end).matchAll(SERVES)].map(([, name = '']) => name);
  const [name = '', ...others] = new Set(names);
  const { expression, hint } = bindingOf(place.scope, name) ?? {};
  const stored = expression?.kind === 'name' ? place.source.constants.get(expression.name)?.value : undefined;
  if (expression === undefined || hint !== undefined || others.length > 0 || stored?.kind !== 'returns') return undefined;
  return { dialect, expression };
}

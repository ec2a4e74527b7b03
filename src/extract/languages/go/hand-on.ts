import type { Expression } from '../../../facts/expression.js';
import { mayRegister, originOf, STANDARD } from './escapes.js';
import { fieldHint, packageMember, structOf } from './hints.js';
import { likelyDialect, mount, type RouterValue, routerOf, standBefore } from './routers.js';
import { bindingOf, type Place, unknown } from './source.js';
import { fieldsOf } from './struct-fields.js';
import type { CallNode, Node } from './syntax/node.js';
import { readValue } from './values.js';

/** Routers that a function is given are its parameter's; what a package may register on them is not read. */
export function handOn(place: Place, node: CallNode): void {
  const target = packageMember(place, node.of);
  // of the standard library only servers take routers, and they take them as they are
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
    // A function of the package that no file here declares: it may be generated, and register what it likes.
    const isOpen =
      isLost() ||
      known?.dialect.handed === true ||
      (known !== undefined && node.of.kind === 'name' && bindingOf(place.scope, node.of.name) === undefined);
    const of = readValue(place, node.of);
    const values = node.given.map((one) => readValue(place, one));
    const child: Expression = { kind: 'parameter', callable: '', of, index };
    // `closed(mux)`
    if (known !== undefined) standBefore(place, known, [node.of]);
    mount(place, router, child, { node, certainty: isOpen ? 'router' : 'maybe', same: true, given: values });
  }
}

const TAKEN = unknown('a function of a package is given what holds the router');

/** The routers in the fields of a struct of the file: `s` of `S{router: r}`. */
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

/** Functions that put routes on what they are given. */
const REGISTERS = /route|endpoint|handler|controller|register|mount|api/i;

/** `s.router` of a struct, a variable of the package or the result of a function, that another file declares. */
function namedRouter(place: Place, node: Node, callee: Node): RouterValue | undefined {
  const dialect = isLikelyRouter(place, node, callee) ? likelyDialect(place, 'GET') : undefined;
  return dialect && { dialect, expression: readValue(place, node) };
}

function isLikelyRouter(place: Place, node: Node, callee: Node): boolean {
  if (node.kind === 'member') return ROUTER_NAME.test(node.name) && packageMember(place, node) === undefined;
  if (node.kind !== 'name') return false;
  const bound = bindingOf(place.scope, node.name);
  if (bound === undefined) return ROUTER_NAME.test(node.name) && !place.source.named.has(node.name);
  const held = bound.expression.kind === 'name' ? place.source.constants.get(bound.expression.name)?.value : undefined;
  if (bound.hint !== undefined || !isMade(held)) return false;
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : '';
  return ROUTER_NAME.test(node.name) || REGISTERS.test(name);
}

/** What a function gives, alone or as the first of several. */
function isMade(value: Expression | undefined): boolean {
  return value?.kind === 'returns' || (value?.kind === 'member' && value.name === '0' && value.of.kind === 'name');
}

/** Modules may be called without a dot: `module myapp`. */
const isOwnModule = (path: string): boolean => !STANDARD.test(path);

import type { Expression } from '../../../../facts/expression.js';
import { dialects } from '../frameworks/index.js';
import { plainPath } from '../known-types.js';
import { bindingOf, type Hint, type Place, packageOf, type Source } from '../source.js';
import { fieldsOf } from '../struct-fields.js';
import type { CallNode, CompositeNode, Node, Parameter, Span } from '../syntax/node.js';
import { readValue } from '../values.js';
import { type Dialect, isRegistrationMethod } from './dialect.js';

/** The framework role of a variable of a type. */
export function typeHint(source: Source, node: Node): Hint | undefined {
  if (node.kind === 'unary') return typeHint(source, node.of);
  if (node.kind === 'name') return routerInterface(source, node.name) ?? wrappedRouter(source, node.name);
  if (node.kind !== 'member' || node.of.kind !== 'name') return undefined;
  const path = plainPath(source.packages.get(node.of.name) ?? '');
  if (path === 'net/http' && node.name === 'ResponseWriter') return { kind: 'writer' };
  if (path === 'net/http' && node.name === 'Request') return { kind: 'request' };
  const dialect = dialects.find(({ packages }) => packages.test(path));
  if (dialect === undefined) return undefined;
  if (dialect.routerTypes.test(node.name)) return { kind: 'router', dialect: dialect.id };
  if (dialect.writerTypes?.test(node.name) === true) return { kind: 'writer', dialect: dialect.id };
  return dialect.contextTypes?.test(node.name) === true ? { kind: 'context', dialect: dialect.id } : undefined;
}

type RouterHint = Hint & { readonly kind: 'router' };

/** `type router struct { chi chi.Router }` with methods that register: its values are routers. */
export function wrappedRouter(source: Source, name: string): RouterHint | undefined {
  const struct = source.registering.has(name) ? source.types.get(name)?.type : undefined;
  if (struct?.kind !== 'struct') return undefined;
  const [only, ...others] = fieldsOf(source, struct.body).flatMap(({ type }) => {
    const of = type.kind === 'unary' ? type.of : type;
    const hint = of.kind === 'member' ? typeHint(source, of) : undefined;
    return hint?.kind === 'router' ? hint : [];
  });
  return others.length > 0 ? undefined : only;
}

/** Only this much of a body is searched. */
const MAX_SEARCHED = 5000;

/** `r *router` of a struct or interface in another file: the calls on it show its method names. */
export function foreignRouter(source: Source, { name, type }: Parameter, body: Span | undefined): Hint | undefined {
  const of = type.kind === 'unary' ? type.of : type;
  if (of.kind !== 'name' || !/router$/i.test(of.name) || source.types.has(of.name) || body === undefined) return undefined;
  const text = source.text.bare.slice(body.start, Math.min(body.end, body.start + MAX_SEARCHED));
  const called = [...text.matchAll(REGISTERED)].flatMap(([, on, method = '']) => (on === name ? method : []));
  const dialect = dialects.find((one) => called.some((method) => isRegistrationMethod(one, method)));
  return dialect && { kind: 'router', dialect: dialect.id };
}

const REGISTERED = /\b(\w{1,40})\.(\w{1,40})\("/g;

/** Longer interfaces are no router interfaces. */
const MAX_INTERFACE = 10_000;

/**
 * An interface of the file with methods that register (`GET(path string, h echo.HandlerFunc)`): generated servers take such
 * routers.
 */
function routerInterface(source: Source, name: string): Hint | undefined {
  const type = source.types.get(name)?.type;
  if (type?.kind !== 'interface' || type.body.end - type.body.start > MAX_INTERFACE) return undefined;
  const body = source.text.bare.slice(type.body.start, type.body.end);
  const methods = body.split('\n').map((line) => line.slice(0, Math.max(line.indexOf('('), 0)).trim());
  const used = [...source.packages].filter(([alias]) => body.includes(`${alias}.`)).map(([, path]) => plainPath(path));
  const registers = ({ id, verbs, byMethod }: Dialect): boolean => {
    const found = methods.filter((method) => verbs.has(method) || byMethod?.test(method) === true);
    // a plain handler has ServeHTTP, and may have a method named Handle
    return found.length > (id === 'go/net-http' ? 0 : 1) && (id !== 'go/net-http' || found.includes('HandleFunc'));
  };
  const dialect = dialects.find((one) => used.some((path) => one.packages.test(path)) && registers(one));
  return dialect && { kind: 'router', dialect: dialect.id };
}

/** The framework role of an expression, as far as its name shows. */
export function hintOf(place: Place, node: Node): Hint | undefined {
  const { source, scope } = place;
  if (node.kind === 'unary') return hintOf(place, node.of);
  if (node.kind === 'member') {
    if (node.name === 'Writer' && isContext(place, node.of)) return { kind: 'writer' };
    if (node.name === 'ResponseWriter' && hintOf(place, node.of)?.kind === 'writer') return { kind: 'writer' };
    const hint = fieldHint(place, node);
    return hint?.kind === 'router' ? undefined : hint;
  }
  if (node.kind === 'composite') return holds(place, node) ? { kind: 'holder' } : undefined;
  // echo's `c.Response()` is a writer: https://pkg.go.dev/github.com/labstack/echo/v4#Response
  if (node.kind === 'call' && node.of.kind === 'member' && node.of.name === 'Response' && node.given.length === 0)
    return hintOf(place, node.of.of)?.kind === 'context' ? { kind: 'writer' } : undefined;
  if (node.kind !== 'name') return undefined;
  const bound = bindingOf(scope, node.name);
  return bound === undefined ? source.hints.get(node.name) : bound.hint;
}

/** `r.Method`, gin's `c.Request.Method`, echo's `c.Request().Method`, fiber's `c.Method()`, and a variable that holds it. */
export function isMethod(place: Place, node: Node): boolean {
  if (node.kind === 'name') return bindingOf(place.scope, node.name)?.hint?.kind === 'request-method';
  if (node.kind === 'call')
    return node.of.kind === 'member' && node.of.name === 'Method' && hintOf(place, node.of.of)?.kind === 'context';
  return node.kind === 'member' && node.name === 'Method' && isRequest(place, node.of);
}

/** `Responder{ctx: c}`. */
function holds(place: Place, { elements }: CompositeNode): boolean {
  return elements.some(({ value }) => isAnswering(hintOf(place, value)));
}

/** Functions that store their arguments in a new value. */
const HOLDERS = /^New|resp|gin|ctx|context|answer|render/i;

/** `NewResponder(c)`: its result has methods that may answer. */
export function makesHolder(place: Place, { of, given }: CallNode): boolean {
  const name = of.kind === 'member' || of.kind === 'name' ? of.name : '';
  const path = packageMember(place, of)?.path;
  const isStandard =
    path !== undefined && !path.includes('/') ? !path.includes('.') : /^(?:encoding|net|compress)\//.test(path ?? '');
  return HOLDERS.test(name) && !isStandard && given.some((one) => isAnswering(hintOf(place, one)));
}

export const isWriter = (place: Place, node: Node): boolean => hintOf(place, node)?.kind === 'writer';

export const isAnswering = (hint: Hint | undefined): boolean => hint?.kind === 'context' || hint?.kind === 'writer';

/** Whether values of a struct of this file contain a context or writer. */
export function isHolder(source: Source, type: Node): boolean {
  const of = type.kind === 'unary' ? type.of : type;
  const struct = of.kind === 'name' ? source.types.get(of.name)?.type : undefined;
  if (struct?.kind !== 'struct') return false;
  return fieldsOf(source, struct.body).some((field) => isAnswering(typeHint(source, field.type)));
}

/** The framework roles of `s.router` and `g.ctx` for a struct of this file. */
export function fieldHint(place: Place, node: Node & { kind: 'member' }): Hint | undefined {
  if (packageMember(place, node) !== undefined || node.of.kind !== 'name') return undefined;
  const struct = structOf(place, node.of);
  if (struct === undefined) return undefined;
  const field = fieldsOf(place.source, struct.body).find((one) => one.name === node.name);
  return field && typeHint(place.source, field.type);
}

/** The type name of a variable's value, as far as the file shows. */
export function typeNameOf(place: Place, node: Node): string | undefined {
  const stored = storedType(place.source, readValue(place, node));
  return stored.kind === 'name' ? stored.name : undefined;
}

/** The struct of this file in a variable. */
export function structOf(place: Place, node: Node): StructNode | undefined {
  const name = typeNameOf(place, node);
  const struct = name === undefined ? undefined : place.source.types.get(name)?.type;
  return struct?.kind === 'struct' ? struct : undefined;
}

type StructNode = Node & { kind: 'struct' };

/** The declared type of a local variable, or its first value. */
function storedType(source: Source, expression: Expression, depth = 0): Expression {
  if (expression.kind === 'operator' && /^(?:filled|first-known)$/.test(expression.operator)) return expression.of;
  const constant = expression.kind === 'name' && depth < 5 ? source.constants.get(expression.name) : undefined;
  return constant === undefined ? expression : storedType(source, constant.type ?? constant.value, depth + 1);
}

function isContext({ scope }: Pick<Place, 'source' | 'scope'>, node: Node): boolean {
  return node.kind === 'name' && bindingOf(scope, node.name)?.hint?.kind === 'context';
}

/** The import path and name of a function of a package: `json.NewEncoder`. */
export function packageMember(
  { source, scope }: Place,
  node: Node,
): { readonly path: string; readonly name: string } | undefined {
  if (node.kind !== 'member') return undefined;
  const path = packageOf(source, node.of, scope);
  return path === undefined ? undefined : { path: plainPath(path), name: node.name };
}

/** `r`, `c.Request`, `c.Request()`. */
export function isRequest(place: Place, node: Node): boolean {
  if (hintOf(place, node)?.kind === 'request') return true;
  const member = node.kind === 'call' ? node.of : node;
  return member.kind === 'member' && member.name === 'Request' && hintOf(place, member.of)?.kind === 'context';
}

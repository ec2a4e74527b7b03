import { type Expression, nullable } from '../../../facts/expression.js';
import { typeTest } from './conditions.js';
import { perhapsNil } from './lists.js';
import { hintOf, isMethod, makesHolder, packageMember } from './routing/hints.js';
import { requestPath } from './routing/path-tests.js';
import { passedField } from './routing/registrations.js';
import { type RouterValue, routerOf, zeroRouter } from './routing/routers.js';
import { tells, whereMissing } from './sends/headers.js';
import { bufferOf, isEncoder, JSON_PACKAGES } from './sends/json-texts.js';
import { chiStatus } from './sends/sends.js';
import { ofError } from './sends/status-values.js';
import { type Binding, bindingOf, markOf, type Place, scopeOf, unknown } from './source.js';
import { withoutTexts } from './struct-values.js';
import type { Node } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';
import { placeOf } from './syntax/text.js';
import { typeOf } from './types.js';
import { literalOf, readValue, widened } from './values.js';

/** Records a variable as a constant with a unique name: `main.users@12:5`. */
export function constantOf({ source, within }: Place, name: string, at: number, value: Expression, type?: Expression): string {
  const full = `${within === undefined ? '' : `${within}.`}${name}@${markOf(source, at)}`;
  const place = placeOf(source.text, at);
  source.constants.set(full, { kind: 'constant', name: full, ...(type && { type }), value, at: place });
  return full;
}

/** Binds the names that a statement declares. */
export function define(place: Place, { names, type, values }: Statement & { kind: 'define' }): void {
  const declared = type && typeOf(place.source, type, place.scope);
  const [only] = values;
  const several = names.length > 1 && values.length === 1 && only !== undefined ? partsOf(place, only, names.length) : undefined;
  const made = names.map(({ name, at }, index): readonly [string, Binding] | undefined => {
    if (name === '_' || name === '') return undefined;
    const value = values[index];
    const part = several?.[index];
    if (part !== undefined) {
      const test = index === 1 && only?.kind === 'assert' && only.type ? typeTest(place, only.of, only.type) : undefined;
      return [name, { ...bound(place, name, at, part, declared, index === 0 ? only : undefined), ...(test && { test }) }];
    }
    const zero = value === undefined ? zeroRouter(place, type, type) : undefined;
    if (zero !== undefined) return [name, routerBinding(zero)];
    if (value === undefined) {
      const stored = declared && isSlice(place, type) ? perhapsNil(declared) : declared;
      const empty = bound(place, name, at, unknown('it holds nothing yet'), stored, undefined);
      return [name, type?.kind === 'name' && type.name === 'int' ? { ...empty, given: NO_NUMBER } : empty];
    }
    const isPointer = type?.kind === 'unary' && declared?.kind === 'scalar';
    const shown: Expression | undefined = isPointer && declared ? nullable(declared) : declared;
    return [name, bound(place, name, at, passedField(place, value, isHandler) ?? readValue(place, value), shown, value)];
  });
  const entry = names.length === 2 ? whereMissing(only) : undefined;
  for (const { name } of names) scopeOf(place.scope, tells(name))?.names.delete(tells(name));
  if (entry !== undefined && names[1] !== undefined)
    place.scope?.names.set(tells(names[1].name), { expression: { kind: 'literal', value: entry } });
  for (const one of made) {
    // `x, err := f()` assigns an existing `err`
    if (one !== undefined) place.scope?.names.set(...one);
  }
  if (type?.kind === 'unary' && declared?.kind === 'scalar' && values.length === 0) nullableVariables(place, names, declared);
}

const isHandler = (type: Node): boolean =>
  type.kind === 'function' || (type.kind === 'member' && type.name.startsWith('Handler'));

const routerBinding = ({ expression, dialect }: RouterValue): Binding => ({
  expression,
  hint: { kind: 'router', dialect: dialect.id },
});

export const NO_NUMBER: Expression = { kind: 'union', options: [], changing: true };

/**
 * `[]T` is nil until it is assigned, in JSON `null`: https://pkg.go.dev/encoding/json#Marshal. An array type has its length
 * instead.
 */
const isSlice = ({ source }: Place, type: Node | undefined): boolean =>
  type?.kind === 'list' && /^\[\s*\]/.test(source.text.bare.slice(type.start, type.start + 10));

/** `var next *string`. */
function nullableVariables(place: Place, names: readonly { readonly name: string }[], of: Expression): void {
  for (const { name } of names) place.scope?.names.set(name, { expression: nullable(of) });
}

/** `a, b := f()`, `v, ok := m[k]`. */
function partsOf(place: Place, node: Node, count: number): readonly Expression[] {
  const value = readValue(place, node);
  if (node.kind !== 'call') return [value, { kind: 'scalar', type: 'boolean' }];
  const name = constantOf(place, 'of', node.start, value);
  return Array.from({ length: count }, (_, index): Expression => {
    return { kind: 'member', of: { kind: 'name', name, space: 'value' }, name: String(index) };
  });
}

function bound(
  place: Place,
  name: string,
  at: number,
  value: Expression,
  type: Expression | undefined,
  node: Node | undefined,
): Binding {
  const router = node && routerOf(place, node);
  if (router !== undefined) return routerBinding(router);
  if (node?.kind === 'function') return { expression: value, callable: literalOf(place, node) };
  if (node?.kind === 'name') {
    const same = bindingOf(place.scope, node.name);
    if (same?.hint !== undefined) return same;
  }
  const stored =
    type === undefined && value.kind === 'literal' && typeof value.value !== 'string'
      ? widened(value)
      : withoutTexts(place.source, value);
  const full = constantOf(place, name, at, stored, type);
  const expression: Expression = { kind: 'name', name: full, space: 'value' };
  if (stored !== value && value.kind === 'literal' && typeof value.value === 'number') return { expression, given: value };
  const marshalled = node?.kind === 'call' ? packageMember(place, node.of) : undefined;
  const [first] = node?.kind === 'call' ? node.given : [];
  if (marshalled && JSON_PACKAGES.test(marshalled.path) && /^Marshal(?:Indent)?$/.test(marshalled.name) && first !== undefined)
    return { expression, hint: { kind: 'marshalled', value: readValue(place, first) } };
  const parameter = node && pathParameterOf(place, node);
  if (parameter !== undefined) return { expression, hint: { kind: 'path-parameter', name: parameter } };
  const path = node && requestPath(place, node);
  if (path !== undefined) return { expression, hint: path };
  if (node !== undefined && isMethod(place, node)) return { expression, hint: { kind: 'request-method' } };
  if (node !== undefined && isEncoder(place, node)) return { expression, hint: { kind: 'encoder' } };
  const into = node && bufferOf(place, node);
  if (into !== undefined) return { expression, hint: { kind: 'encoder', into } };
  const status = node?.kind === 'call' ? chiStatus(place, node) : undefined;
  if (status !== undefined) return { expression, hint: { kind: 'status', value: status } };
  if (node?.kind === 'call' && ofError(place, node)) return { expression, hint: { kind: 'failure' } };
  return node !== undefined && isHolding(place, node) ? { expression, hint: { kind: 'holder' } } : { expression };
}

/** `Responder{ctx: c}`, `NewResponder(c)`: a value that may answer. */
function isHolding(place: Place, node: Node): boolean {
  if (node.kind === 'unary') return isHolding(place, node.of);
  if (node.kind === 'composite') return hintOf(place, node)?.kind === 'holder';
  return node.kind === 'call' && makesHolder(place, node);
}

/** One value of a path parameter. */
export interface ParameterValue {
  readonly name: string;
  readonly value: string;
}

/** The name of the path parameter that an expression or variable stands for. */
export function pathParameterOf(place: Place, node: Node): string | undefined {
  const hint = node.kind === 'name' ? bindingOf(place.scope, node.name)?.hint : undefined;
  if (hint !== undefined) return hint.kind === 'path-parameter' ? hint.name : undefined;
  const name = parameterName(place, node);
  return name?.kind === 'string' ? name.value : undefined;
}

/** `c.Param("id")`, `c.Params("id")`, `chi.URLParam(r, "id")`, `r.PathValue("id")`, `mux.Vars(r)["id"]`. */
function parameterName(place: Place, node: Node): Node | undefined {
  if (node.kind === 'index') {
    const vars = node.of.kind === 'call' ? packageMember(place, node.of.of) : undefined;
    return vars?.path === 'github.com/gorilla/mux' && vars.name === 'Vars' ? node.keys[0] : undefined;
  }
  if (node.kind !== 'call' || node.of.kind !== 'member') return undefined;
  const { name, of } = node.of;
  if (name === 'URLParam') return node.given[1];
  const hint = hintOf(place, of)?.kind;
  const isParameter = (hint === 'context' && /^Params?$/.test(name)) || (hint === 'request' && name === 'PathValue');
  return isParameter ? node.given[0] : undefined;
}

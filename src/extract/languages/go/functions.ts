import { type Expression, isNull } from '../../../facts/expression.js';
import type { Callable } from '../../../facts/fact.js';
import { statements, type Walk } from './bodies.js';
import { branchesOf, settle } from './branches.js';
import { perhapsNil } from './lists.js';
import { foreignRouter, isAnswering, isHolder, typeHint } from './routing/hints.js';
import { givesResponder, responderForwards } from './routing/operations.js';
import { storedBy } from './routing/ranges.js';
import { isTable } from './routing/tables.js';
import { fluentReceiver, fluentResult, givenReceiver } from './sends/fluent.js';
import { readMarshaller, writtenBy } from './sends/marshalled.js';
import { finish } from './sends/sends.js';
import { type Binding, inside, type Place, packageOf, type Scope, type Source, unknown } from './source.js';
import { givenStruct, isKnownList } from './struct-values.js';
import type { FunctionNode, Node, Parameter } from './syntax/node.js';
import { statementsIn } from './syntax/statements.js';
import { placeOf } from './syntax/text.js';
import { isBuiltIn, typeOf, typeParametersOf } from './types.js';

interface Reading {
  readonly source: Source;
  readonly name: string;
  readonly node: FunctionNode;
  readonly outer: Scope | undefined;
  readonly literals: Place['literals'];
  readonly loops: Place['loops'];
  readonly receiver?: Parameter | undefined;
  readonly typeParameters?: readonly Parameter[];
}

/** Reads a function: the routes it registers, what it sends and what it returns. */
export function readFunction(reading: Reading): void {
  const { source, name, node, literals, loops } = reading;
  const { scope, takes: isGiven } = scopeOf(reading);
  const walk: Walk = {
    place: { source, scope, within: name, literals, loops, ...(computes(reading, isGiven) && { computes: true }) },
    sent: { sends: [], forwards: [] },
    returned: [],
    failed: new Set(),
    addresses: new Set(),
    parts: [],
  };
  if (node.body !== undefined) statements(walk, node.body);
  finish(walk.sent);
  settle(walk.parts ?? [], walk.sent);
  const isResponder = givesResponder(source, node);
  if (isResponder) walk.sent.forwards.push(...responderForwards(walk.returned));
  // a method with a pointer receiver does not encode values: https://pkg.go.dev/encoding/json#Marshal
  if (name.endsWith('#MarshalJSON') && reading.receiver?.type.kind !== 'unary') readMarshaller(source, name, walk);
  const { sends, forwards, incomplete } = walk.sent;
  // a literal may answer through the parameters of the enclosing function
  const takes = isGiven || isResponder || (reading.outer !== undefined && sends.length + forwards.length > 0);
  const parameters = typeParametersOf(name, node, reading.typeParameters);
  const own = reading.receiver?.name === undefined ? undefined : scope.names.get(reading.receiver.name);
  const declared = fluentResult(own, walk.returned) ?? returnsOf(walk, node);
  const isOpenResult = node.results.some(({ type }) => isOpen(source, type)) || isElsewhere(source, node, walk);
  const tables = walk.returned.flatMap(([one]) => (isTable(source, one) && one !== undefined ? [one] : []));
  for (const callable of tables)
    source.facts.push({ kind: 'registration', by: 'go/net-http', callable, given: [], at: placeOf(source.text, node.start) });
  const shows = isOpenResult || tables.length > 0;
  const inferred = shows ? inferredOf(walk, node) : (methodGiven(walk, node, reading.receiver?.name) ?? textOf(walk, node));
  const returns = shownIn(declared, inferred);
  const callable: Callable = {
    kind: 'callable',
    name,
    ...(parameters.length > 0 && { typeParameters: parameters }),
    returns,
    ...(inferred && { inferred }),
    ...(walk.addresses.size > 0 && walk.addresses.size === walk.returned.length && { neverNull: true }),
    ...(answersAll(source, node) && { rewrites: 'it answers every request itself' }),
    ...(takes && { sends }),
    ...(takes && forwards.length > 0 && { forwards }),
    ...(takes && incomplete !== undefined && { incomplete }),
    at: placeOf(source.text, node.start),
  };
  source.callables.set(
    name,
    takes ? { ...callable, ...branchesOf(walk.place, walk.parts ?? [], walk.sent, callable) } : callable,
  );
}

const isHandler = (type: Node): boolean =>
  (type.kind === 'member' || type.kind === 'name') && /^\w{0,40}Handler(?:Func)?$/.test(type.name);

/** `func providerOf(r *http.Request) (string, error)`: without a writer, and its results hold no handler. */
function computes({ node: { results }, outer }: Reading, takes: boolean): boolean {
  const names = results.map(({ type }) => (type.kind === 'name' ? type.name : undefined));
  const isPlain = names.every((name) => name !== undefined && name !== 'any' && isBuiltIn(name));
  return !takes && isPlain && names.some((name) => name !== 'error') && !isWriting(outer);
}

const isWriting = (scope: Scope | undefined): boolean =>
  scope !== undefined && ([...scope.names.values()].some(({ hint }) => isAnswering(hint)) || isWriting(scope.parent));

/** A middleware that never mentions the next handler, or a gin middleware that always aborts. */
function answersAll(source: Source, { body, parameters, results }: FunctionNode): boolean {
  const [only, ...others] = parameters;
  const last = others.at(-1);
  if (body === undefined || only === undefined) return false;
  const inner = source.text.bare.slice(body.start, body.end);
  const leavesOut = ({ name }: Parameter): boolean => ![...inner.matchAll(/\w+/g)].some(([word]) => word === name);
  // a go-restful filter
  if (last !== undefined) return /\.FilterChain$/.test(source.text.bare.slice(last.at, last.type.end)) && leavesOut(last);
  const [result] = results;
  if (isHandler(only.type) && results.length === 1 && result !== undefined && isHandler(result.type)) return leavesOut(only);
  const hint = typeHint(source, only.type);
  if (hint?.kind !== 'context' || hint.dialect !== 'go/gin' || !inner.includes('.Abort') || inner.includes('.Next('))
    return false;
  const all = statementsIn(source.text, body);
  const first = all.findIndex(({ kind }) => !/^(?:expression|define|assign|later)$/.test(kind));
  return all
    .slice(0, first < 0 ? all.length : first)
    .some(
      (one) =>
        one.kind === 'expression' && one.node.kind === 'call' && one.node.of.kind === 'member' && /^Abort/.test(one.node.of.name),
    );
}

/** The names bound at the start of a function body; `takes`: a parameter or the receiver can send an answer. */
function scopeOf({ source, name, node, outer, receiver, typeParameters }: Reading): { scope: Scope; takes: boolean } {
  const scope: Scope = { ...inside(outer), ...(outer && { literal: true }) };
  let takes = false;
  for (const one of typeParameters ?? [])
    if (one.name !== undefined) scope.names.set(one.name, { expression: { kind: 'name', name: one.name } });
  if (receiver?.name !== undefined) {
    for (const key of receiver.type.kind === 'index' ? receiver.type.keys : [])
      if (key.kind === 'name') scope.names.set(key.name, { expression: { kind: 'name', name: key.name } });
    const holder = isHolder(source, receiver.type);
    takes ||= holder;
    const hint = holder ? { hint: { kind: 'holder' as const } } : {};
    const declared = typeOf(source, receiver.type, scope);
    const [only, ...others] = node.parameters;
    const field = fieldGiven(source, node, receiver.name);
    if (field !== undefined) source.getters.set(name, `${name.slice(0, name.indexOf('#'))}#${field}`);
    // a go-swagger responder also gets the producer
    const isAlone = others.every(({ type }) => type.kind === 'member' && type.name === 'Producer');
    const answers = only !== undefined && isAlone && isAnswering(typeHint(source, only.type));
    const fluent = fluentReceiver(source, name, node, receiver, declared);
    const isKnown = field !== undefined || methodField(source, node, receiver.name) !== undefined;
    const by = (answers && !holder) || isKnown ? name : writtenBy(source, name, node, receiver.name);
    const expression = by === undefined ? declared : givenReceiver(by, declared);
    scope.names.set(receiver.name, fluent ?? { expression, ...hint });
  }
  // the caller determines the fields of a fluent receiver
  const isFluent = receiver?.name !== undefined && scope.names.get(receiver.name)?.set !== undefined;
  for (const [index, parameter] of node.parameters.entries()) {
    const hint = typeHint(source, parameter.type) ?? foreignRouter(source, parameter, node.body);
    takes ||= hint?.kind === 'writer' || hint?.kind === 'context';
    if (parameter.name === undefined || parameter.name === '_') continue;
    const bound = bindParameter(source, name, parameter, index, scope, hint);
    scope.names.set(parameter.name, isFluent && bound.expression.kind === 'name' ? shownBy(bound, name, index) : bound);
  }
  for (const { name: result, type } of node.results)
    if (result !== undefined) scope.names.set(result, { expression: typeOf(source, type, scope) });
  return { scope, takes };
}

/** A struct parameter; the argument shows more than the declared type. */
const shownBy = (bound: Binding, callable: string, index: number): Binding => ({
  ...bound,
  expression: { kind: 'operator', operator: 'first-known', of: bound.expression, keys: { kind: 'parameter', callable, index } },
});

/** The field that a method body only returns: `func (e endpoint) Path() string { return e.path }`. */
function fieldGiven(source: Source, { body, parameters, results }: FunctionNode, receiver: string): string | undefined {
  if (body === undefined || parameters.length > 0 || results.length !== 1 || body.end - body.start > MAX_GETTER) return undefined;
  const [, of, field] = /^\s*return (\w+)\.(\w+)\s*$/.exec(source.text.bare.slice(body.start, body.end)) ?? [];
  return of === receiver ? field : undefined;
}

/** Longer bodies are no plain getters. */
const MAX_GETTER = 200;

/** The field that each returned list of methods contains: `return []string{r.Method, http.MethodOptions}`. */
function methodField(source: Source, { body, parameters, results }: FunctionNode, receiver: string): string | undefined {
  const [only] = results;
  if (body === undefined || parameters.length > 0 || only?.type.kind !== 'list' || body.end - body.start > MAX_GETTER)
    return undefined;
  const given = source.text.bare
    .slice(body.start, body.end)
    .split(/\breturn\b/)
    .slice(1);
  const fields = given.map((one) => {
    const [, of, field] = METHODS_GIVEN.exec(one) ?? [];
    return of === receiver ? field : undefined;
  });
  return new Set(fields).size === 1 ? fields[0] : undefined;
}

const METHODS_GIVEN = /^ \[\]string\{(\w+)\.(\w+)(?:, http\.Method(?:Options|Head))*\}/;

function methodGiven({ place }: Walk, node: FunctionNode, receiver: string | undefined): Expression | undefined {
  const name = receiver && methodField(place.source, node, receiver);
  const of = receiver && place.scope?.names.get(receiver)?.expression;
  return name && of ? { kind: 'member', of, name } : undefined;
}

function bindParameter(
  source: Source,
  callable: string,
  { type, variadic }: Parameter,
  index: number,
  scope: Scope,
  hint: Binding['hint'],
): Binding {
  const declared = typeOf(source, type, scope);
  const passed: Expression = { kind: 'parameter', callable, index };
  if (hint?.kind === 'router')
    return { expression: passed, hint, ...(declared.kind === 'name' && type.kind !== 'member' && { type: declared }) };
  const list: Expression = variadic ? { kind: 'array', items: declared } : declared;
  if (variadic || (type.kind === 'list' && isOpen(source, type.of) && !isAnything(declared)))
    return {
      expression: { kind: 'operator', operator: 'first-known', of: list, keys: { ...passed, ...(variadic && { rest: true }) } },
    };
  const isGeneric = declared.kind === 'name' && scope.names.has(declared.name);
  const isFunction = type.kind === 'name' && source.types.get(type.name)?.type.kind === 'function';
  const isHandler =
    type.kind === 'function' || isFunction || (type.kind === 'member' && /Handler|HandlerFunc|Func$/.test(type.name));
  // `interfaces.UserHandler`: an interface of the service, or a function
  const isOfService = type.kind === 'member' && !/Func$/.test(type.name) && packageOf(source, type.of, undefined) !== 'net/http';
  if (isHandler && isOfService && hint === undefined && declared.kind === 'name')
    return { expression: { kind: 'operator', operator: 'first-known', of: declared, keys: passed } };
  if (isGeneric || isHandler || isAnything(declared)) return { expression: passed, ...(hint && { hint }) };
  if (isAnyMap(source, type)) return { expression: passed, map: true, ...(hint && { hint }) };
  const isScalar = declared.kind === 'scalar';
  const shown: Expression = type.kind === 'unary' ? { kind: 'operator', operator: 'nullable', of: declared } : declared;
  // of a scalar the argument matters (paths, statuses), of a struct its methods
  if (hint !== undefined || declared.kind !== 'name')
    return { expression: isScalar ? { ...passed, type: shown } : declared, ...(hint && { hint }) };
  return { expression: declared, passed, changed: { kind: 'operator', operator: 'first-known', of: declared, keys: passed } };
}

/** `any`, `[]any`: the argument shows more. */
const isAnything = (type: Expression): boolean =>
  type.kind === 'unknown' || (type.kind === 'array' && type.items.kind === 'unknown');

/** `map[string]any`, `type envelope map[string]any`: so does that of a map. */
function isAnyMap(source: Source, type: Node): boolean {
  const map = type.kind === 'name' ? source.types.get(type.name)?.type : type;
  return map?.kind === 'map' && isAnything(typeOf(source, map.of));
}

/** The declared results, and whether the `return`s can give nil. */
function returnsOf({ place, returned }: Walk, { results }: FunctionNode): Expression {
  const { source, scope } = place;
  const last = results.at(-1)?.type;
  const fails = results.length > 1 && last?.kind === 'name' && last.name === 'error';
  // `return nil, err`: callers do not use a value beside an error
  const good = returned.filter(
    (row) => !fails || row.length !== results.length || isNull(row.at(-1)) || !row.slice(0, -1).every(isZero),
  );
  const types = results.map(({ type }, index): Expression => {
    const declared = typeOf(source, type, scope);
    const values = good.map((row) => (row.length === results.length ? row[index] : undefined));
    return (values.length > 0 && given(source, declared, values)) || declared;
  });
  if (types.length === 0) return { kind: 'absent' };
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : { kind: 'tuple', items: types };
}

/** What all values of one result show beyond its type; a pointer is taken to be there. */
function given(source: Source, declared: Expression, values: readonly (Expression | undefined)[]): Expression | undefined {
  const distinct = [...new Map(values.map((one) => [JSON.stringify(one), one])).values()];
  if (distinct.length > MAX_STRUCTS) return undefined;
  const lists = distinct.filter((one) => one !== undefined && isKnownList(source, one)).flatMap((one) => one ?? []);
  if (declared.kind === 'array' && distinct.some(isNull)) return perhapsNil(declared);
  const isOpenMap = declared.kind === 'map' && declared.values.kind === 'unknown';
  if (isOpenMap && distinct.every((one) => one !== undefined && isWrittenMap(source, one)))
    return unionOf(distinct.flatMap((one) => one ?? []));
  if (lists.length > 0) return lists.length < distinct.length ? { kind: 'union', options: [...lists, declared] } : unionOf(lists);
  if (declared.kind !== 'name') return undefined;
  // the values replace an interface type
  const others = distinct.flatMap((one) => (one === undefined || isOf(one, declared.name) ? [] : [one]));
  if (others.length === distinct.length && others.length > 0) return unionOf(others);
  const structs = distinct.flatMap((one) => (isNull(one) ? [] : [one && givenStruct(source, one)]));
  if (!structs.every((one) => one !== undefined)) return undefined;
  return unionOf(structs.flatMap((one) => one ?? []));
}
/** Whether the value is a map literal, or a variable with one that is not passed to a function. */
function isWrittenMap(source: Source, value: Expression): boolean {
  return (value.kind === 'name' && !source.passed.has(value.name) ? storedBy(source, value) : value).kind === 'object';
}

/** False if the value is certainly a struct of another type. */
function isOf(value: Expression, name: string): boolean {
  const of = value.kind === 'operator' && value.operator === 'filled' ? value.of : value;
  return of.kind !== 'name' || of.space === 'value' || of.name === name;
}

/** Types whose values show more: interfaces, functions, and types that frameworks create. */
function isOpen(source: Source, type: Node): boolean {
  if (type.kind === 'unary') return isOpen(source, type.of);
  if (type.kind === 'name') {
    if (type.name === 'any') return true;
    const declared = source.types.get(type.name)?.type.kind;
    return !isBuiltIn(type.name) && (declared === undefined ? false : declared === 'interface' || declared === 'function');
  }
  return type.kind === 'function' || type.kind === 'interface' || (type.kind === 'member' && isFrameworkType(source, type));
}

/** Whether the result may be an interface of another file; a pointer never is. */
function isElsewhere(source: Source, { results }: FunctionNode, { returned }: Walk): boolean {
  const type = results[0]?.type;
  if (returned.length > MAX_RETURNS) return false;
  return type?.kind === 'member' || (type?.kind === 'name' && !isBuiltIn(type.name) && !source.types.has(type.name));
}

/** For functions with more `return`s, only the declared results count. */
const MAX_RETURNS = 30;

function isFrameworkType(source: Source, type: Node & { kind: 'member' }): boolean {
  return typeHint(source, type) !== undefined || /Handler|HandlerFunc|Func$|^Router$/.test(type.name);
}

/** The body and status of each `return`, as pairs, so that they are not mixed. */
const pairsOf = (returned: readonly (readonly Expression[])[]): readonly Expression[] =>
  returned.flatMap((row) => {
    const [only] = row;
    return row.length === 2 ? { kind: 'tuple' as const, items: row } : only?.kind === 'returns' ? only : [];
  });

/** The values of the `return`s, without `nil`. */
function inferredOf({ returned, failed, place }: Walk, { results }: FunctionNode): Expression | undefined {
  const good = returned.filter((row) => !failed.has(row));
  const pairs =
    results.length === 2 && results.some(({ type }) => type.kind === 'name' && type.name === 'int') ? pairsOf(returned) : [];
  if (pairs.length > 1) return { kind: 'union', options: pairs, changing: true };
  const columns = results.map((result, index): Expression => {
    // callers do not use a value beside an error
    const rows = index < results.length - 1 && good.length > 0 ? good : returned;
    const given = rows.flatMap((values) => columnOf(values, index, results.length)).filter((one) => !isNull(one));
    const options = [...new Map(given.map((one) => [JSON.stringify(one), one])).values()];
    const [first] = options;
    if (first === undefined) {
      const named = result.name === undefined ? undefined : place.scope?.names.get(result.name)?.expression;
      return named ?? unknown('nothing is returned');
    }
    return options.length === 1 ? first : { kind: 'union', options };
  });
  return columns.length === 1 ? columns[0] : { kind: 'tuple', items: columns };
}

/** The declared results; a first result of any type becomes what the `return`s show. */
function shownIn(returns: Expression, inferred: Expression | undefined): Expression {
  // for a go-kit endpoint only the function shows the result
  if (inferred?.kind === 'name' && returns.kind === 'name' && returns.name === 'endpoint.Endpoint') return inferred;
  const shown = inferred?.kind === 'tuple' ? inferred.items : [];
  if (returns.kind !== 'tuple' || shown.length === 0) return returns;
  const items = returns.items.map((item, index) => {
    const other = index === 0 && item.kind === 'unknown' ? shown[index] : undefined;
    return other ?? item;
  });
  return { ...returns, items };
}

/** One result of a `return`; for `return f()` it is the matching result of `f`. */
function columnOf(values: readonly Expression[], index: number, count: number): readonly Expression[] {
  const [only] = values;
  if (values.length === 1 && count > 1 && only?.kind === 'returns') return [{ kind: 'member', of: only, name: String(index) }];
  const value = values[index];
  return value === undefined ? [] : [value];
}

/** A text that a function builds (a path, a prefix), or the numbers that it returns (statuses). */
function textOf(walk: Walk, node: FunctionNode): Expression | undefined {
  const [only, ...others] = node.results;
  if (only?.type.kind !== 'name' || others.length > 0) return undefined;
  if (only.type.name === 'int') return numbersOf(walk, node);
  if (only.type.name !== 'string') return undefined;
  const isShort = walk.returned.length <= MAX_TEXTS && walk.returned.every(([one]) => one !== undefined && isTextual(one));
  return isShort ? inferredOf(walk, node) : undefined;
}

/** All numbers that the function may return, as one union. */
function numbersOf(walk: Walk, node: FunctionNode): Expression | undefined {
  const isNumber = (one: Expression | undefined): boolean =>
    one?.kind === 'literal' || (one?.kind === 'union' && one.changing === true);
  if (!walk.returned.every(([one]) => isNumber(one))) return undefined;
  const all = inferredOf(walk, node);
  if (all?.kind !== 'union') return all;
  return { ...all, options: all.options.flatMap((one) => (one.kind === 'union' ? one.options : [one])), changing: true };
}

/** With more `return`s than this, the texts of a function are not resolved. */
const MAX_TEXTS = 8;

const isTextual = (one: Expression): boolean => /^(?:literal|text|parameter|name|member|scalar|returns)$/.test(one.kind);

/** `nil`, `T{}`. */
const isZero = (one: Expression): boolean => isNull(one) || (one.kind === 'name' && one.space !== 'value');

function unionOf(options: readonly Expression[]): Expression | undefined {
  return options.length > 1 ? { kind: 'union', options } : options[0];
}

/** With more values than this, a result has only its declared type. */
const MAX_STRUCTS = 8;

import type { Expression } from '../../../../facts/expression.js';
import { groupBy } from '../../../../model/multi-map.js';
import { constants } from '../constants.js';
import { type Env, parameterOf } from '../free-names.js';
import { handlerLocals } from '../locals.js';
import { at, type Scope, type Source, scopeOf, unknown, value } from '../source.js';
import { tokenAt } from '../tokens.js';
import { typeOf } from '../types.js';
import type { Method, Range, TypeDecl, TypeRef } from '../unit.js';
import { readValue } from '../values.js';
import type { Block, Change, Variable } from './block.js';
import { lambdaGiven } from './lambdas.js';
import { isPassedOn, mapMade, writtenMap } from './maps.js';
import { narrowedAt } from './narrowing.js';
import { leavesOpen, saysNothing } from './saying.js';
import { blockOf } from './statements.js';
import { surelyGivenAt } from './surely-given.js';

/** A function with a body, as the context for reading its expressions. */
export interface Body {
  readonly source: Source;
  readonly decl: TypeDecl | undefined;
  readonly method: Method;
  readonly block: Block;
  /** Name of the callable whose parameters stand for the callers' arguments; a handler's parameters have their declared types. */
  readonly callable?: string;
  /** For a lambda: the names known around it, and its depth. */
  readonly around?: Env['local'];
  readonly depth?: number;
}

const NOTHING: Block = { variables: [], changes: [], returns: [] };

/** The body of a function; with Kotlin's `= expression`, the expression is the return value. */
export function bodyOf(source: Source, decl: TypeDecl | undefined, method: Method, callable?: string): Body {
  const { tokens } = source.unit;
  const of = { source, decl, method, ...(callable !== undefined && { callable }) };
  if (method.body !== undefined) return { ...of, block: blockOf(tokens, method.body) };
  const { expression } = method;
  if (expression === undefined) return { ...of, block: NOTHING };
  const read = blockOf(tokens, expression);
  return { ...of, block: { ...read, returns: [{ index: expression.from, within: [], value: expression }] } };
}

/** The environment at the start of an expression in the body. */
export function envAt(body: Body, position: number): Env {
  const env: Env = {
    source: body.source,
    scope: scopeIn(body),
    local: (name) => localAt(body, name, position),
    made: (range) => {
      const puts = mapMade(env, range);
      return puts && writtenMap(body.source, { index: range.from, within: [] }, puts);
    },
    inner: (range, local, last) => innerValue(body, range, local, last),
  };
  return env;
}

/** The body inside a lambda, with the names known around it. Kotlin lambdas are read together with the code around them. */
export function insideOf(body: Body, range: Range): Body {
  const { tokens } = body.source.unit;
  if (tokens.dialect === 'kotlin') return body;
  const around = (name: string): Expression | undefined => envAt(body, range.from).local(name);
  return { ...body, block: blockOf(tokens, range), around };
}

/** The value of a lambda with statements. */
function innerValue(body: Body, range: Range, around: Env['local'], last: Range | undefined): Expression | undefined {
  const depth = (body.depth ?? 0) + 1;
  if (depth > MAX_INNER) return undefined;
  const inner: Body = { ...body, block: blockOf(body.source.unit.tokens, range), around, depth };
  if (last !== undefined) return readIn(inner, last);
  const values = inner.block.returns.map(({ value: of }) => readIn(inner, of));
  const [only] = values;
  return values.length === 1 ? only : values.length === 0 || values.length > 10 ? undefined : { kind: 'union', options: values };
}
const MAX_INNER = 4;

const scopeIn = ({ decl, method }: Body): Scope => scopeOf(decl, method.typeParameters);

/** Reads an expression of a body. */
export const readIn = (body: Body, range: Range): Expression => readValue(envAt(body, range.from), range);

/** The value of a variable, parameter or field at a position, after the conditions around it. */
function localAt(body: Body, name: string, position: number): Expression | undefined {
  const of = plainLocalAt(body, name, position);
  const narrowed = of === undefined ? undefined : narrowedAt(body.source.unit.tokens, name, position);
  if (of === undefined || narrowed === undefined || isSetSince(body, name, narrowed.since, position)) return of;
  if (narrowed.as === 'something') return { kind: 'operator', operator: 'non-null', of };
  if (narrowed.as === 'nothing') return of;
  const keys = typeOf(body.source, scopeIn(body), narrowed.as);
  return narrowed.as.arguments.length > 0 ? keys : { kind: 'operator', operator: 'narrowed', of, keys };
}

const isSetSince = ({ block }: Body, name: string, since: number, position: number): boolean =>
  (named(block, 'changes').get(name) ?? []).some(({ index, how }) => how === '=' && since < index && index < position);

function plainLocalAt(body: Body, name: string, position: number): Expression | undefined {
  const variable = variableAt(body, name, position);
  if (variable !== undefined) return stored(body, variable, position);
  const around = body.around?.(name) ?? ofLambda(body, name, position);
  if (around !== undefined) return around;
  const { source, decl, method } = body;
  const index = method.parameters.findIndex((one) => one.name === name);
  const declared = handlerLocals(source, decl, method)(name);
  if (index >= 0 && body.callable !== undefined) {
    const type = method.parameters[index]?.type;
    const given: Expression = {
      kind: 'parameter',
      callable: body.callable,
      index,
      ...(declared !== undefined && !isOpen(body, type) && { type: declared }),
    };
    return parameterOf(source, given, type);
  }
  const constant = decl === undefined ? undefined : constants(source, decl)(name);
  return constant?.kind === 'literal' || constant?.kind === 'text' ? constant : (declared ?? constant);
}

/** The parameter of a lambda that receives a value or its elements. */
function ofLambda(body: Body, name: string, position: number): Expression | undefined {
  const found = lambdaGiven(body.source.unit.tokens, name, position);
  return found && givenTo(body, found);
}

/** What a call gives its function: its receiver, or an element of it. */
export function givenTo(body: Body, call: { readonly of: Range; readonly each: boolean }): Expression {
  const all: Expression = { kind: 'operator', operator: 'non-null', of: readIn(body, call.of) };
  const of: Expression = { kind: 'operator', operator: 'unboxed', of: all };
  return call.each ? { kind: 'operator', operator: 'content', of } : of;
}

/**
 * Does the parameter's type leave open what the argument shows: a type parameter, any type, or a type with such arguments (`T`,
 * `Result<T>`)?
 */
const isOpen = (body: Body, type: TypeRef | undefined): boolean =>
  type === undefined ||
  type.name === 'Object' ||
  type.name === 'Any' ||
  body.method.typeParameters.includes(type.name) ||
  body.decl?.typeParameters.includes(type.name) === true ||
  type.arguments.some((one) => isOpen(body, one));

/** The variable with this name at a position. */
export function variableAt({ block }: Body, name: string, position: number): Variable | undefined {
  let found: Variable | undefined;
  for (const one of named(block, 'variables').get(name) ?? []) if (one.index < position && position <= one.to) found = one;
  return found;
}

const indexes = new WeakMap<Block, { variables: Map<string, Variable[]>; changes: Map<string, Change[]> }>();

function named<K extends 'variables' | 'changes'>(block: Block, kind: K): Map<string, Block[K][number][]> {
  const nameOf = ({ name }: { readonly name: string }): string => name;
  const known = indexes.get(block) ?? { variables: groupBy(block.variables, nameOf), changes: groupBy(block.changes, nameOf) };
  indexes.set(block, known);
  return known[kind] as Map<string, Block[K][number][]>;
}

/** A variable as a constant of the file, so that its value is recorded once, however often the code uses it. */
function stored(body: Body, variable: Variable, position: number): Expression {
  const { source, decl, method } = body;
  const changes = changesOf(body, variable, position);
  const last = changes.at(-1)?.index ?? variable.index;
  const name = `${decl?.qualified ?? ''}#${method.name} ${variable.name}@${variable.index}:${last}`;
  if (!source.locals.has(name)) {
    const place = at(source, variable.index);
    source.locals.set(name, { kind: 'constant', name, value: unknown('it refers to itself'), at: place });
    const declared =
      saysNothing(variable.type) || variable.type === undefined ? undefined : typeOf(source, scopeIn(body), variable.type);
    const shown = (): Expression =>
      orBound(decl?.typeParameters ?? [], variable.type, () => valueStored(body, variable, changes, position));
    // `val x: T? = f()`: the assigned value shows whether it may be null
    const isOpen = variable.type?.nullable === true || leavesOpen(variable.type) || isNew(body, variable);
    const isMade = isOpen && variable.value !== undefined && changes.length === 0;
    const of: Expression =
      declared === undefined
        ? orInitial(body, variable, changes, shown())
        : isMade
          ? { kind: 'operator', operator: 'first-known', of: declared, keys: shown() }
          : declared;
    source.locals.set(name, { kind: 'constant', name, value: of, at: place });
  }
  return value(name);
}

/** `var note = find(id); note = store.save(note)`: what is assigned later has the type of the first value as well. */
function orInitial(body: Body, { type, value: first }: Variable, changes: readonly Change[], shown: Expression): Expression {
  if (type !== undefined || first === undefined || !changes.some(({ how }) => how === '=')) return shown;
  const of: Expression = { kind: 'operator', operator: 'declared', of: readIn(body, first) };
  return { kind: 'operator', operator: 'first-known', of, keys: shown };
}

/** `Answer answer = new Answer(true, item)`: a class without its type arguments, which those of its constructor may show. */
function isNew({ source: { unit } }: Body, { type, value: of }: Variable): boolean {
  const from = of?.from ?? -1;
  const isOwn = tokenAt(unit.tokens, from).text === 'new' && tokenAt(unit.tokens, from + 1).text === type?.name;
  return isOwn && type?.arguments.length === 0;
}

/** The bound type of a type parameter, or the type of a value if there is none. */
export function orBound(parameters: readonly string[], type: TypeRef | undefined, shown: () => Expression): Expression {
  if (type === undefined || !parameters.includes(type.name)) return shown();
  return { kind: 'operator', operator: 'first-known', of: shown(), keys: { kind: 'name', name: type.name } };
}

/** The changes of a variable that apply at a position. */
export function changesOf({ block }: Body, variable: Variable, position: number): readonly Change[] {
  const all = named(block, 'changes').get(variable.name) ?? [];
  // in `body = wrap(body)` the argument still has the old value
  const isInside = ({ how, given }: Change): boolean =>
    how === '=' && given.some(({ from, to }) => from <= position && position < to);
  return all.filter((one) => one.index > variable.index && one.index < position && one.index <= variable.to && !isInside(one));
}

/** A variable with more changes is not followed. */
const MAX_CHANGES = 100;

function valueStored(body: Body, variable: Variable, changes: readonly Change[], position: number): Expression {
  if (changes.length > MAX_CHANGES) return unknown('it is changed too often');
  const { source } = body;
  if (variable.over !== undefined) return { kind: 'element', of: readIn(body, variable.over) };
  const assigned = changes.filter(({ how }) => how === '=');
  const sure = surelyGivenAt(source.unit.tokens, assigned, variable.index, position);
  const [given] = assigned.find(({ index }) => index === sure)?.given ?? [];
  if (sure !== undefined && given !== undefined) {
    const since = changes.filter(({ index }) => index > sure);
    return valueStored(body, { ...variable, value: given, index: sure }, since, position);
  }
  if (variable.value !== undefined && assigned.length === 0) {
    const made = mapMade(envAt(body, variable.index), variable.value);
    if (made !== undefined) {
      const puts = changes.map((one) => ({ ...one, env: envAt(body, one.index) }));
      const map = writtenMap(source, variable, [...made, ...puts], declaredValues(body, variable));
      return isGivenAway(body, variable, position)
        ? { kind: 'intersection', parts: [map, unknown('other code may change this map')] }
        : map;
    }
    const items = listMade(body, variable, changes);
    if (items !== undefined) return items;
  }
  const values = rangesSince(variable, assigned, sure)
    .map((range) => readIn(body, range))
    .filter((one) => one.kind !== 'literal' || one.value !== null);
  const [only] = values;
  if (only === undefined)
    return variable.type === undefined ? unknown('it is set elsewhere') : typeOf(source, scopeIn(body), variable.type);
  return values.length === 1 ? only : { kind: 'union', options: values };
}

/** The possible values of a variable at a position: the assigned values and the initial one. */
export function storedRanges(body: Body, variable: Variable, changes: readonly Change[], position: number): readonly Range[] {
  const assigned = changes.filter(({ how }) => how === '=');
  return rangesSince(variable, assigned, surelyGivenAt(body.source.unit.tokens, assigned, variable.index, position));
}

function rangesSince({ value: range }: Variable, assigned: readonly Change[], sure: number | undefined): readonly Range[] {
  const first = sure === undefined && range !== undefined ? [range] : [];
  return [...first, ...assigned.filter(({ index }) => index >= (sure ?? 0)).flatMap(({ given }) => given)];
}

function declaredValues(body: Body, { type }: Variable): Expression | undefined {
  const [, values] = type?.arguments ?? [];
  return values === undefined || saysNothing(values) ? undefined : typeOf(body.source, scopeIn(body), values);
}

/** Maximum number of tokens between a map and its use. */
const MAX_TOKENS = 4000;

export function isGivenAway({ source }: Body, variable: Variable, position: number): boolean {
  const { tokens } = source.unit;
  if (position - variable.index > MAX_TOKENS) return true;
  for (let index = (variable.value?.to ?? variable.index) + 1; index < position; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind === 'word' && text === variable.name && isPassedOn(source, index)) return true;
  }
  return false;
}

/** `new ArrayList<>()` with the items that the code adds. */
function listMade(body: Body, { value: range }: Variable, changes: readonly Change[]): Expression | undefined {
  const { tokens } = body.source.unit;
  if (range === undefined) return undefined;
  const words = [0, 1].map((ahead) => tokenAt(tokens, range.from + ahead).text);
  const isList = /^(?:new (?:(?:Array|Linked)List|JsonArray)|mutableListOf|arrayListOf)\b/.test(words.join(' '));
  const isFull = tokenAt(tokens, range.to - 2).text !== '(';
  const added = changes.filter(({ how }) => how === 'add');
  if (!isList || isFull || added.length === 0) return undefined;
  const items = added.flatMap(({ given }) => given.slice(-1)).map((one) => readIn(body, one));
  const [only] = items;
  return { kind: 'array', items: items.length === 1 && only !== undefined ? only : { kind: 'union', options: items } };
}

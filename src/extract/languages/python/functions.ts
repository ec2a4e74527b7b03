import { type Expression, isNull } from '../../../facts/expression.js';
import type { Callable, Condition } from '../../../facts/fact.js';
import { under } from '../../../facts/values/when.js';
import { decoratedAway } from './answers.js';
import { afterChanges } from './changes.js';
import { slashed } from './known-calls.js';
import { formsPassed, ofPassed } from './passed.js';
import { givenValue, knownApart, valueFact } from './rebound.js';
import { knownByMethod } from './routing/method-guards.js';
import { withoutKept } from './schemas/queries.js';
import { type FunctionDefinition, factName, functionHere, originOf, type Scope, type Variable } from './scope.js';
import { literal, type Source, unknown } from './source.js';
import { argument, lastName, type Node, plainText } from './syntax/syntax.js';
import { saysNoMembers, saysSerializer, typeOf } from './types.js';
import { readValue } from './values.js';

/** Limit of analysed results of one function. */
const MAX_RESULTS = 60;

/** Records the functions, variables and imports of every scope. */
export function recordScopes(source: Source): void {
  const { facts, starred } = source.record;
  for (const definition of source.definitions.functions) facts.push(callableOf(source, definition));
  for (const scope of source.definitions.scopes) {
    if (scope.form === 'class') continue;
    for (const [name, binding] of scope.bindings) {
      if (binding.kind === 'variable') recordVariable(source, scope, name, binding);
      else if (binding.kind === 'import') recordImport(source, factName(scope, name), binding.module, binding.imported);
    }
  }
  const { stars, bindings } = source.definitions.module;
  // a file that re-exports the names of others also exports its own
  for (const [name, { kind }] of stars.length === 0 ? [] : bindings) {
    const value: Expression = {
      kind: 'name',
      name,
      ...(kind === 'class' || kind === 'import' ? {} : { space: 'value' as const }),
    };
    facts.push({ kind: 'export', name, value, at: { line: 1, column: 1 } });
  }
  for (const module of stars) {
    facts.push({ kind: 'export', name: '*', value: { kind: 'module', specifier: module }, at: { line: 1, column: 1 } });
  }
  for (const [name, { specifier, imported }] of source.record.members)
    facts.push({ kind: 'import', name, specifier, imported, at: { line: 1, column: 1 } });
  for (const name of starred) {
    const specifier = stars.length === 1 ? (stars[0] ?? '') : `${stars.join('|')}:${name}`;
    facts.push({ kind: 'import', name, specifier, imported: name, at: { line: 1, column: 1 } });
  }
}

function recordImport(source: Source, name: string, module: string, imported: string): void {
  const at = { line: 1, column: 1 };
  const submodule = imported === '*' ? {} : { module: /\.$/.test(module) ? `${module}${imported}` : `${module}.${imported}` };
  source.record.facts.push({ kind: 'import', name, specifier: module, imported, ...submodule, at });
}

function callableOf(source: Source, definition: FunctionDefinition): Callable {
  const { fact: name, inside, returns, start, isGenerator } = definition;
  const at = source.at(start);
  const own = source.record.given.get(name);
  const isKnown =
    returns !== undefined &&
    !isGenerator &&
    own === undefined &&
    !saysSerializer(returns) &&
    !saysFunction(returns) &&
    !GENERATED_BASE.test(originOf(inside, returns) ?? '');
  const isAsked = isOfManyForms(definition);
  const declared = !isKnown ? undefined : isAsked ? AS_ASKED : typeOf(source, inside, returns);
  const inferred =
    own?.() ??
    (isGenerator
      ? undefined
      : isLeftOpen(source, definition)
        ? unknown('it is left to other classes')
        : resultOf(source, definition));
  const tells = knownByMethod(source, definition);
  const isOpen = (saysNoMembers(returns) || isAsked) && isWrittenOut(inferred);
  // only a literal shows which keys a dictionary has
  const isWritten = isDictionary(returns) && isObject(inferred);
  return {
    kind: 'callable',
    name,
    ...parametersOf(source, definition),
    ...(declared === undefined || isOpen || isWritten ? {} : { returns: declared }),
    ...(inferred === undefined ? {} : { inferred }),
    ...(tells && { tells }),
    ...(source.record.sends.get(name)?.() ?? decorated(definition)),
    at,
  };
}

/** `-> Callable[[Request], Response]`: only the body shows which function. */
const saysFunction = (node: Node): boolean => lastName(node.kind === 'subscript' ? node.of : node) === 'Callable';

/** The base of all models that the OpenAPI generator writes: one of them is given. */
const GENERATED_BASE = /\bbase_model_?\.Model$/;

const AS_ASKED = unknown('it is a text or data, as its caller asks');

/** `-> Union[str, dict]`, `-> list[Log] | dict | int` of a function with parameters: an argument decides (`as_string=True`). */
function isOfManyForms({ returns, parameters, owner }: FunctionDefinition): boolean {
  const open = returns === undefined || parameters.length <= (owner === undefined ? 0 : 1) ? [] : [returns];
  const options: Node[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'operation' && node.operator === '|') open.push(node.left, node.right);
    else if (node.kind === 'subscript' && /^(?:Union|Optional)$/.test(lastName(node.of) ?? '')) open.push(...node.items);
    else if (node.kind !== 'constant') options.push(node);
  }
  return options.length > 1 && options.some((one) => saysNoMembers(one));
}

/** The parameters, by name where calls may use the name; with defaults that are the same in every call. */
function parametersOf(source: Source, definition: FunctionDefinition): Pick<Callable, 'parameters'> {
  const { parameters, owner, decorators } = definition;
  const isBound = owner !== undefined && !decorators.some((one) => lastName(one) === 'staticmethod');
  const makesDecorators = isDecorator(definition);
  const given = (isBound ? parameters.slice(1) : parameters).map(({ name, star, default: fallback }) => {
    const value = fallback?.kind === 'number' || fallback?.kind === 'constant' ? fallback.value : plainText(fallback);
    const isKnown =
      value !== undefined &&
      (value !== null || makesDecorators || asksFor(source, definition, name) || isPassedOn(source, definition, name));
    return {
      name: star === 1 ? '*' : name,
      ...(isKnown && { default: literal(value) }),
      ...(star === 2 && { rest: true }),
    };
  });
  return given.length === 0 ? {} : { parameters: given };
}

/** `def authorized(view=None, *, role=None):`, which gives functions of its own: what it was not given stays null in them. */
const isDecorator = ({ inside, results }: FunctionDefinition): boolean =>
  results.some((one) => functionHere(inside, one)?.inside.parent === inside);

/** `if not key: return rows`: null, where nothing is passed, chooses between results, and nothing else is ever in the parameter. */
function asksFor(source: Source, definition: FunctionDefinition, name: string): boolean {
  const bound = definition.inside.bindings.get(name);
  if (bound?.kind !== 'parameter') return false;
  return definition.ways.some((guards) =>
    guards.some((guard) => ofPassed(source.masked, definition, guard).some(({ value }) => isParameter(value, bound.index))),
  );
}

const isParameter = (value: Expression, index: number): boolean => value.kind === 'parameter' && value.index === index;

/** Whether a function only passes a parameter on. Otherwise a condition may replace its default null. */
function isPassedOn({ masked: { bare } }: Source, { start, end }: FunctionDefinition, name: string): boolean {
  if (end - start > MAX_BODY) return false;
  // the first match is the declaration
  const [, ...uses] = [...bare.slice(start, end).matchAll(WORD)].filter(([, , word]) => word === name);
  return uses.every(([, before, , after = '']) => {
    const isName = after.trim() === '=';
    const isNamed = before !== '' && /^ ?[,)]$/.test(after);
    return isName || isNamed || after.startsWith(' or ');
  });
}

/** A name, with a preceding `=` and the text that shows its use. */
const WORD = /(?<!def )(= ?|)\b(\w+)\b(?=( ?[,)]| or [[{]| ?=(?!=))?)/g;
const MAX_BODY = 4000;

function isWrittenOut(inferred: Expression | undefined): boolean {
  return inferred !== undefined && ['object', 'name', 'tuple', 'array', 'union', 'returns'].includes(inferred.kind);
}

const isDictionary = (annotation: Node | undefined): boolean =>
  annotation?.kind === 'subscript' && /^(?:[Dd]ict|(?:Mutable)?Mapping)$/.test(lastName(annotation.of) ?? '');

/** Whether a value is a dictionary with literal keys only, or a union of such dictionaries. */
function isObject(of: Expression | undefined): boolean {
  if (of?.kind === 'union') return of.options.every(isObject);
  if (of?.kind === 'operator' && of.operator === 'when') return isObject(of.of);
  return of?.kind === 'object' && of.members.length > 0 && of.members.every(({ kind }) => kind === 'property');
}

/** As a handler that another file registers, it sends what its decorators return. */
function decorated(definition: FunctionDefinition): Pick<Callable, 'sends' | 'incomplete'> {
  const incomplete = decoratedAway(definition);
  return incomplete === undefined ? {} : { sends: [], incomplete };
}

/** A function that only raises, or a method without a body: implementations determine the result. */
function isLeftOpen({ masked }: Source, { start, end, results, owner, decorators }: FunctionDefinition): boolean {
  if (results.length > 0) return false;
  const body = masked.bare.slice(Math.max(start, end - 2000), end);
  if (/\braise[ \t]{1,9}NotImplementedError\b/.test(body)) return true;
  if (decorators.some((one) => /^abstract/.test(lastName(one) ?? ''))) return true;
  return owner !== undefined && /(?:^|[\n:])[ \t]{0,200}(?:pass|\.\.\.)\s*$/.test(body.slice(-300));
}

/** The possible results of a function; without a `return` the result is None. */
function resultOf(source: Source, definition: FunctionDefinition): Expression {
  let isOpen = false;
  const results = isOfTwoKinds(source, definition) ? definition.results.slice(0, 1) : definition.results.slice(0, MAX_RESULTS);
  const values = results.map((node, index) => {
    const value = node === undefined ? NOTHING : readValue(source, definition.inside, node);
    const guards = definition.ways[index] ?? [];
    const conditions = guards.flatMap((guard) => ofPassed(source.masked, definition, guard));
    // a None that depends only on a non-null argument stays possible
    if (value === NOTHING || isNull(value)) return under(conditions.filter(isForNull), value);
    const forms = definition.results.length === 1 ? [] : guards.map((guard) => formsPassed(source.masked, definition, guard));
    isOpen ||= forms.includes(undefined);
    return under([...conditions, ...forms.flatMap((one) => one ?? [])], value);
  });
  const [only] = values;
  if (only === undefined) return NOTHING;
  const all: Expression = values.length === 1 ? only : { kind: 'union', options: values };
  return isOpen ? { kind: 'operator', operator: 'tested', of: all } : all;
}

/** A decorator with one wrapper for coroutines and another one that does the same for plain functions. */
function isOfTwoKinds({ masked: { bare } }: Source, { results, ways, inside }: FunctionDefinition): boolean {
  const [first] = ways[0] ?? [];
  const isAsked =
    first !== undefined && /\biscoroutinefunction\(/.test(bare.slice(first.start, Math.min(first.end, first.start + 200)));
  return isAsked && results.length === 2 && results.every((one) => functionHere(inside, one)?.inside.parent === inside);
}

const isForNull = (one: Condition): boolean => 'equals' in one && one.equals === null && one.holds;

const NOTHING: Expression = { kind: 'literal', value: null };

function recordVariable(source: Source, scope: Scope, name: string, variable: Variable): void {
  const declared = variable.annotation === undefined ? undefined : typeOf(source, scope, variable.annotation);
  const value = storedBy(source, scope, name, variable);
  // `book: Book | None = None`, certainly assigned a book later
  const type: Expression | undefined =
    declared && variable.replaced ? { kind: 'operator', operator: 'first-known', of: declared, keys: value } : declared;
  source.record.facts.push({
    kind: 'constant',
    name: factName(scope, name),
    ...(type === undefined || (scope.form !== 'module' && value.kind === 'object' && isVague(type)) ? {} : { type }),
    value,
    at: source.at(variable.start),
  });
  for (const [index, value] of knownApart(scope, name, variable).entries()) {
    const stored = readValue(source, scope, value);
    const fact = valueFact(factName(scope, name), index);
    source.record.facts.push({ kind: 'constant', name: fact, value: stored, at: source.at(value.start) });
  }
  const [only] = variable.values;
  if (scope.form !== 'module' || variable.values.length !== 1 || only === undefined) return;
  // https://docs.python.org/3/library/typing.html#newtype
  const isNew = only.kind === 'call' && /^typing(?:_extensions)?\.NewType$/.test(originOf(scope, only.of) ?? '');
  const alike = isNew ? argument(only, 1, 'tp') : isTypeAlias(only, variable) ? only : undefined;
  if (alike !== undefined) recordAlias(source, scope, name, alike, variable.start);
}

/** `dict`, `dict[str, Any]`: types that say less than a literal. A dictionary of the module may be changed anywhere. */
const isVague = (type: Expression): boolean =>
  type.kind === 'unknown' || (type.kind === 'map' && isVague(type.values)) || (type.kind === 'array' && isVague(type.items));

/** All values that a variable may hold. A list or dictionary that is changed later may hold anything. */
function storedBy(source: Source, scope: Scope, name: string, variable: Variable): Expression {
  const { values, added, tidied, annotation, start, given, sure } = variable;
  const own = withoutKept(scope, name, values).map((value) =>
    value === undefined ? unknown(`what ${name} holds is not known`) : readValue(source, scope, value),
  );
  // `if data is None: data = {}`
  const read = given === undefined || given.index < 0 || sure ? own : [givenValue(source, given), ...own];
  const [only] = read;
  if (only === undefined)
    return annotation === undefined ? unknown(`what ${name} holds is not known`) : typeOf(source, scope, annotation);
  // a function that declares it `global` may give it anew
  const isGlobal = only.kind === 'literal' && scope.form === 'module' && scope.changed.has(name);
  const options = isGlobal ? [...read, unknown(`${name} is changed after it is made`)] : read;
  const made: Expression = options.length === 1 ? only : { kind: 'union', options, changing: true };
  const changed = afterChanges(source.masked, scope, name, made, (of) => readValue(source, scope, of), source.at);
  const stored = tidied.reduce<Expression>((of, how) => slashed(of, how), changed);
  if (scope.sets.has(name))
    source.record.facts.push({ kind: 'constant', name: `${factName(scope, name)}|before`, value: made, at: source.at(start) });
  if (added.length === 0) return stored;
  // `if not prefix.endswith('/'): prefix += '/'`
  if (added.every((one) => plainText(one) === '/')) return slashed(stored, 'ended');
  const parts = [stored, ...added.map((one) => readValue(source, scope, one))];
  if (stored.kind === 'literal' && typeof stored.value === 'number')
    return parts.reduce((of, keys): Expression => ({ kind: 'operator', operator: 'sum', of, keys }));
  // an appended text may depend on a condition
  if (added.some(({ kind }) => kind === 'text'))
    return { kind: 'union', options: [stored, { kind: 'text', parts }], changing: true };
  return { kind: 'tuple', items: parts.map((value) => ({ kind: 'spread', value })) };
}

/** `UserId = int`, `Users = list[User]`, `Kind = Literal['a', 'b']`. */
function isTypeAlias(node: Node, { annotation }: Variable): boolean {
  if (annotation !== undefined) return annotation.kind === 'name' && annotation.name === 'TypeAlias';
  if (node.kind === 'name') return /^(?:str|int|float|bool)$/.test(node.name);
  if (node.kind === 'subscript') return plainText(node.items[0]) === undefined || isLiteral(node);
  return node.kind === 'operation' && node.operator === '|';
}

function isLiteral(node: Extract<Node, { kind: 'subscript' }>): boolean {
  return (node.of.kind === 'name' || node.of.kind === 'attribute') && node.of.name === 'Literal';
}

function recordAlias(source: Source, scope: Scope, name: string, node: Node, start: number): void {
  source.record.facts.push({
    kind: 'declaration',
    name: factName(scope, name),
    form: 'alias',
    type: typeOf(source, scope, node),
    at: source.at(start),
  });
}

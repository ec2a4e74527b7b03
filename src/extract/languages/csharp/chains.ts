import type { Expression } from '../../../facts/expression.js';
import { afterCreation } from './creations.js';
import { ifMap, linqResult, type Mapper, typedResult } from './linq.js';
import { isLocal } from './local-functions.js';
import { extensionNamed, isNamespace, ownNamed, ownType, typeNamed } from './names.js';
import { isThere, type ReadValue, type Scope, scopeOf, valueNamed } from './source.js';
import type { Member, TypeNode } from './syntax/syntax.js';
import { afterBracket, isWord, type Range, split, type Tokens, textAt } from './syntax/tokens.js';
import { readArguments, type TypeSyntax } from './syntax/type-syntax.js';
import { INTEGER, nullable, STRING, typeExpression, unknown, widened } from './types.js';

/** Name of the member with the response type of a mediator request. */
const RESPONSE = '(response)';
const MEDIATOR = /mediator|sender|dispatcher|\bbus\b/i;

/** Reads a chain of names, members and calls: `a.B(c)?.D[0]`. */
export function readChain(scope: Scope, { from, to }: Range, read: ReadValue): Expression {
  const { tokens } = scope.source;
  let { value, next } = head(scope, { from, to }, read);
  let isMaybe = false;
  let chain = next === from + 1 && isWord(tokens, from) ? textAt(tokens, from) : undefined;
  if (chain !== undefined && value.kind !== 'unknown' && isThere(scope, chain, from))
    value = { kind: 'operator', operator: 'non-null', of: value };
  while (next < to && value.kind !== 'unknown') {
    const mark = textAt(tokens, next);
    if (mark === '!') next += 1;
    else if (mark === '[') {
      value = { kind: 'element', of: value };
      next = afterBracket(tokens, next, to);
    } else if (mark === '?' && textAt(tokens, next + 1) === '[') next += 1;
    else if ((mark === '.' || mark === '?.') && isWord(tokens, next + 1)) {
      isMaybe ||= mark === '?.';
      const start = next;
      ({ value, next } = step(scope, value, start + 1, to, read));
      chain = mark === '.' && chain !== undefined && next === start + 2 ? `${chain}.${textAt(tokens, start + 1)}` : undefined;
      if (chain !== undefined && isThere(scope, chain, start)) value = { kind: 'operator', operator: 'non-null', of: value };
    } else return unknown('it is not understood');
  }
  return isMaybe && value !== scope.payload ? nullable(value) : value;
}

interface Read {
  readonly value: Expression;
  readonly next: number;
}

interface Call {
  readonly typeArguments: readonly TypeSyntax[];
  /** The range between the parentheses; absent if the name is not called. */
  readonly given?: Range;
  readonly next: number;
}

/** Type arguments and parentheses after a name. */
function callAfter(tokens: Tokens, at: number, to: number): Call {
  const generic = textAt(tokens, at) === '<' && at < to ? readArguments(tokens, at, to) : undefined;
  const isGeneric = generic !== undefined && /^[(.)]$|^$/.test(generic.next < to ? textAt(tokens, generic.next) : '');
  const next = isGeneric ? generic.next : at;
  const typeArguments = isGeneric ? generic.given : [];
  if (next >= to || textAt(tokens, next) !== '(') return { typeArguments, next };
  const close = afterBracket(tokens, next, to);
  return { typeArguments, given: { from: next + 1, to: close - 1 }, next: close };
}

function head(scope: Scope, { from, to }: Range, read: ReadValue): Read {
  const { tokens } = scope.source;
  const first = textAt(tokens, from);
  if (first === '(') {
    const close = afterBracket(tokens, from, to);
    return { value: read(scope, { from: from + 1, to: close - 1 }), next: close };
  }
  if (first === 'new') {
    const next = afterCreation(scope, from, to);
    return { value: read(scope, { from, to: next }), next };
  }
  if (tokens.list[from]?.kind === 'string') return { value: STRING, next: from + 1 };
  if (first === 'nameof' && textAt(tokens, from + 1) === '(') {
    const close = afterBracket(tokens, from + 1, to);
    return { value: { kind: 'literal', value: textAt(tokens, close - 2) }, next: close };
  }
  if (!isWord(tokens, from)) return { value: unknown('it is not understood'), next: to };
  if (/^[sS]tring$/.test(first) && textAt(tokens, from + 1) === '.') {
    const { given, next } = callAfter(tokens, from + 3, to);
    if (given === undefined && textAt(tokens, from + 2) === 'Empty') return { value: { kind: 'literal', value: '' }, next };
    if (/^(?:Join|Format|Concat)$/.test(textAt(tokens, from + 2))) return { value: STRING, next };
  }
  const now = /^DateTime(?:Offset)?$/.test(first) && /^(?:UtcNow|Now|Today)$/.test(textAt(tokens, from + 2));
  if (now && textAt(tokens, from + 1) === '.') return { value: DATE_TIME, next: from + 3 };
  if (first === 'this' || first === 'base') return { value: self(scope), next: from + 1 };
  const call = callAfter(tokens, from + 1, to);
  if (call.given !== undefined) {
    const passed = scope.variables.get(first)?.read();
    const given = isFunction(passed) ? passedOver(scope, passed, call.given, read) : functionGives(passed);
    return { value: given ?? called(scope, declaringOwn(scope, first), first, call, read), next: call.next };
  }
  const known = variableOf(scope, first);
  if (known !== undefined) return { value: known, next: call.next };
  const qualified = qualifiedHead(scope, from, to);
  if (qualified !== undefined) return qualified;
  return { value: named(scope, first, call.typeArguments), next: call.next };
}

/** A function that is passed, or that the surrounding function declares. */
const isFunction = (of: Expression | undefined): of is Expression => of?.kind === 'parameter' || isLocal(of);

/** What a value of the type `Func<A, B>` or `Expression<Func<A, B>>` gives. */
function functionGives(of: Expression | undefined): Expression | undefined {
  if (of?.kind !== 'name' || !/^(?:Func|Expression)\b/.test(of.name)) return undefined;
  return of.name.startsWith('Func') ? of.arguments?.at(-1) : functionGives(of.arguments?.[0]);
}

/** The result of calling a function that the surrounding function received: `map(result)`, `map.Invoke(result)`. */
const passedOver = (scope: Scope, of: Expression, given: Range, read: ReadValue): Expression => ({
  kind: 'returns',
  of,
  values: passedTo(scope, given, read),
});

/** A qualified type, `Shop.Api.Routes.Orders`, whose namespace the file uses or is in, or the beginning of such a namespace. */
function qualifiedHead(scope: Scope, from: number, to: number): Read | undefined {
  const { tokens } = scope.source;
  if (ownType(scope, textAt(tokens, from)) !== undefined) return undefined;
  let space = '';
  for (let at = from; at + 2 < to && isWord(tokens, at) && textAt(tokens, at + 1) === '.'; at += 2) {
    space = space === '' ? textAt(tokens, at) : `${space}.${textAt(tokens, at)}`;
    const type = textAt(tokens, at + 2);
    if (!isNamespace(scope, space)) return undefined;
    if (isNamespace(scope, `${space}.${type}`) || !/^\p{Lu}/u.test(type)) continue;
    const { given, next, typeArguments } = callAfter(tokens, at + 3, to);
    return given === undefined ? { value: named(scope, `${space}.${type}`, typeArguments), next } : undefined;
  }
  return undefined;
}

function self({ type }: Scope): Expression {
  return type === undefined ? unknown('no type is around it') : ownNamed(type);
}

/** What an unqualified method belongs to: this object, or the class itself for a static method, as in a static class. */
function declaringOwn(scope: Scope, name: string): Expression {
  const of = self(scope);
  const isStatic = scope.type !== undefined && staticsIn(scope.type).has(name);
  return isStatic && of.kind === 'name' ? { ...of, space: 'value' } : of;
}

const statics = new WeakMap<TypeNode, ReadonlySet<string>>();

/** The names that only static members of a type have. */
function staticsIn(node: TypeNode): ReadonlySet<string> {
  const known = statics.get(node);
  if (known !== undefined) return known;
  const isStatic = ({ modifiers }: Member): boolean => modifiers.has('static');
  const made = new Set(node.members.filter(isStatic).map(({ name }) => name));
  for (const member of node.members) if (!isStatic(member)) made.delete(member.name);
  statics.set(node, made);
  return made;
}

/** A local variable, a parameter, or a member of a surrounding type. */
function variableOf(scope: Scope, name: string): Expression | undefined {
  const local = scope.variables.get(name);
  if (local !== undefined) return local.read();
  for (let at = scope.type; at !== undefined; at = at.outer) {
    const found = memberOf(scope, at, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberOf(scope: Scope, node: TypeNode, name: string): Expression | undefined {
  const member = storedIn(node).get(name);
  const isConstant = member?.modifiers.has('const') === true || member?.modifiers.has('static') === true;
  const value = member?.initial ?? member?.expression;
  if (isConstant && value !== undefined) return { kind: 'member', of: valueNamed(node.path), name };
  const type = member?.type ?? node.primary.find((one) => one.name === name)?.type;
  return type === undefined ? undefined : typeExpression(scopeOf(scope.source, node), type);
}

const stored = new WeakMap<TypeNode, ReadonlyMap<string, Member>>();

/** The fields and properties of a type by their names. */
function storedIn(node: TypeNode): ReadonlyMap<string, Member> {
  const known = stored.get(node);
  if (known !== undefined) return known;
  const members = node.members.filter(({ kind }) => kind === 'field' || kind === 'property').reverse();
  const made = new Map(members.map((member) => [member.name, member]));
  stored.set(node, made);
  return made;
}

/** A type with this name, or a member that the class inherits from its base class. */
function named(scope: Scope, name: string, typeArguments: readonly TypeSyntax[]): Expression {
  const isBaseMember = MEDIATOR.test(name) || !/^\p{Lu}/u.test(name);
  if (ownType(scope, name) === undefined && isBaseMember && scope.type !== undefined && scope.type.bases.length > 0)
    return { kind: 'member', of: self(scope), name };
  if (!/^\p{Lu}/u.test(name)) return unknown(`nothing is known of ${name}`);
  const given = typeArguments.map((one) => typeExpression(scope, one));
  const value: Expression = { kind: 'name', name: typeNamed(scope, name, given.length), space: 'value' };
  return given.length === 0 ? value : { ...value, arguments: given };
}

function step(scope: Scope, of: Expression, at: number, to: number, read: ReadValue): Read {
  const { tokens } = scope.source;
  const name = textAt(tokens, at);
  const call = callAfter(tokens, at + 1, to);
  if (name === 'GetType' && scope.typeName !== undefined && textAt(tokens, call.next + 1) === 'Name')
    return { value: scope.typeName, next: call.next + 2 };
  if (call.given !== undefined) return { value: called(scope, of, name, call, read), next: call.next };
  if (name === 'Value' && scope.payload !== undefined && isResult(of)) return { value: scope.payload, next: call.next };
  if (ENTRIES.has(name)) return { value: ofEntries(of, name), next: call.next };
  if (name === 'Value' && of.kind === 'union') return { value: { kind: 'operator', operator: 'non-null', of }, next: call.next };
  const member: Expression = { kind: 'member', of, name };
  // `row.Count.Value` of a nullable number
  const isMember = of.kind === 'member' || (of.kind === 'operator' && of.operator === 'non-null' && of.of.kind === 'member');
  if (name !== 'Value' || !isMember) return { value: member, next: call.next };
  const there: Expression = { kind: 'operator', operator: 'non-null', of };
  return { value: { kind: 'operator', operator: 'first-known', of: there, keys: member }, next: call.next };
}

const DATE_TIME: Expression = { kind: 'scalar', type: 'string', format: 'date-time' };

const CASES = new Set(['ToString', 'Trim', 'ToLower', 'ToLowerInvariant', 'ToUpper', 'ToUpperInvariant']);

/** The result of changing the case of a text; for a constant of this file, its actual value. */
function inCase(scope: Scope, of: Expression, name: string, read: ReadValue): Expression {
  const owner = of.kind === 'member' && of.of.kind === 'name' ? scope.source.types.get(of.of.name) : undefined;
  const member = owner && of.kind === 'member' ? storedIn(owner).get(of.name) : undefined;
  const range = member?.modifiers.has('const') === true ? member.initial : undefined;
  const value = range === undefined ? of : read(scope, range);
  if (value.kind !== 'literal' || typeof value.value !== 'string') return STRING;
  const text = value.value;
  return {
    kind: 'literal',
    value: name.startsWith('ToLower') ? text.toLowerCase() : name.startsWith('ToUpper') ? text.toUpperCase() : text.trim(),
  };
}

const ENTRIES = new Set(['Keys', 'Values', 'Count']);

/** Members of a dictionary that are not its entries, such as `Values` and `Count`. */
function ofEntries(of: Expression, name: string): Expression {
  const member: Expression = { kind: 'member', of, name };
  // each step of such a chain would triple the size of the expression
  if (of.kind === 'operator') return member;
  const items: Expression = name === 'Values' ? { kind: 'element', of } : unknown('the key of a dictionary');
  return ifMap(of, name === 'Count' ? INTEGER : { kind: 'array', items }, member);
}

/** `(ObjectResult)context.Result`, `context.Result as ObjectResult`, `is ObjectResult result`. */
function isResult(of: Expression): boolean {
  if (of.kind === 'union') return of.options.some(isResult);
  return (of.kind === 'name' && /(?:Result|Created|Ok)$/.test(of.name)) || (of.kind === 'member' && of.name === 'Result');
}

/** The result of a method: declared by the type, a LINQ method on a list, or an extension method. */
function called(scope: Scope, of: Expression, name: string, call: Call, read: ReadValue): Expression {
  const { tokens } = scope.source;
  const { given = { from: 0, to: 0 } } = call;
  if (name === 'Invoke' && of.kind === 'parameter') return passedOver(scope, of, given, read);
  const fluent = /^(?:ConfigureAwait|AsTask|WithCancellation)$/.test(name);
  if (fluent) return of;
  if (CASES.has(name)) return inCase(scope, of, name, read);
  const isTask = of.kind === 'name' && /^(?:Task|ValueTask)$/.test(of.name);
  if (isTask && name === 'FromResult') return read(scope, given);
  if (isTask && name === 'WhenAll') return awaitedAll(scope, given, read);
  if (/^(?:Send|SendAsync|InvokeAsync)$/.test(name) && given.from < given.to && isMediator(scope, of))
    return answered(scope, given, call, read);
  const typeArguments = call.typeArguments.map((one) => typeExpression(scope, one));
  // a static method of a generic class also uses the type arguments of the class: `Envelope<User>.Of(user)`
  const isStatic = of.kind === 'name' && of.space === 'value';
  const all = [...(isStatic ? (of.arguments ?? []) : []), ...typeArguments];
  const passed = isStatic ? { values: passedTo(scope, given, read) } : {};
  const own: Expression = {
    kind: 'returns',
    of: { kind: 'member', of, name },
    ...(all.length === 0 ? {} : { arguments: all }),
    ...passed,
    ...(scope.lent && { lent: true }),
  };
  const mapper: Mapper = (method, value) => mapped(scope, method, value, read);
  const query = linqResult(scope, of, name, given, read, mapper) ?? typedResult(name, typeArguments);
  if (query !== undefined) return otherwise(scope, tokens, given.from, name, own, query);
  const extension: Expression = {
    kind: 'returns',
    of: extensionNamed(scope, name),
    ...(typeArguments.length === 0 ? {} : { arguments: typeArguments }),
    values: [of, ...passedTo(scope, given, read)],
    ...(scope.lent && { lent: true }),
  };
  return otherwise(scope, tokens, given.from, name, own, extension);
}

/** `Task.WhenAll(notes.Select(…))`, `Task.WhenAll(one, other)`: a list of what they give. */
function awaitedAll(scope: Scope, given: Range, read: ReadValue): Expression {
  const [first, ...others] = split(scope.source.tokens, given, ',').map((one) => read(scope, one));
  if (first === undefined) return unknown('it waits for nothing');
  return { kind: 'array', items: others.length === 0 ? { kind: 'element', of: first } : first };
}

/** The result of a method that is passed by its name, for one value. */
function mapped(scope: Scope, { from, to }: Range, value: Expression, read: ReadValue): Expression {
  const { tokens } = scope.source;
  const name = textAt(tokens, to - 1);
  const isOwn = to === from + 1 || (to === from + 3 && textAt(tokens, from) === 'this');
  const local = isOwn ? variableOf(scope, name) : undefined;
  const typed = functionGives(local);
  if (typed !== undefined) return typed;
  if (local !== undefined)
    return isLocal(local) ? { kind: 'returns', of: local, values: [value] } : unknown('what a function makes of it');
  const of = isOwn ? declaringOwn(scope, name) : read(scope, { from, to: to - 2 });
  return of.kind === 'unknown' ? of : { kind: 'returns', of: { kind: 'member', of, name }, values: [value] };
}

/** A function whose result depends on its arguments never needs more of them than this. */
const MAX_PASSED = 5;

function passedTo(scope: Scope, given: Range, read: ReadValue): readonly Expression[] {
  const parts = split(scope.source.tokens, given, ',');
  return parts.length > MAX_PASSED ? [] : parts.map((part) => widened(read(scope, part)));
}

function isMediator({ source }: Scope, of: Expression): boolean {
  const name = of.kind === 'name' || of.kind === 'member' ? of.name : '';
  return MEDIATOR.test(name) || (source.types.size === 0 && name === '');
}

/** `mediator.Send(new GetUser(id))`: the response type that the request class declares. */
function answered(scope: Scope, given: Range, { typeArguments: [first] }: Call, read: ReadValue): Expression {
  const { tokens } = scope.source;
  if (first !== undefined) return typeExpression(scope, first);
  let end = given.from;
  while (end < given.to && textAt(tokens, end) !== ',')
    end = '([{'.includes(textAt(tokens, end) || '-') ? afterBracket(tokens, end, given.to) : end + 1;
  return { kind: 'member', of: read(scope, { from: given.from, to: end }), name: RESPONSE };
}

/**
 * A constant with the first expression as its declared type and the second as its value; the second counts only if the first is
 * unknown.
 */
function otherwise(scope: Scope, tokens: Tokens, at: number, name: string, type: Expression, value: Expression): Expression {
  const place = tokens.at(at);
  const constant = `${name}@${place.line}:${place.column}`;
  scope.source.facts.push({ kind: 'constant', name: constant, type, value, loose: true, at: place });
  return valueNamed(constant);
}

import type { Expression, ObjectMember } from '../../../facts/expression.js';
import type { Callable, Declaration, Forward } from '../../../facts/fact.js';
import { append } from '../../../model/multi-map.js';
import { argumentText, attributeOf, namedArgument, plainArgument } from './attributes.js';
import { converterOf } from './converters.js';
import { EXTENDS, extending } from './declares.js';
import { exportExtension, extensionsAmong } from './extension-methods.js';
import { exportHandlers, matchMembers, responseMember } from './hidden-members.js';
import { wholeNumber } from './literals.js';
import { localFunctions, localName } from './local-functions.js';
import { functionScope } from './locals.js';
import { constantMembers, dataMembers } from './members.js';
import { aliased } from './names.js';
import { resultMade } from './returned.js';
import { routeAttribute } from './route-attributes.js';
import { isResult, sentBy } from './sends.js';
import { type Scope, type Source, scopeOf, valueNamed, writtenAs } from './source.js';
import type { Member, Parameter, TypeNode } from './syntax/syntax.js';
import { isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { isInterface, isInterfaceName, lastPart, ofArity, simpleName, type TypeSyntax } from './syntax/type-syntax.js';
import { ABSENT, INTEGER, isCollection, typeExpression, unknown, unwrapTask } from './types.js';
import { readValue } from './values.js';

/** Records facts about all types of a file and about the results of their methods. */
export function recordTypes(source: Source): void {
  for (const node of source.tree.types) {
    const scope = scopeOf(source, node);
    source.facts.push(node.form === 'enum' ? enumeration(scope, node) : declaration(scope, node));
    source.facts.push(...callables(scope, node));
    if (node.form === 'class') source.facts.push(...routeAttribute(scope, node));
    exportNames(source, node);
    for (const { parameters, body, expression } of node.members) recordInner(scope, parameters, body ?? expression);
  }
  for (const range of source.tree.statements) recordInner(scopeOf(source, undefined), [], range);
  exportImplementors(source);
  exportHandlers(source);
}

/** Records the functions that a function, or the statements of a program, declare inside. */
function recordInner(scope: Scope, parameters: readonly Parameter[], range: Range | undefined): void {
  const { source } = scope;
  const found = range === undefined ? [] : localFunctions(source.tokens, range);
  if (found.length === 0) return;
  const inside = functionScope(scope, parameters, range, readValue);
  source.facts.push(...found.map((one) => callableOf(inside, [], one, localName(source.tokens, one.at))));
}

/** Exports a type under its name and under every ending of its namespace, because other files may use any of them. */
function exportNames({ facts, tokens }: Source, { namespace, path, typeParameters, at }: TypeNode): void {
  const spaces = namespace === '' ? [] : namespace.split('.');
  const value: Expression = { kind: 'name', name: path };
  for (let count = 0; count <= spaces.length; count++) {
    const name = [...spaces.slice(spaces.length - count), path].join('.');
    facts.push({ kind: 'export', name, value, at: tokens.at(at) });
  }
  const other = ofArity(path, typeParameters.length);
  if (other !== path && !path.includes('|')) facts.push({ kind: 'export', name: other, value, at: tokens.at(at) });
}

/** Exports a class under an interface if no other class of this file implements that interface. */
function exportImplementors(source: Source): void {
  const { facts, tokens, tree } = source;
  const found = new Map<string, TypeNode | undefined>();
  const nameOf = (base: TypeSyntax): string => lastPart(aliased({ source }, simpleName(base)));
  for (const type of tree.types)
    for (const name of type.form === 'interface' ? [] : new Set(type.bases.map(nameOf).filter(isInterfaceName)))
      found.set(name, found.has(name) ? undefined : type);
  const explicit = explicitlyImplemented(tokens);
  for (const [name, type] of found) {
    if (type === undefined || explicit.has(name) || type.typeParameters.length > 0) continue;
    const value: Expression = { kind: 'name', name: type.path };
    facts.push({ kind: 'export', name: `${EXTENDS}${name}`, value, at: tokens.at(type.at) });
  }
}

/** Interfaces with methods of their own in a class, `Note INotes.One() { … }`, which a public method of that name hides. */
function explicitlyImplemented(tokens: Tokens): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [index, { text }] of tokens.list.entries()) {
    if (text !== '.' || textAt(tokens, index + 2) !== '(') continue;
    const before = textAt(tokens, index - 2);
    const isType = /^[>?\]]$/.test(before) || (isWord(tokens, index - 2) && !/^(?:return|await|new|else|throw|in)$/.test(before));
    if (isType) found.add(textAt(tokens, index - 1));
  }
  return found;
}

/** The responses of an interface method: those of the only class that implements the interface. */
function implementing({ source, type: node }: Scope, { name, parameters, at }: Member, callable: string): Forward | undefined {
  if (node?.form !== 'interface' || node.typeParameters.length > 0) return undefined;
  const key = `${EXTENDS}${node.name}`;
  if (!source.imported.has(key)) {
    source.imported.add(key);
    source.facts.push({ kind: 'import', name: key, specifier: key, imported: key, at: source.tokens.at(at) });
  }
  const values = parameters.map((_, index): Expression => ({ kind: 'parameter', callable, index }));
  const of: Expression = { kind: 'member', of: { kind: 'name', name: key }, name };
  return { call: { kind: 'returns', of, values }, why: `what implements ${name} is not followed` };
}

/** Classes of packages that have no serialized member, with their namespaces. */
const MEMBERLESS: ReadonlyMap<string, string> = new Map([
  ['MemberwiseEquatable', 'Equ'],
  ['PropertywiseEquatable', 'Equ'],
  ['ObservableObject', 'CommunityToolkit.Mvvm.ComponentModel'],
  ['BindableBase', 'Prism.Mvvm'],
]);

/** Is the base class a package class without serialized members, from a namespace that the file uses? */
function addsNothing({ tree }: Source, type: TypeSyntax): boolean {
  const space = MEMBERLESS.get(simpleName(type));
  return space !== undefined && tree.usings.some(({ name, alias }) => alias === undefined && name === space);
}

function declaration(scope: Scope, node: TypeNode): Declaration {
  const { tokens } = scope.source;
  const at = tokens.at(node.at);
  const { path: name, typeParameters } = node;
  const parameters = typeParameters.length === 0 ? {} : { parameters: typeParameters.map((one) => ({ name: one })) };
  const converter = converterOf(tokens, node.attributes);
  if (converter !== undefined)
    return { kind: 'declaration', name, form: 'alias', ...parameters, type: unknown(`the converter ${converter} writes it`), at };
  const found = node.form === 'interface' ? undefined : node.bases.find((one) => !isInterface(one) && node.form !== 'struct');
  const base = found === undefined || addsNothing(scope.source, found) ? undefined : found;
  const list = node.bases.find(isCollection);
  if (list !== undefined && node.form !== 'interface')
    return { kind: 'declaration', name, form: 'alias', ...parameters, type: typeExpression(scope, list), at };
  const bases = node.form === 'interface' ? node.bases : base === undefined ? [] : [base];
  return {
    kind: 'declaration',
    name,
    form: node.form === 'interface' ? 'interface' : 'class',
    ...parameters,
    ...(bases.length === 0 ? {} : { extends: bases.map((one) => typeExpression(scope, one)) }),
    ...orderOf(node),
    type: { kind: 'object', members: membersOf(scope, node) },
    statics: constantMembers(scope, node, (range) => readValue(scope, range)),
    ...(name === node.name && { elsewhere: { prefix: extending(name), writes: [], here: true, extended: true } }),
    at,
  };
}

/** The order of a record's arguments, if it has no other constructor. */
function orderOf({ form, primary, members, typeParameters }: TypeNode): Pick<Declaration, 'order'> {
  const isOnly = form === 'record' && typeParameters.length === 0 && members.every(({ kind }) => kind !== 'constructor');
  return isOnly && primary.length > 0 ? { order: primary.map(({ name }) => name) } : {};
}

function membersOf(scope: Scope, node: TypeNode): readonly ObjectMember[] {
  const methods = [...byName(node)].flatMap(([name, [first]]): ObjectMember[] => {
    if (first === undefined || first.modifiers.has('static')) return [];
    return [{ kind: 'method', name, callable: `${node.path}#${name}`, at: scope.source.tokens.at(first.at) }];
  });
  const why = opens(node);
  const open: readonly ObjectMember[] = why === undefined ? [] : [{ kind: 'spread', value: unknown(why) }];
  return [...open, ...methods, ...responseMember(scope, node), ...matchMembers(scope, node), ...dataMembers(scope, node)];
}

/** Why a value may contain more members than the type declares. */
function opens({ form, attributes, name }: TypeNode): string | undefined {
  if (form === 'interface') return `the class behind the interface ${name} may have more members`;
  const isPolymorphic = attributes.some((one) => one.name === 'JsonDerivedType' || one.name === 'JsonPolymorphic');
  return isPolymorphic ? 'which of the derived types it is, is decided when it runs' : undefined;
}

function byName(node: TypeNode): ReadonlyMap<string, readonly Member[]> {
  const methods = new Map<string, Member[]>();
  for (const member of node.members) {
    if (member.kind !== 'method') continue;
    append(methods, member.name, member);
  }
  return methods;
}

/** The results of methods by their declared types; for overloads, the result that all of them share, and each by itself. */
function callables(scope: Scope, node: TypeNode): readonly Callable[] {
  return [...byName(node)].flatMap(([name, all]): Callable[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { typeParameters } = node;
    const isStatic = first.modifiers.has('static');
    const callableName = `${node.path}${isStatic ? '.' : '#'}${name}`;
    const isSame =
      new Set(all.map(({ type }) => JSON.stringify(type, (key, value) => (key === 'at' ? undefined : value)))).size === 1;
    const isDistinguished = !isSame && isStatic && all.length <= MOST_OVERLOADS && all.every((one) => hasFixedLength(scope, one));
    const own = isDistinguished
      ? all.map((one, index) => callableOf(scope, typeParameters, one, `${callableName}|${index}`))
      : [];
    const callable: Callable = {
      ...callableOf(scope, typeParameters, first, callableName, all.length === 1),
      ...(!isSame && { returns: unknown(`the methods named ${name} give different types`) }),
      ...(own.length > 0 && {
        overloads: own.map((one, index) => ({ types: typesOf(scope, all[index]), of: valueNamed(one.name) })),
      }),
      ...(all.filter((one) => makesResult(one)).length > 1 && {
        sends: [],
        forwards: [],
        incomplete: `which of the methods named ${name} makes it is not known`,
      }),
    };
    if (isStatic && first.parameters[0]?.isThis === true && (isSame || isDistinguished))
      exportExtension(scope.source, callable, name);
    const extensions = isStatic
      ? extensionsAmong(scope.source, all, (method, as) => callableOf(scope, typeParameters, method, as))
      : [];
    return [callable, ...own, ...extensions];
  });
}

/** Classes with more functions of one name are generated. */
const MOST_OVERLOADS = 30;

/** Whether a method takes as many arguments as it has parameters: none has a default, and none takes the rest of a list. */
const hasFixedLength = ({ source: { tokens } }: Scope, { parameters }: Member): boolean =>
  parameters.every(({ at }) => textAt(tokens, at + 1) !== '=') && parameters.at(-1)?.type?.kind !== 'array';

const typesOf = (scope: Scope, method: Member | undefined): readonly Expression[] =>
  (method?.parameters ?? []).map(({ type }) =>
    type === undefined ? unknown('a parameter without a type') : typeExpression(scope, type),
  );

/** `outer`: the type parameters of its type. `isOnly`: no other method has its name, so what it makes is the result. */
function callableOf(scope: Scope, outer: readonly string[], method: Member, name: string, isOnly = true): Callable {
  const inside: Scope = { ...scope, typeParameters: new Set([...scope.typeParameters, ...method.typeParameters]) };
  const result = unwrapTask(method.type);
  const declared = result && typeExpression(inside, result);
  const parameters = [...(method.modifiers.has('static') ? outer : []), ...method.typeParameters];
  return {
    kind: 'callable',
    name,
    ...genericsOf(parameters, method, name),
    returns: declared === undefined || !isOnly ? (declared ?? ABSENT) : resultOf(inside, method, declared, name),
    ...handlerSends(inside, method, result, name),
    at: scope.source.tokens.at(method.at),
  };
}

/** The declared result, as far as the method itself or the only class that implements it does not show more. */
function resultOf(scope: Scope, method: Member, declared: Expression, callable: string): Expression {
  const isOpen = method.body === undefined && method.expression === undefined && /^(?:name|array|union)$/.test(declared.kind);
  const call = isOpen ? implementing(scope, method, callable)?.call : undefined;
  if (call === undefined) return resultMade(scope, method, declared);
  return { kind: 'operator', operator: 'first-known', of: declared, keys: call };
}

function makesResult({ type }: Member): boolean {
  const result = unwrapTask(type);
  return result !== undefined && isResult(result);
}

/** Type parameters; the argument passed for a parameter of that type supplies a type argument that is not written. */
function genericsOf(names: readonly string[], { parameters }: Member, callable: string): Pick<Callable, 'typeParameters'> {
  if (names.length === 0) return {};
  return {
    typeParameters: names.map((name) => {
      const index = parameters.findIndex(({ type }) => type !== undefined && listedOf(type)?.name === name);
      const type = parameters[index]?.type;
      if (type === undefined) return { name };
      const passed: Expression = { kind: 'parameter', callable, index };
      return { name, default: listedOf(type)?.isListed === true ? { kind: 'element', of: passed } : passed };
    }),
  };
}

/** The type parameter in `T`, `Task<T>` or `IEnumerable<T>`. */
function listedOf(type: TypeSyntax): { readonly name: string; readonly isListed: boolean } | undefined {
  const of = type.kind === 'nullable' ? type.of : (unwrapTask(type) ?? type);
  if (of.kind === 'array') return of.of.kind === 'named' ? { name: of.of.name, isListed: true } : undefined;
  if (of.kind !== 'named') return undefined;
  const [item] = of.arguments;
  if (isCollection(of) && of.arguments.length === 1 && item?.kind === 'named') return { name: item.name, isListed: true };
  return of.arguments.length === 0 ? { name: of.name, isListed: false } : undefined;
}

/** The responses of a method that a route uses as its handler, or that handlers call. */
function handlerSends(
  scope: Scope,
  member: Member,
  result: TypeSyntax | undefined,
  callable: string,
): Pick<Callable, 'sends' | 'forwards' | 'incomplete'> {
  if (result === undefined || !isResult(result)) return {};
  const { parameters, attributes, type, body, expression, at, modifiers, typeParameters } = member;
  const isAction = scope.type?.name.includes('Controller') === true && modifiers.has('public');
  const implemented = body === undefined && expression === undefined ? implementing(scope, member, callable) : undefined;
  if (implemented !== undefined) return { sends: [], forwards: [implemented] };
  const isHelper = parameters[0]?.isThis === true || attributes.some(({ name }) => name === 'NonAction');
  if (isAction && !isHelper && !isForwarded(scope, member)) return {};
  const written = { ...(body === undefined ? {} : { body }), ...(expression === undefined ? {} : { expression }) };
  const passed = { callable, typeParameters };
  const { responses, forwards, incomplete } = sentBy({
    scope,
    parameters,
    attributes,
    type,
    isDeclared: true,
    ...written,
    at,
    passed,
  });
  return {
    sends: responses,
    ...(forwards === undefined ? {} : { forwards }),
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

/** May another action return the result of this one? Derived classes may, with `base.Get(id)`. */
function isForwarded({ source: { tokens }, type }: Scope, { name, modifiers }: Member): boolean {
  if (modifiers.has('virtual') || modifiers.has('override') || type?.modifiers.has('abstract') === true) return true;
  const counts = called.get(tokens) ?? new Map<string, number>();
  if (!called.has(tokens)) {
    called.set(tokens, counts);
    for (const [index, { kind, text }] of tokens.list.entries())
      if (kind === 'word' && textAt(tokens, index + 1) === '(') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return (counts.get(name) ?? 0) > 1;
}

/** How often each word stands before a parenthesis. */
const called = new WeakMap<Tokens, Map<string, number>>();

/** System.Text.Json writes enums as numbers, or as names if the type has a converter for that. */
function enumeration(scope: Scope, node: TypeNode): Declaration {
  const { tokens } = scope.source;
  const at = tokens.at(node.at);
  const converter = converterOf(tokens, node.attributes);
  const name = node.path;
  const staticsOf = (values: readonly Expression[]): readonly ObjectMember[] =>
    node.members.map((member, index) => ({
      kind: 'property',
      name: member.name,
      value: values[index] ?? INTEGER,
      at: tokens.at(member.at),
    }));
  if (converter !== undefined) {
    const isNamed = /^(?:Json)?StringEnum(?:Member)?Converter$/.test(converter);
    const written = node.members.map((member): Expression => ({ kind: 'literal', value: writtenName(scope, member, converter) }));
    if (!isNamed) return { kind: 'declaration', name, form: 'alias', type: unknown(`the converter ${converter} writes it`), at };
    const type: Expression = { kind: 'union', options: written };
    return { kind: 'declaration', name, form: 'alias', type, statics: staticsOf(written), at };
  }
  const numbers = numbersOf(scope.source, node);
  const isFlags = attributeOf(node.attributes, 'Flags') !== undefined;
  const options = numbers.map((value): Expression => ({ kind: 'literal', value: value ?? 0 }));
  const isKnown = !isFlags && numbers.every((value) => value !== undefined);
  const type: Expression = isKnown ? { kind: 'union', options } : INTEGER;
  return { kind: 'declaration', name, form: 'enum', type, statics: staticsOf(options), at };
}

function numbersOf(source: Source, node: TypeNode): readonly (number | undefined)[] {
  let next: number | undefined = 0;
  return node.members.map(({ initial }) => {
    const value: number | undefined = initial === undefined ? next : wholeNumber(writtenAs(source, initial).replaceAll(' ', ''));
    next = value === undefined ? undefined : value + 1;
    return value;
  });
}

/**
 * JsonStringEnumConverter of System.Text.Json reads `[JsonStringEnumMemberName]`; other converters read `[EnumMember(Value =
 * "x")]`.
 */
function writtenName({ source }: Scope, { attributes, name }: Member, converter: string): string {
  const attribute =
    converter === 'JsonStringEnumConverter'
      ? attributeOf(attributes, 'JsonStringEnumMemberName')
      : attributeOf(attributes, 'EnumMember');
  if (attribute === undefined) return name;
  return argumentText(source.tokens, namedArgument(attribute, 'Value') ?? plainArgument(attribute, 0)) ?? name;
}

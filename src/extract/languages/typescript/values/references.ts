import { ts } from 'ts-morph';
import {
  ABSENT,
  type Expression,
  type ParameterExpression,
  type UnknownExpression,
  unknown,
} from '../../../../facts/expression.js';
import { RECEIVER } from '../../../../facts/fact.js';
import {
  classMemberName,
  className,
  type FunctionNode,
  functionName,
  hasModifier,
  isFunctionNode,
  memberName,
  qualifiedName,
  typeName,
  valueNamed,
} from '../names/names.js';
import { lookup, patternOwner } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { type Mutation, mutationsOf } from './changes/mutations.js';
import { awaitedBy, iterated } from './loops.js';
import { isLoose } from './loose-types.js';
import { requestType } from './request-bodies.js';
import { versionAt, versionName } from './versions.js';

/** The value of an identifier. Requests the facts of its declaration. */
export function referenceOf(source: Source, identifier: ts.Identifier): Expression {
  if (identifier.text === 'undefined') return ABSENT;
  const binding = lookup(source, identifier);
  if (binding === undefined) return valueNamed(identifier.text);
  const [node] = binding.nodes;
  if (binding.kind === 'parameter') return parameterReference(source, identifier, node, binding.name);
  if (binding.kind !== 'import') for (const one of binding.nodes) source.requested.add(one);
  const version = binding.kind === 'variable' ? versionAt(source, identifier, node) : undefined;
  return valueNamed(version === undefined ? binding.name : versionName(binding.name, version));
}

function parameterReference(source: Source, use: ts.Identifier, node: ts.Node, name: string): Expression {
  const owner = ts.isBindingElement(node) ? patternOwner(node) : node;
  if (!ts.isParameter(owner)) return unknown('it is no parameter');
  const isOwn = ts.isBindingElement(node) || iterated(owner) !== undefined || awaitedBy(owner) !== undefined;
  if (isOwn || isReturnedChanged(source, use, owner)) {
    source.requested.add(node);
    return valueNamed(name);
  }
  return parameterOf(source, owner);
}

const CHANGES: ReadonlySet<Mutation['kind']> = new Set(['set', 'delete', 'index', 'merge']);

/**
 * `return value`, a copy of it, or `value.id` behind `value.id = id`, where the function changed members of `value`, and no type
 * says which it has.
 */
function isReturnedChanged(source: Source, use: ts.Identifier, parameter: ts.ParameterDeclaration): boolean {
  const { parent } = use;
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
  if (member === undefined && !ts.isReturnStatement(parent) && !ts.isSpreadAssignment(parent)) return false;
  if (parameter.type !== undefined && !isLoose(parameter.type)) return false;
  const all = mutationsOf(source, use.text, parameter);
  if (member === undefined) return all.some(({ kind }) => CHANGES.has(kind));
  const own = all.filter((one) => one.member === member || one.kind === 'assign');
  return own.length > 0 && own.every(({ kind, statement }) => kind === 'set' && statement.end <= use.pos);
}

/** A parameter of a function of this file, with its declared type. */
export function parameterOf(source: Source, parameter: ts.ParameterDeclaration): Expression {
  const passed = passedFor(source, parameter);
  if (parameter.initializer === undefined || passed.kind !== 'parameter') return passed;
  const initial = literalOf(parameter.initializer) ?? (passed.type === undefined ? emptyOf(parameter.initializer) : undefined);
  if (initial === undefined) return passed;
  return {
    kind: 'union',
    options: [{ kind: 'operator', operator: 'non-null', of: passed }, initial],
    otherwise: true,
    unset: true,
  };
}

/** The default of a parameter without a type, as far as it is read. */
function emptyOf(node: ts.Expression): Expression {
  if (node.kind === ts.SyntaxKind.NullKeyword) return { kind: 'literal', value: null };
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return { kind: 'literal', value: node.kind === ts.SyntaxKind.TrueKeyword };
  if (ts.isObjectLiteralExpression(node) && node.properties.length === 0) return { kind: 'object', members: [] };
  return ts.isArrayLiteralExpression(node) && node.elements.length === 0 ? { kind: 'tuple', items: [] } : unknown('its default');
}

/** The same, without its default. */
export function passedFor(source: Source, parameter: ts.ParameterDeclaration): ParameterExpression | UnknownExpression {
  const callback = parameter.parent;
  if (!isFunctionNode(callback)) return { kind: 'unknown', why: 'it is the parameter of a function type' };
  const named = callback.parameters.filter((one) => !(ts.isIdentifier(one.name) && one.name.text === 'this'));
  const type =
    parameter.type === undefined
      ? requestType(source, parameter)
      : isTypeParameter(source, parameter.type)
        ? undefined
        : typeOf(source, parameter.type);
  const known = type === undefined || type.kind === 'unknown' ? {} : { type };
  return { kind: 'parameter', callable: functionName(source.tree, callback), index: named.indexOf(parameter), ...known };
}

/** The default of a parameter where it is a string or number literal: the value without an argument. */
function literalOf(node: ts.Expression): Expression | undefined {
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text };
  return ts.isNumericLiteral(node) ? { kind: 'literal', value: Number(node.text) } : undefined;
}

/** `T` of a generic function is less precise than the argument. */
function isTypeParameter(source: Source, type: ts.TypeNode): boolean {
  return (
    ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    lookup(source, type.typeName, 'type')?.kind === 'type-parameter'
  );
}

/** Name of the constant for the current element in a loop over a list. */
export function loopName(source: Source, declaration: ts.VariableDeclaration | ts.ParameterDeclaration): string {
  if (ts.isIdentifier(declaration.name)) return qualifiedName(source.tree, declaration, declaration.name.text);
  return qualifiedName(source.tree, declaration, 'each');
}

/** The class that `this` is an instance of, if any. */
export function classOfThis(node: ts.Node): ts.ClassLikeDeclaration | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isClassLike(at)) return at;
    const isOwnThis =
      ts.isFunctionDeclaration(at) || ts.isFunctionExpression(at) || (ts.isMethodDeclaration(at) && !ts.isClassLike(at.parent));
    if (isOwnThis) return undefined;
  }
  return undefined;
}

/**
 * `this` in functions that become methods or getters of documents: the receiver in the library's call, as a parameter `f:this`.
 */
function documentOf(source: Source, node: ts.Node): Expression | undefined {
  let at: ts.Node = node;
  while (at.parent !== undefined && !(ts.isFunctionExpression(at) || ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at)))
    at = at.parent;
  if (!isFunctionNode(at) || !isOfDocuments(at)) return undefined;
  return { kind: 'parameter', callable: `${functionName(source.tree, at)}:this`, index: 0 };
}

/** `schema.methods.f = function () {}`, `schema.method('f', function () {})`, `schema.virtual('f').get(function () {})`, `{ toJSON() {} }`. */
function isOfDocuments(node: FunctionNode): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return /\.methods\.\w+$/.test(parent.left.getText());
  if (ts.isCallExpression(parent)) return /\.(?:method|get)$/.test(parent.expression.getText().slice(-10));
  return memberName(node.name ?? (ts.isPropertyAssignment(parent) ? parent.name : undefined)) === 'toJSON';
}

/** `this`, as the type of its class; as an argument or a copy, the object that its method is called on where that is known. */
export function thisReference(source: Source, node: ts.Node): Expression {
  const owner = classOfThis(node);
  if (owner === undefined) return documentOf(source, node) ?? unknown('`this` is not known here');
  source.requested.add(owner);
  const of = ownType(source, owner);
  const method = isPassedOn(node) ? ts.findAncestor(node, ts.isMethodDeclaration) : undefined;
  if (method === undefined || method.parent !== owner) return of;
  return orReceiver(source, method, of);
}

/** The value that a method is called on where that is known, else another one. */
function orReceiver(source: Source, method: ts.MethodDeclaration, of: Expression): Expression {
  const receiver: Expression = { kind: 'parameter', callable: functionName(source.tree, method), index: RECEIVER };
  return { kind: 'operator', operator: 'first-known', of, keys: { kind: 'operator', operator: 'non-null', of: receiver } };
}

const isPassedOn = ({ parent }: ts.Node): boolean => ts.isCallExpression(parent) || ts.isSpreadAssignment(parent);

/** A class as the type of its own `this`, with its own type parameters: `Base<T>`. */
function ownType({ tree }: Source, owner: ts.ClassLikeDeclaration): Expression {
  const given = owner.typeParameters?.map(({ name }): Expression => ({ kind: 'name', name: name.text }));
  return { kind: 'name', name: className(tree, owner), ...(given && { arguments: given }) };
}

/** `this.member`: the value that the class itself assigns, otherwise the member of its type. */
export function thisMember(source: Source, node: ts.PropertyAccessExpression): Expression {
  const owner = classOfThis(node);
  const name = memberName(node.name);
  const given = owner === undefined ? documentOf(source, node) : undefined;
  if (given !== undefined && name !== undefined) return { kind: 'member', of: given, name };
  if (owner === undefined || name === undefined) return unknown('`this` is not known here');
  source.requested.add(owner);
  const method = staticMethodAround(node, owner);
  // a subclass may override what its base calls
  if (method) return { kind: 'member', of: orReceiver(source, method, valueNamed(className(source.tree, owner))), name };
  const stored = storedMember(owner, name);
  if (stored !== undefined && ts.isParameter(stored)) return parameterOf(source, stored);
  if (stored !== undefined) return valueNamed(classMemberName(source.tree, owner, name));
  return { kind: 'member', of: ownType(source, owner), name };
}

/** The static method in which `this` is the class itself, or the one that it is called on. */
function staticMethodAround(node: ts.Node, owner: ts.ClassLikeDeclaration): ts.MethodDeclaration | undefined {
  const member = ts.findAncestor(node, ({ parent }) => parent === owner);
  const isMethod = member !== undefined && ts.isMethodDeclaration(member);
  return isMethod && hasModifier(member, ts.SyntaxKind.StaticKeyword) ? member : undefined;
}

/** Where a class assigns a member: a property's initializer, the constructor's assignment, or a parameter property. */
function storedMember(
  owner: ts.ClassLikeDeclaration,
  name: string,
): ts.PropertyDeclaration | ts.BinaryExpression | ts.ParameterDeclaration | undefined {
  for (const member of owner.members) {
    if (ts.isPropertyDeclaration(member) && memberName(member.name) === name && member.initializer !== undefined) {
      return isFunctionNode(member.initializer) ? undefined : member;
    }
    if (!ts.isConstructorDeclaration(member)) continue;
    const parameter = member.parameters.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
    if (parameter !== undefined && ts.isParameterPropertyDeclaration(parameter, member)) {
      return isServiceType(parameter.type) ? undefined : parameter;
    }
  }
  return assignedMembers(owner).find((one) => one.name === name)?.assignment;
}

/** `this.x = …` statements of a class: of its constructor, then of its other methods (the first of each name). */
export function assignedMembers(owner: ts.ClassLikeDeclaration): readonly AssignedMember[] {
  const known = assigned.get(owner) ?? collectAssigned(owner);
  assigned.set(owner, known);
  return known;
}

interface AssignedMember {
  readonly name: string;
  readonly assignment: ts.BinaryExpression;
  /** Other code of the class also assigns it. */
  readonly again: boolean;
}
const assigned = new WeakMap<ts.ClassLikeDeclaration, readonly AssignedMember[]>();

function collectAssigned(owner: ts.ClassLikeDeclaration): readonly AssignedMember[] {
  const found = new Map<string, ts.BinaryExpression>();
  const constructors = owner.members.filter((member) => ts.isConstructorDeclaration(member));
  const methods = owner.members.filter((member) => ts.isMethodDeclaration(member));
  for (const member of [...constructors, ...methods]) {
    for (const statement of member.body?.statements ?? []) {
      if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
      const name = assignedTo(statement.expression);
      if (name !== undefined && !found.has(name)) found.set(name, statement.expression);
    }
  }
  const times = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    const name = ts.isBinaryExpression(node) ? assignedTo(node) : undefined;
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1);
    ts.forEachChild(node, visit);
  };
  visit(owner);
  return [...found].map(([name, assignment]) => ({ name, assignment, again: (times.get(name) ?? 0) > 1 }));
}

/** `this.list = this.list.bind(this)`: the method stays the same. */
export function bindsMethod({ left, right }: ts.BinaryExpression): boolean {
  return right.getText() === `${left.getText()}.bind(this)`;
}

/** `x` of `this.x = …`. */
function assignedTo(assignment: ts.BinaryExpression): string | undefined {
  const { left, operatorToken } = assignment;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left) || bindsMethod(assignment))
    return undefined;
  return left.expression.kind === ts.SyntaxKind.ThisKeyword ? left.name.text : undefined;
}

/** Static members that are assigned outside of their declaration, `Server.instance = new Server()`: with all assigned values. */
export function staticsOf(source: Source, owner: ts.ClassLikeDeclaration): ReadonlyMap<string, readonly ts.Expression[]> {
  const statics = new Map<string, ts.Expression[]>();
  const name = owner.name?.text;
  if (name === undefined) return statics;
  for (const { kind, member, values } of mutationsOf(source, name, owner)) {
    if (kind === 'set' && member !== undefined) statics.set(member, [...(statics.get(member) ?? []), ...values]);
  }
  return statics;
}

/** Whether a type is named and not a router's: its declaration is more precise than an argument. */
function isServiceType(type: ts.TypeNode | undefined): boolean {
  const name = typeName(type);
  return (
    name !== undefined &&
    !/^(?:I?Router|I?Express|I?Application|ExpressApplication|Core|\w*Hono|Fastify\w*|Koa\w*|(?:Hapi)?Server)$/.test(name)
  );
}

/** A function as a value, referred to by its name. */
export function functionReference(source: Source, node: FunctionNode): Expression {
  source.requested.add(node);
  return valueNamed(functionName(source.tree, node));
}

import { ts } from 'ts-morph';
import type { Expression, ObjectMember, PropertyMember, UnknownExpression } from '../../../../facts/expression.js';
import { under } from '../../../../facts/values/when.js';
import { atOf, spanOf } from '../at.js';
import { classMemberName, functionName, hasModifier, isFunctionNode, memberName, valueNamed } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import { isAccess, prototypesWithJson } from '../sends/replacements.js';
import { isJavaScript, type Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { valueTests } from '../values/form-tests.js';
import { bindsMethod } from '../values/references.js';
import { readValue } from '../values/values.js';
import { documented } from './documented-members.js';
import { serializedMember } from './serialization.js';
import { isHiddenProperty, storedAs, unsureBecause } from './stored-members.js';
import { typeOf } from './types.js';

/** The members of a class: of its instances, and static ones. */
export interface ClassMembers {
  readonly instance: readonly ObjectMember[];
  readonly statics: readonly ObjectMember[];
}

/**
 * The members of an instance. TypeScript's `private` members are sent like others; `#private` ones are not; methods and accessors
 * are on the prototype, which JSON.stringify does not visit (ECMA-262, `SerializeJSONObject`).
 */
export function classMembers(source: Source, node: ts.ClassLikeDeclaration): ClassMembers {
  const instance: ObjectMember[] = [];
  const statics: ObjectMember[] = [];
  const seen = new Set<string>();
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) {
      instance.push(...parameterProperties(source, member, node));
      if (isJavaScript(source)) instance.push(...assignedProperties(source, member, node));
      continue;
    }
    if (ts.isIndexSignatureDeclaration(member)) {
      instance.push({ kind: 'rest', values: typeOf(source, member.type) });
      continue;
    }
    const isStatic = hasModifier(member, ts.SyntaxKind.StaticKeyword);
    const read = memberOf(source, member, node);
    const key = `${isStatic} ${read !== undefined && 'name' in read ? read.name : ''}`;
    // Overloads, and a getter with its setter, are one member.
    if (read === undefined || seen.has(key)) continue;
    seen.add(key);
    (isStatic ? statics : instance).push(read);
  }
  instance.push(...prototypeJson(source, node));
  return { instance, statics };
}

/** `Name.prototype.toJSON = function () { … }` beside the class: JSON.stringify calls it like a method. */
function prototypeJson(source: Source, owner: ts.ClassLikeDeclaration): readonly ObjectMember[] {
  return prototypesWithJson(source).flatMap(({ owner: prototype, right }): readonly ObjectMember[] => {
    const [of, made] = [unwrap(prototype), right && unwrap(right)];
    const root = isAccess(of) ? unwrap(of.expression) : of;
    if (!ts.isIdentifier(root) || declarationOf(source, root) !== owner) return [];
    if (made === undefined || !isFunctionNode(made)) return [];
    source.requested.add(made);
    return [{ kind: 'method', name: 'toJSON', callable: functionName(source.tree, made), at: atOf(source, made) }];
  });
}

function memberOf(source: Source, member: ts.ClassElement, owner: ts.ClassLikeDeclaration): ObjectMember | undefined {
  const name = memberName(member.name);
  if (name === undefined) return undefined;
  if (ts.isMethodDeclaration(member)) {
    source.requested.add(member);
    return { kind: 'method', name, callable: functionName(source.tree, member), at: atOf(source, member.name) };
  }
  if (ts.isGetAccessorDeclaration(member)) return getter(source, member, name, owner);
  if (ts.isPropertyDeclaration(member)) return property(source, member, name, owner);
  return undefined;
}

/**
 * A getter is not sent, unless class-transformer exposes it or a library stores it: then it is a member, hidden from all other
 * uses. One of the class itself is a member as others are.
 */
function getter(source: Source, member: ts.GetAccessorDeclaration, name: string, owner: ts.ClassLikeDeclaration): ObjectMember {
  source.requested.add(member);
  const callable = functionName(source.tree, member);
  const at = atOf(source, member.name);
  const serialized = serializedMember(source, member, owner);
  const stored = storedAs(source, member);
  const isStatic = hasModifier(member, ts.SyntaxKind.StaticKeyword);
  if (!isStatic && stored === undefined && serialized?.hidden !== false)
    return { kind: 'method', name, callable, getter: true, at };
  const value: Expression =
    member.type === undefined || isStatic ? { kind: 'returns', of: valueNamed(callable) } : typeOf(source, member.type);
  return { kind: 'property', name, value, hidden: true, ...(serialized && { serialized }), ...(stored && { stored }), at };
}

function property(source: Source, member: ts.PropertyDeclaration, name: string, owner: ts.ClassLikeDeclaration): ObjectMember {
  const at = atOf(source, member.name);
  const { initializer, type } = member;
  if (initializer !== undefined && isFunctionNode(initializer)) {
    source.requested.add(initializer);
    return { kind: 'method', name, callable: functionName(source.tree, initializer), at };
  }
  const declared = declaredOr(source, member.name, type, initializer);
  const isStatic = hasModifier(member, ts.SyntaxKind.StaticKeyword);
  const serialized = isStatic ? undefined : serializedMember(source, member, owner);
  const unsure = isStatic ? undefined : unsureBecause(source, member);
  const stored = isStatic ? undefined : storedAs(source, member);
  const isHidden =
    ts.isPrivateIdentifier(member.name) ||
    hasModifier(member, ts.SyntaxKind.AccessorKeyword) ||
    isHiddenProperty(source, member, owner, name);
  return {
    kind: 'property',
    name,
    value: documented(source, member, type ? orConstructed(source, owner, name, declared) : declared),
    ...(member.questionToken !== undefined && { optional: true }),
    ...(initializer !== undefined && !isStatic && { defaulted: true }),
    ...(!isStatic && member.questionToken === undefined && isBlank(member, owner) && { blank: true }),
    ...(isHidden && { hidden: true }),
    ...(unsure !== undefined && { unsure }),
    ...(serialized !== undefined && { serialized }),
    ...(stored !== undefined && { stored }),
    at,
  };
}

/** Neither its declaration nor its constructor assigns a value. */
function isBlank(member: ts.PropertyDeclaration, owner: ts.ClassLikeDeclaration): boolean {
  if (member.initializer !== undefined || !ts.isIdentifier(member.name)) return false;
  const { text, mayFillAll } = fillingOf(owner);
  return !mayFillAll && !text.includes(`this.${member.name.text}`);
}

interface Filling {
  /** The source text of the constructor. */
  readonly text: string;
  /** The constructor passes `this` on, or calls a method. */
  readonly mayFillAll: boolean;
  /** Members that code of the class deletes. */
  readonly deleted: ReadonlySet<string>;
}
const fillings = new WeakMap<ts.ClassLikeDeclaration, Filling>();

function fillingOf(owner: ts.ClassLikeDeclaration): Filling {
  const known = fillings.get(owner);
  if (known !== undefined) return known;
  const text = owner.members.find((one) => ts.isConstructorDeclaration(one))?.getText() ?? '';
  const deleted = new Set([...owner.getText().matchAll(/\bdelete this\.([\w$]{1,99})/g)].map(([, name = '']) => name));
  const found = { text, mayFillAll: /[(,]\s{0,99}this\s{0,99}[,)]|\bthis\.[\w$]{1,99}\(/.test(text), deleted };
  fillings.set(owner, found);
  return found;
}

function declaredOr(
  source: Source,
  name: ts.Node,
  type: ts.TypeNode | undefined,
  initializer: ts.Expression | undefined,
): Expression {
  if (type !== undefined) return typeOf(source, type);
  const at = spanOf(source, name);
  if (initializer === undefined) return { kind: 'unknown', why: 'no type is declared', at };
  const value = widened(readValue(source, initializer));
  return value.kind === 'unknown' ? { ...value, at } : value;
}

/** A member that starts with a constant may later have another value of its type. */
function widened(value: Expression): Expression {
  if (value.kind !== 'literal') return value;
  if (value.value === null) return { kind: 'unknown', why: 'no type is declared, and it starts as null' };
  const type = typeof value.value;
  return type === 'string' || type === 'number' || type === 'boolean' ? { kind: 'scalar', type } : value;
}

/** `constructor(private readonly name: string)`. */
function parameterProperties(
  source: Source,
  node: ts.ConstructorDeclaration,
  owner: ts.ClassLikeDeclaration,
): readonly PropertyMember[] {
  return node.parameters.flatMap((parameter, index): PropertyMember[] => {
    if (!ts.isParameterPropertyDeclaration(parameter, node) || !ts.isIdentifier(parameter.name)) return [];
    const serialized = serializedMember(source, parameter, owner);
    const type = declaredOr(source, parameter.name, parameter.type, parameter.initializer);
    const isSetOnce =
      hasModifier(parameter, ts.SyntaxKind.ReadonlyKeyword) || isSetByMaker(source, owner, parameter.name.text, type);
    const isGiven = parameter.type !== undefined && isSetOnce && (type.kind === 'unknown' || type.kind === 'union');
    const callable = classMemberName(source.tree, owner, 'constructor');
    return [
      {
        kind: 'property',
        name: parameter.name.text,
        value: isGiven ? { kind: 'parameter', callable, index, type } : type,
        ...(parameter.questionToken !== undefined && { optional: true }),
        ...(parameter.initializer !== undefined && { defaulted: true }),
        ...(serialized !== undefined && { serialized }),
        at: atOf(source, parameter.name),
      },
    ];
  });
}

/**
 * Whether code of the file sets a member in its class's constructor alone: of a class that wraps what it is given (`Reply<T>`),
 * or a member of any type, where no class below it may set it.
 */
function isSetByMaker({ text }: Source, owner: ts.ClassLikeDeclaration, name: string, { kind }: Expression): boolean {
  const isSetAgain = text.replace(fillingOf(owner).text, '').includes(`.${name} = `);
  if (kind === 'unknown') return !isSetAgain || !text.includes(`extends ${owner.name?.text}`);
  return owner.typeParameters !== undefined && !isSetAgain;
}

/** The value that only the constructor gives a member of any type, or of an envelope. */
function orConstructed(source: Source, owner: ts.ClassLikeDeclaration, name: string, declared: Expression): Expression {
  if (declared.kind !== 'unknown' && declared.kind !== 'union') return declared;
  if (!isSetByMaker(source, owner, name, declared)) return declared;
  const use = `this.${name}`;
  if (!fillingOf(owner).text.includes(use) || owner.getText().split(use).length !== 2) return declared;
  const statements = owner.members.flatMap((one) => (ts.isConstructorDeclaration(one) ? (one.body?.statements ?? []) : []));
  return statements.map((one) => assignedProperty(source, one)).find((one) => one?.name === name)?.value ?? declared;
}

/** `this.name = value` in a constructor: the way JavaScript declares members. */
function assignedProperties(
  source: Source,
  node: ts.ConstructorDeclaration,
  owner: ts.ClassLikeDeclaration,
): readonly ObjectMember[] {
  const members = (node.body?.statements ?? []).flatMap((statement): readonly ObjectMember[] => {
    const property = assignedProperty(source, statement);
    if (property !== undefined) return isDeleted(owner, property.name) ? [] : [property];
    return assignedWhole(source, statement) ?? assignedSometimes(source, statement);
  });
  const names = new Set(members.flatMap(namesIn));
  const others = otherMembers(owner, names);
  const at = atOf(source, node);
  return [...members, ...others.map((name): PropertyMember => ({ kind: 'property', name, value: LATER, unsure: LATER.why, at }))];
}

/** `Object.assign(this, row)`: all members of another value. */
function assignedWhole(source: Source, statement: ts.Statement): readonly ObjectMember[] | undefined {
  const call = ts.isExpressionStatement(statement) ? statement.expression : undefined;
  if (call === undefined || !ts.isCallExpression(call) || call.expression.getText(source.tree) !== 'Object.assign')
    return undefined;
  const [target, ...values] = call.arguments;
  if (target?.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  return values.map(
    (one): ObjectMember => ({ kind: 'spread', value: readValue(source, ts.isSpreadElement(one) ? one.expression : one) }),
  );
}

/** `delete this.secret` in code of the class. */
function isDeleted(owner: ts.ClassLikeDeclaration, name: string): boolean {
  return fillingOf(owner).deleted.has(name);
}

const LATER: UnknownExpression = { kind: 'unknown', why: 'its class sets it later, or only sometimes' };

function assignedProperty(source: Source, statement: ts.Statement): PropertyMember | undefined {
  const assignment = assignmentIn(statement);
  if (assignment === undefined || bindsMethod(assignment)) return undefined;
  const { left, right } = assignment;
  const name = left.name.text;
  const isHidden = ts.isPrivateIdentifier(left.name);
  // `/** @type {Settings} */ this.settings = null`
  const type = right.kind === ts.SyntaxKind.NullKeyword ? ts.getJSDocType(assignment) : undefined;
  const value = type === undefined ? widened(readValue(source, right)) : typeOf(source, type);
  return { kind: 'property', name, value, ...(isHidden && { hidden: true }), at: atOf(source, left.name) };
}

interface Assignment extends ts.BinaryExpression {
  readonly left: ts.PropertyAccessExpression;
}

const isAssignment = (node: ts.Node): node is Assignment =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isPropertyAccessExpression(node.left) &&
  node.left.expression.kind === ts.SyntaxKind.ThisKeyword;

const assignmentIn = (statement: ts.Statement): Assignment | undefined =>
  ts.isExpressionStatement(statement) && isAssignment(statement.expression) ? statement.expression : undefined;

/** `if (meta) this.meta = meta`: the member is there where what the condition asks for is given. */
function assignedSometimes(source: Source, statement: ts.Statement): readonly ObjectMember[] {
  if (!ts.isIfStatement(statement) || statement.elseStatement !== undefined) return [];
  const { expression: condition, thenStatement: then } = statement;
  const [where = [], otherwise = []] = [true, false].map((holds) => valueTests(source, condition, holds, readValue));
  const all = ts.isBlock(then) ? then.statements : [then];
  const members = all.map((one) => assignedProperty(source, one));
  if (where.length === 0 || otherwise.length === 0 || members.includes(undefined)) return [];
  const set: Expression = { kind: 'object', members: members.flatMap((one) => one ?? []) };
  const options = [under(where, set), under(otherwise, { kind: 'absent' })];
  return [{ kind: 'spread', value: { kind: 'union', options } }];
}

function namesIn(member: ObjectMember): readonly string[] {
  if (member.kind === 'property') return [member.name];
  const set = member.kind === 'spread' && member.value.kind === 'union' ? member.value.options[0] : undefined;
  const made = set?.kind === 'operator' ? set.of : undefined;
  return made?.kind === 'object' ? made.members.flatMap(namesIn) : [];
}

/** The other members that code of a class sets. */
function otherMembers(owner: ts.ClassLikeDeclaration, known: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node) && node !== owner) return;
    if (isAssignment(node) && !bindsMethod(node) && !known.has(node.left.name.text)) found.add(node.left.name.text);
    ts.forEachChild(node, visit);
  };
  visit(owner);
  return [...found];
}

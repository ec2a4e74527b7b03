import { ts } from 'ts-morph';
import { ABSENT, type Expression, isNull, unknown } from '../../../../facts/expression.js';
import type { Constant } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { mayBeExported } from '../names/exported-names.js';
import { classMemberName, isFunctionNode, memberName, place, qualifiedName, valueNamed } from '../names/names.js';
import { declarationOf, isConst, patternOwner } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from './access-paths.js';
import { constructorArguments } from './calls.js';
import { altered, isAlterable } from './changes/alterations.js';
import { changedMembers, changedPart } from './changes/changed-members.js';
import { changed, stored } from './changes/changed-values.js';
import { isFilledElsewhere } from './changes/filled-elsewhere.js';
import { elementLoansOf, mutationsOf } from './changes/mutations.js';
import { omitted } from './changes/omitted-members.js';
import { isTaking, loansOf } from './changes/taken-members.js';
import { isCopy } from './copied-members.js';
import { awaitedBy, iterated } from './loops.js';
import { isLoose } from './loose-types.js';
import { assignedMembers, parameterOf, staticsOf } from './references.js';
import { declaredAs } from './request-bodies.js';
import { readValue } from './values.js';
import { certainAssignments, mutationsDuring, versionName } from './versions.js';

/** Records the value of a variable, a destructured name or a loop's parameter, with all its later changes. */
export function recordConstant(source: Source, node: ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration): void {
  if (!ts.isIdentifier(node.name)) return;
  const { text } = node.name;
  const name = qualifiedName(source.tree, node, text);
  source.record.once('constant', name, () => {
    const given = ts.isBindingElement(node) ? elementValue(source, node) : declaredValue(source, node);
    const whole = isLent(source, node) ? lent(given) : given;
    const all = mutationsOf(source, text, node);
    const isTyped = ts.isVariableDeclaration(node) && node.type !== undefined && !isLoose(node.type);
    const { value: first, left: mutations } = isTyped ? { value: whole, left: all } : omitted(source, whole, node, all);
    const isWhole = ts.isVariableDeclaration(node) && mutations.every(({ kind }) => kind !== 'assign');
    const isDeclared = !ts.isBindingElement(node) && node.type !== undefined;
    const lentOut = elementLoansOf(source, text, node);
    const taken =
      mutations.some((one) => (isDeclared || one.kind !== 'elements') && isTaking(source, one)) ||
      lentOut.some((one) => isTaking(source, one));
    if (taken || (ts.isVariableDeclaration(node) && isFilledElsewhere(source, node))) {
      source.record.add(constant(name, taken ? TAKEN : FILLED, undefined, atOf(source, node)));
      return;
    }
    const value =
      isWhole && node.initializer !== undefined && isAlterable(source, node.initializer)
        ? altered(source, first, node)
        : changed(source, first, node, mutations);
    const declared =
      ts.isBindingElement(node) || node.type === undefined || isBeforeType(source, node.initializer)
        ? undefined
        : declaredAs(source, node.type, node.initializer);
    const type: Expression | undefined =
      declared !== undefined && mutations.some(({ kind }) => kind === 'store')
        ? { kind: 'object', members: [{ kind: 'spread', value: declared }, stored(atOf(source, node))] }
        : declared;
    const loans = loansOf(source, [...mutations, ...lentOut]);
    const fact = constant(name, value, type, atOf(source, node), isOwn(source, node));
    source.record.add(loans.length === 0 ? fact : { ...fact, loans });
    recordVersions(source, name, first, node, type);
  });
}

/** A value that says all that is sent, also what the declared type lacks: a copy, or a constant that is written out. */
function isBeforeType(source: Source, given: ts.Expression | undefined): boolean {
  if (given === undefined || isCopy(source, given)) return given !== undefined;
  const declaration = declarationOf(source, given);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.type !== undefined) return false;
  const { initializer } = declaration;
  return isConst(declaration) && initializer !== undefined && ts.isObjectLiteralExpression(unwrap(initializer));
}

const TAKEN: Expression = {
  kind: 'unknown',
  why: 'members of it are set or taken away where no type is checked',
  written: true,
};

const FILLED: Expression = { kind: 'unknown', why: 'it begins as `{}`, and functions that are given it fill it', written: true };

/** The value of the variable between statements that always assign it: later uses see only that value. */
function recordVersions(source: Source, name: string, first: Expression, node: ts.Node, type: Expression | undefined): void {
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
  const certain = certainAssignments(source, node.name.text, node);
  if (certain.length === 0) return;
  const all = mutationsOf(source, node.name.text, node);
  for (const [version, from] of [undefined, ...certain].entries()) {
    const [given] = from?.values ?? [];
    const start =
      from === undefined ? first : given === undefined ? unknown('what an assignment makes of it') : readValue(source, given);
    const value = changed(source, start, node, mutationsDuring(node, all, from, certain[version]));
    source.record.add(constant(versionName(name, version), value, type, atOf(source, node), true));
  }
}

function constant(name: string, value: Expression, type: Expression | undefined, at: Constant['at'], isOwn = false): Constant {
  const known = type === undefined || type.kind === 'unknown' ? {} : { type };
  return { kind: 'constant', name, value, ...known, ...(isOwn && EXACT.has(value.kind) && { exact: true }), at };
}

/** Kinds of values that may be literals. */
const EXACT: ReadonlySet<Expression['kind']> = new Set(['object', 'array', 'tuple']);

/** A variable that other files cannot change: local to a function, or to a file that does not export it. */
function isOwn(source: Source, node: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : undefined;
  if (!ts.isVariableDeclaration(node) || statement === undefined || !ts.isVariableStatement(statement)) return false;
  return !ts.isSourceFile(statement.parent) || (node.initializer !== undefined && !mayBeExported(source, node));
}

/** The value in the declaration of a variable or parameter. */
function declaredValue(source: Source, node: ts.VariableDeclaration | ts.ParameterDeclaration): Expression {
  const list = iterated(node);
  if (list !== undefined) return { kind: 'element', of: readValue(source, list) };
  if (ts.isParameter(node)) {
    const expectation = awaitedBy(node);
    return expectation === undefined
      ? parameterOf(source, node)
      : { kind: 'operator', operator: 'awaited', of: readValue(source, expectation) };
  }
  if (node.initializer !== undefined) return readValue(source, node.initializer);
  const loop = node.parent.parent;
  if (ts.isForInStatement(loop)) return { kind: 'scalar', type: 'string' };
  return ts.isCatchClause(node.parent) ? unknown('what was thrown') : ABSENT;
}

/** The part of the source value that a destructured name refers to: a member, an element by its index, or the rest. */
function elementValue(source: Source, element: ts.BindingElement): Expression {
  const pattern = element.parent;
  const holder = pattern.parent;
  const of = ts.isBindingElement(holder) ? elementValue(source, holder) : ownerValue(source, patternOwner(element));
  const value = memberOfPattern(element, pattern, of);
  if (element.initializer === undefined) return value;
  return {
    kind: 'union',
    options: [{ kind: 'operator', operator: 'non-null', of: value }, readValue(source, element.initializer)],
    otherwise: true,
    unset: true,
  };
}

function memberOfPattern(element: ts.BindingElement, pattern: ts.BindingPattern, of: Expression): Expression {
  if (ts.isArrayBindingPattern(pattern)) {
    const index = pattern.elements.indexOf(element);
    if (element.dotDotDotToken !== undefined) return { kind: 'array', items: { kind: 'element', of } };
    return { kind: 'member', of, name: String(index) };
  }
  if (element.dotDotDotToken !== undefined) {
    const taken = pattern.elements.filter((one) => one !== element).map((one) => memberName(one.propertyName ?? one.name));
    const options = taken.flatMap((name): Expression[] => (name === undefined ? [] : [{ kind: 'literal', value: name }]));
    return { kind: 'operator', operator: 'omit', of, keys: { kind: 'union', options } };
  }
  const name = memberName(element.propertyName ?? element.name);
  return name === undefined ? unknown('a computed member') : { kind: 'member', of, name };
}

/** The value that a pattern destructures, as a separate constant when it is more than a name: several elements refer to it. */
function ownerValue(source: Source, owner: ts.VariableDeclaration | ts.ParameterDeclaration): Expression {
  if (iterated(owner) !== undefined) {
    const name = qualifiedName(source.tree, owner, 'each');
    return hidden(source, name, owner);
  }
  if (ts.isParameter(owner))
    return awaitedBy(owner) === undefined ? parameterOf(source, owner) : hidden(source, `of@${place(source.tree, owner)}`, owner);
  if (
    owner.initializer !== undefined &&
    (ts.isIdentifier(owner.initializer) || ts.isPropertyAccessExpression(owner.initializer))
  ) {
    return readValue(source, owner.initializer);
  }
  return hidden(source, `of@${place(source.tree, owner)}`, owner);
}

function hidden(source: Source, name: string, owner: ts.VariableDeclaration | ts.ParameterDeclaration): Expression {
  source.record.once('constant', name, () => {
    const type = owner.type === undefined ? undefined : typeOf(source, owner.type);
    const given = declaredValue(source, owner);
    const value = isLent(source, owner) ? lent(given) : given;
    source.record.add(constant(name, value, type, atOf(source, owner)));
  });
  return valueNamed(name);
}

/** Whether the value of a variable, or of a part of a pattern, is passed to functions that may set its members. */
function isLent(source: Source, { name }: ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration): boolean {
  if (!ts.isIdentifier(name)) return name.elements.some((one) => ts.isBindingElement(one) && isLent(source, one));
  const { parent } = name;
  return (
    mutationsOf(source, name.text, parent).some(({ kind }) => kind === 'lend') ||
    elementLoansOf(source, name.text, parent).length > 0
  );
}

/** The result of a call, marked as passed to a function that may change it. */
function lent(value: Expression): Expression {
  if (value.kind === 'returns') return { ...value, lent: true };
  return value.kind === 'operator' ? { ...value, of: lent(value.of) } : value;
}

/** Records the values of a class's members: `Class#member`, `Class.member`; functions are separate callables. */
export function recordMembers(source: Source, owner: ts.ClassLikeDeclaration): void {
  for (const [name, values] of staticsOf(source, owner)) {
    const fact = classMemberName(source.tree, owner, name, true);
    const options = values.map((value) => readValue(source, value)).filter((value) => !isNothing(value));
    const [only] = options;
    if (only === undefined) continue;
    source.record.once('constant', fact, () => {
      source.record.add(constant(fact, options.length === 1 ? only : { kind: 'union', options }, undefined, atOf(source, owner)));
    });
  }
  for (const member of owner.members) {
    if (!ts.isPropertyDeclaration(member) || member.initializer === undefined || isFunctionNode(member.initializer)) continue;
    const name = memberName(member.name);
    if (name === undefined) continue;
    const isStatic = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
    recordMember(source, owner, name, { value: member.initializer, type: member.type, at: member, isStatic });
  }
  recordMade(source, owner);
  for (const { name, assignment, again } of assignedMembers(owner)) {
    const declared = owner.members.find((member) => ts.isPropertyDeclaration(member) && memberName(member.name) === name);
    const type = declared !== undefined && ts.isPropertyDeclaration(declared) ? declared.type : undefined;
    if (isFunctionNode(assignment.right)) continue;
    recordMember(source, owner, name, { value: assignment.right, type, at: assignment, again });
  }
}

/** Arguments of a constructor: texts as members of the instance, and what is passed on to the base class (`Class#super`). */
function recordMade(source: Source, owner: ts.ClassLikeDeclaration): void {
  const made = owner.members.find((member) => ts.isConstructorDeclaration(member) && member.body !== undefined);
  if (made === undefined || !ts.isConstructorDeclaration(made)) return;
  for (const parameter of made.parameters) {
    const isText = parameter.type === undefined || parameter.type.kind === ts.SyntaxKind.StringKeyword;
    if (!isText || !ts.isIdentifier(parameter.name) || !ts.isParameterPropertyDeclaration(parameter, made)) continue;
    const name = classMemberName(source.tree, owner, parameter.name.text);
    source.record.once('constant', name, () => {
      source.record.add(constant(name, parameterOf(source, parameter), undefined, atOf(source, parameter)));
    });
  }
  const call = made.body?.statements.map(superCall).find((one) => one !== undefined);
  if (call === undefined || call.arguments.length === 0) return;
  const items = constructorArguments(source, call, readValue);
  const name = classMemberName(source.tree, owner, 'super');
  source.record.once('constant', name, () => {
    source.record.add(constant(name, { kind: 'tuple', items }, undefined, atOf(source, call)));
  });
}

function superCall(statement: ts.Statement): ts.CallExpression | undefined {
  const call = ts.isExpressionStatement(statement) ? statement.expression : undefined;
  return call !== undefined && ts.isCallExpression(call) && call.expression.kind === ts.SyntaxKind.SuperKeyword
    ? call
    : undefined;
}

function isNothing(value: Expression): boolean {
  return value.kind === 'absent' || isNull(value);
}

interface MemberValue {
  readonly value: ts.Expression;
  readonly type: ts.TypeNode | undefined;
  readonly at: ts.Node;
  readonly isStatic?: boolean;
  /** Other code of the class assigns it too. */
  readonly again?: boolean;
}

function recordMember(source: Source, owner: ts.ClassLikeDeclaration, member: string, given: MemberValue): void {
  const { value, type, at, isStatic = false, again = false } = given;
  const name = classMemberName(source.tree, owner, member, isStatic);
  source.record.once('constant', name, () => {
    const first = readValue(source, value);
    const declared = type && typeOf(source, type);
    const changes = changedMembers(owner);
    const known = again && isNothing(first) ? unknown('it starts as null, and is given a value later') : first;
    const whole = !isStatic && changes.has(member) ? changedPart(known, declared, changes.get(member)) : known;
    source.record.add(constant(name, whole, declared, atOf(source, at)));
  });
}

import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { spanOf } from '../at.js';
import { isFunctionNode } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import { isJavaScript, type Source } from '../source.js';
import { typeOf } from '../types/types.js';

/** A test among a block's statements after which the block continues only with one outcome. */
export interface Guard {
  readonly condition: ts.Expression;
  readonly holds: boolean;
  /** Another function decides whether and how it tests its subject: `this.assertOwned(order)`. */
  readonly loose?: boolean;
  readonly end: number;
}

const ASSERTIONS = /^(?:assert|invariant|ok|tiny_?invariant)$/i;
/** Names of functions that throw unless their argument is valid. */
const CHECKS = /^_?(?:assert|ensure|check|must|require|expect|validate|verify|guard|throw\w*(?:If|Unless|When))/i;
/** Names of functions that never return. */
const LEAVING = /^_?(?:throw|fail|raise|abort|panic|bail|exit|reject|redirect|notFound|unauthorized|forbidden)/i;

/** The tests that a statement makes of the values that it names. */
export function guardsIn(statement: ts.Statement): readonly Guard[] {
  const { end } = statement;
  if (ts.isIfStatement(statement)) {
    const other = statement.elseStatement;
    const out = leaves(statement.thenStatement);
    if (out !== undefined) {
      const more = other !== undefined && ts.isIfStatement(other) ? guardsIn(other) : [];
      return [{ condition: statement.expression, holds: false, loose: out === 'maybe', end }, ...more];
    }
    const otherOut = other === undefined ? undefined : leaves(other);
    return otherOut === undefined ? [] : [{ condition: statement.expression, holds: true, loose: otherOut === 'maybe', end }];
  }
  const call = calledIn(statement);
  if (call === undefined) return [];
  const name = nameOf(call);
  const [first] = call.arguments;
  if (first !== undefined && ASSERTIONS.test(name)) return [{ condition: first, holds: true, end }];
  return CHECKS.test(name) ? call.arguments.map((condition) => ({ condition, holds: true, loose: true, end })) : [];
}

/** Whether execution does not continue after a statement. */
export function leaves(statement: ts.Statement): 'surely' | 'maybe' | undefined {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return 'surely';
  if (ts.isContinueStatement(statement) || ts.isBreakStatement(statement)) return 'surely';
  if (ts.isIfStatement(statement)) {
    const both = [statement.thenStatement, statement.elseStatement].map((one) => one && leaves(one));
    if (both.includes(undefined)) return undefined;
    return both.includes('maybe') ? 'maybe' : 'surely';
  }
  if (ts.isBlock(statement)) {
    const last = statement.statements.at(-1);
    return last && leaves(last);
  }
  const call = calledIn(statement);
  return call !== undefined && LEAVING.test(nameOf(call)) ? 'maybe' : undefined;
}

/** The tests of `this.check()` on members of the instance: the method throws where they fail. */
export function guardsOfMethod(statement: ts.Statement): readonly Guard[] {
  const callee = calledIn(statement)?.expression;
  const isOwn = callee !== undefined && ts.isPropertyAccessExpression(callee) && callee.expression.kind === THIS;
  if (!isOwn) return [];
  let owner: ts.Node = statement;
  while (owner.parent !== undefined && !ts.isClassLike(owner)) owner = owner.parent;
  if (!ts.isClassLike(owner)) return [];
  const body = methodsOf(owner).get(callee.name.text);
  return (body?.statements ?? []).flatMap((one) =>
    ts.isIfStatement(one) && throws(one.thenStatement) ? [{ condition: one.expression, holds: false, end: statement.end }] : [],
  );
}
const THIS = ts.SyntaxKind.ThisKeyword;

const methods = new WeakMap<ts.ClassLikeDeclaration, ReadonlyMap<string, ts.Block>>();

function methodsOf(owner: ts.ClassLikeDeclaration): ReadonlyMap<string, ts.Block> {
  const known = methods.get(owner);
  if (known !== undefined) return known;
  const found = new Map<string, ts.Block>();
  for (const member of owner.members) {
    const node = ts.isPropertyDeclaration(member) ? member.initializer : member;
    const isFunction = node !== undefined && (ts.isMethodDeclaration(node) || ts.isArrowFunction(node));
    if (
      isFunction &&
      node.body !== undefined &&
      ts.isBlock(node.body) &&
      member.name !== undefined &&
      ts.isIdentifier(member.name)
    )
      found.set(member.name.text, node.body);
  }
  methods.set(owner, found);
  return found;
}

/** A value after `assertSigned(order)`, declared as `asserts order is Signed`; of an imported function the compiler knows what. */
export function assertedBy(source: Source, node: ts.Node, call: ts.Node): Expression | undefined {
  if (!ts.isCallExpression(call) || isJavaScript(source) || !ts.isIdentifier(call.expression)) return undefined;
  const declaration = declarationOf(source, call.expression);
  if (declaration === undefined) return undefined;
  if (ts.isImportSpecifier(declaration))
    return /^assert./.test(call.expression.text) ? { kind: 'unknown', why: ASSERTED, at: spanOf(source, node) } : undefined;
  const type = ts.isVariableDeclaration(declaration) && declaration.type ? declaration.type : declaration;
  if (!isFunctionNode(type) && !ts.isFunctionTypeNode(type)) return undefined;
  const says = type.typeParameters === undefined ? type.type : undefined;
  if (says === undefined || !ts.isTypePredicateNode(says) || says.assertsModifier === undefined) return undefined;
  return says.type && typeOf(source, says.type);
}
const ASSERTED = 'a function that asserts what it is decides its type';

function throws(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && ts.isThrowStatement(last);
}

function calledIn(statement: ts.Statement): ts.CallExpression | undefined {
  if (!ts.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  const value = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(value) ? value : undefined;
}

function nameOf({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

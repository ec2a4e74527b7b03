import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import { packages } from '../../../../../facts/packages/index.js';
import { append } from '../../../../../model/multi-map.js';
import { atOf } from '../../at.js';
import { memberName } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { declarationOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { readValue } from '../values.js';

const SELF: Expression = { kind: 'absent' };
/** The limit of statements about one value; the effect of more is unknown. */
const MOST = 200;

const ALTERING = packages.filter(({ alters }) => alters !== undefined);

/** Does the package that created this value apply later statements to it (`new Schema()`)? */
export function isAlterable(source: Source, made: ts.Expression): boolean {
  let at = unwrap(made);
  while (ts.isCallExpression(at) || ts.isNewExpression(at)) at = unwrap(at.expression);
  const name = ts.isPropertyAccessExpression(at) ? at.name.text : '';
  if (ALTERING.some(({ alters }) => alters?.test(name) === true)) return true;
  const specifier = originOf(source, at)?.specifier;
  return specifier !== undefined && ALTERING.some(({ specifiers }) => specifiers.test(specifier));
}

/** A value with the statements of the file that alter it; see `facts/values/alterations`. */
export function altered(source: Source, of: Expression, declaration: ts.Node): Expression {
  const items = alterationsOf(source, declaration);
  return items.length === 0 ? of : { kind: 'operator', operator: 'altered', of, keys: { kind: 'tuple', items } };
}

interface Statement {
  readonly root: ts.Identifier;
  readonly statement: ts.ExpressionStatement;
  readonly whole: ts.Expression;
  /** The root is an argument of the statement, not its receiver. */
  readonly lent: boolean;
}
const statements = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Statement[]>>();

function alterationsOf(source: Source, declaration: ts.Node): readonly Expression[] {
  const named = ts.isVariableDeclaration(declaration) || ts.isParameter(declaration) ? declaration.name : undefined;
  if (named === undefined || !ts.isIdentifier(named)) return [];
  const known = statements.get(source.tree) ?? statementsOf(source.tree);
  statements.set(source.tree, known);
  const own = (known.get(named.text) ?? []).filter(({ root }) => declarationOf(source, root) === declaration);
  const read = own.slice(0, MOST).map((one) => alteration(source, one, declaration));
  return own.length > MOST ? [...read, { kind: 'unknown', why: 'more is done to it than is read' }] : read;
}

/** All statements of a file, by the variables that they alter. */
function statementsOf(tree: ts.SourceFile): ReadonlyMap<string, readonly Statement[]> {
  const found = new Map<string, Statement[]>();
  const add = (root: ts.Identifier | undefined, rest: Omit<Statement, 'root'>): void => {
    if (root === undefined) return;
    append(found, root.text, { root, ...rest });
  };
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isExpressionStatement(node)) {
      const whole = unwrap(ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression);
      const about = ts.isBinaryExpression(whole) ? whole.left : whole;
      add(rootOf(about), { statement: node, whole, lent: false });
      if (ts.isCallExpression(whole))
        for (const one of whole.arguments) add(lentRoot(one), { statement: node, whole, lent: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Methods of a schema that give a part of it, which a function can change; what other calls give is a value of its own. */
const PARTS = /^(?:path|virtual)$/;

function lentRoot(node: ts.Expression): ts.Identifier | undefined {
  const one = unwrap(node);
  if (ts.isIdentifier(one)) return one;
  const callee = ts.isCallExpression(one) ? one.expression : undefined;
  const isPart = callee === undefined || (ts.isPropertyAccessExpression(callee) && PARTS.test(callee.name.text));
  return isPart ? rootOf(one) : undefined;
}

function rootOf(node: ts.Expression): ts.Identifier | undefined {
  let at = unwrap(node);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isCallExpression(at))
    at = unwrap(at.expression);
  return at !== unwrap(node) && ts.isIdentifier(at) ? at : undefined;
}

function alteration(source: Source, { root, statement, whole, lent }: Statement, declaration: ts.Node): Expression {
  const unread: Expression = { kind: 'unknown', why: 'it is given to a function that may change it' };
  const done = lent ? unread : ts.isBinaryExpression(whole) ? setting(source, whole) : called(source, whole, root);
  return done.kind === 'unknown' || isCertain(statement, declaration) ? done : { kind: 'union', options: [done, SELF] };
}

/**
 * Whether a statement always runs where the variable is declared: in the same block, or in the body of a function that takes it.
 */
function isCertain(statement: ts.Node, declaration: ts.Node): boolean {
  if (ts.isParameter(declaration)) return statement.parent.parent === declaration.parent;
  return declaration.parent?.parent?.parent === statement.parent;
}

/** `schema.methods.toJSON = f` as `{ 'methods.toJSON': f }`. */
function setting(source: Source, node: ts.BinaryExpression): Expression {
  const names: string[] = [];
  let at = unwrap(node.left);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) {
    const key = ts.isPropertyAccessExpression(at) ? memberName(at.name) : literalKey(at.argumentExpression);
    if (key === undefined) return { kind: 'unknown', why: 'a member whose name is computed is set' };
    names.unshift(key);
    at = unwrap(at.expression);
  }
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isIdentifier(at))
    return { kind: 'unknown', why: 'a member is set in a way that is not followed' };
  const value = readValue(source, node.right);
  return { kind: 'object', members: [{ kind: 'property', name: names.join('.'), value, at: atOf(source, node) }] };
}

const literalKey = (node: ts.Expression): string | undefined => (ts.isStringLiteralLike(node) ? node.text : undefined);

/** The calls of a chain, without their receiver: that is the value itself. */
function called(source: Source, node: ts.Expression, root: ts.Identifier): Expression {
  const at = unwrap(node);
  if (at === root) return SELF;
  if (ts.isPropertyAccessExpression(at)) return { kind: 'member', of: called(source, at.expression, root), name: at.name.text };
  if (!ts.isCallExpression(at)) return { kind: 'unknown', why: 'a statement that is not followed' };
  const values = at.arguments.filter((one) => !ts.isSpreadElement(one)).map((one) => readValue(source, one));
  return { kind: 'returns', of: called(source, at.expression, root), ...(values.length > 0 && { values }) };
}

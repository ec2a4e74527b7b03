import { ts } from 'ts-morph';
import type { At } from '../../../../facts/expression.js';
import type { Condition } from '../../../../facts/fact.js';
import type { EnumValue } from '../../../../model/shape.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { guardsIn } from '../values/guards.js';
import { mutationsOf, unwrap } from '../values/mutations.js';
import { parameterOf } from '../values/references.js';

/** Conditions around one place beyond these are not looked at. */
const MOST = 20;

/** The conditions at a place of the file that a caller or the path of a request decides: they have to hold for it to be reached. */
export function conditionsAt(source: Source, { line, column }: At): readonly Condition[] {
  const position = source.tree.getPositionOfLineAndCharacter(line - 1, column - 1);
  let at: ts.Node = source.tree;
  for (let inner: ts.Node | undefined = at; inner !== undefined; ) {
    at = inner;
    inner = ts.forEachChild(at, (child) => (child.getStart(source.tree) <= position && position < child.end ? child : undefined));
  }
  return conditionsOf(source, at);
}

/** The same, of a node. */
export function conditionsOf(source: Source, node: ts.Node): readonly Condition[] {
  const found: Condition[] = [];
  const add = (condition: ts.Expression, holds: boolean): void => void found.push(...told(source, condition, holds));
  for (let at = node; at.parent !== undefined && found.length < MOST; at = at.parent) {
    const around = at.parent;
    if (ts.isIfStatement(around) && at !== around.expression) add(around.expression, at === around.thenStatement);
    else if (ts.isConditionalExpression(around) && at !== around.condition) add(around.condition, at === around.whenTrue);
    else if (ts.isCaseClause(around) && at !== around.expression) found.push(...chosenBy(source, around));
    const statements = ts.isBlock(around) || ts.isCaseOrDefaultClause(around) ? around.statements : [];
    for (const one of statements) {
      if (one.pos >= at.pos || found.length >= MOST) break;
      for (const guard of guardsIn(one)) if (guard.loose !== true) add(guard.condition, guard.holds);
    }
  }
  return found;
}

/** A clause that no other falls through to is for its own value alone. */
function chosenBy(source: Source, clause: ts.CaseClause): readonly Condition[] {
  const before = clause.parent.clauses[clause.parent.clauses.indexOf(clause) - 1];
  const last = before?.statements.at(-1);
  const isAlone = before === undefined || (last !== undefined && (ts.isBreakStatement(last) || ts.isReturnStatement(last)));
  return isAlone ? compared(source, clause.parent.parent.expression, clause.expression, true) : [];
}

/** What a condition says of parameters, where it holds or does not. */
function told(source: Source, given: ts.Expression, holds: boolean, depth = 0): readonly Condition[] {
  const node = unwrap(given);
  if (depth > MOST) return [];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return told(source, node.operand, !holds, depth + 1);
  if (!ts.isBinaryExpression(node)) return counted(source, node, holds);
  const operator = node.operatorToken.kind;
  const isAnd = operator === ts.SyntaxKind.AmpersandAmpersandToken;
  if (isAnd || operator === ts.SyntaxKind.BarBarToken)
    return isAnd === holds ? [node.left, node.right].flatMap((one) => told(source, one, holds, depth + 1)) : [];
  const equal = EQUALS.get(operator);
  return equal === undefined ? [] : compared(source, node.left, node.right, equal === holds);
}

const EQUALS: ReadonlyMap<ts.SyntaxKind, boolean> = new Map([
  [ts.SyntaxKind.EqualsEqualsToken, true],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, true],
  [ts.SyntaxKind.ExclamationEqualsToken, false],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, false],
]);

/** `if (req.params.id)`, `if (isOpen)`. */
function counted(source: Source, node: ts.Expression, holds: boolean): readonly Condition[] {
  const name = pathParameter(source, node);
  if (name !== undefined) return [{ pathParameter: name, holds }];
  const parameter = parameterAt(source, node);
  return parameter === undefined ? [] : [{ value: parameterOf(source, parameter), holds }];
}

/** `state === 'open'`, `id === undefined`. */
function compared(source: Source, left: ts.Expression, right: ts.Expression, holds: boolean): readonly Condition[] {
  const other = unwrap(right);
  const name = pathParameter(source, unwrap(left));
  const isNothing = other.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(other) && other.text === 'undefined');
  if (name !== undefined) return isNothing ? [{ pathParameter: name, holds: !holds }] : [];
  const parameter = parameterAt(source, unwrap(left));
  const equals = literalOf(other);
  return parameter === undefined || equals === undefined ? [] : [{ value: parameterOf(source, parameter), equals, holds }];
}

function literalOf(node: ts.Expression): EnumValue | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}

/** A parameter that holds what it was given. */
function parameterAt(source: Source, node: ts.Expression): ts.ParameterDeclaration | undefined {
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  if (!ts.isIdentifier(node) || declaration === undefined || !ts.isParameter(declaration)) return undefined;
  if (declaration.initializer !== undefined || declaration.dotDotDotToken !== undefined) return undefined;
  return mutationsOf(source, node.text, declaration).length === 0 ? declaration : undefined;
}

/** x of `req.params.x`, and of a variable that holds it. */
function pathParameter(source: Source, node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return isParams(node.expression) ? node.name.text : undefined;
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  if (!ts.isIdentifier(node) || declaration === undefined || mutationsOf(source, node.text, declaration).length > 0)
    return undefined;
  if (ts.isVariableDeclaration(declaration)) {
    const held = declaration.initializer && unwrap(declaration.initializer);
    return held !== undefined && ts.isPropertyAccessExpression(held) ? pathParameter(source, held) : undefined;
  }
  if (!ts.isBindingElement(declaration) || declaration.initializer !== undefined) return undefined;
  const owner = declaration.parent.parent;
  if (!ts.isVariableDeclaration(owner) || owner.initializer === undefined || !isParams(owner.initializer)) return undefined;
  const named = declaration.propertyName ?? declaration.name;
  return ts.isIdentifier(named) && declaration.dotDotDotToken === undefined ? named.text : undefined;
}

/** `req.params`, `ctx.params`, `request.params as Params`. */
function isParams(given: ts.Expression): boolean {
  const node = unwrap(given);
  return ts.isPropertyAccessExpression(node) && node.name.text === 'params' && ts.isIdentifier(unwrap(node.expression));
}

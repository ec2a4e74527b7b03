import { ts } from 'ts-morph';
import { importedName } from '../../decorators.js';
import { functionOf, returnsOf } from '../../names/in-file.js';
import { declarationOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { mutationsOf } from '../../values/changes/mutations.js';

/** An element of a list in the file; `isList`: a whole list from elsewhere. */
export interface ListElement {
  readonly node: ts.Expression;
  readonly isList: boolean;
}

/** Variables and functions whose lists were followed: each counts once, however often it is spread. */
type Followed = Set<ts.Node>;

/**
 * The possible elements of a list of modules or controllers: of array literals, variables of the file with pushed elements,
 * spreads, concatenations, and results of the file's functions. Conditional elements count.
 */
export function listElements(source: Source, expression: ts.Expression, followed: Followed = new Set()): readonly ListElement[] {
  const node = unwrap(expression);
  const inner = (one: ts.Expression): readonly ListElement[] => listElements(source, one, followed);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => elementsOf(source, element, followed));
  const branches = branchesOf(node);
  if (branches !== undefined) return branches.flatMap(inner);
  if (ts.isIdentifier(node)) return variableElements(source, node, followed);
  if (ts.isCallExpression(node)) return callElements(source, node, followed);
  return isNothing(node) ? [] : [{ node, isList: true }];
}

function elementsOf(source: Source, element: ts.Expression, followed: Followed): readonly ListElement[] {
  const node = unwrap(element);
  if (ts.isSpreadElement(node)) return listElements(source, node.expression, followed);
  const branches = branchesOf(node);
  if (branches !== undefined) return branches.flatMap((branch) => elementsOf(source, branch, followed));
  return isNothing(node) ? [] : [{ node, isList: false }];
}

/** The possible values of `a ? b : c`, `a && b`, `a || b`. */
function branchesOf(node: ts.Expression): readonly ts.Expression[] | undefined {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (!ts.isBinaryExpression(node)) return undefined;
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return [node.right];
  if (operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken) return [node.left, node.right];
  return undefined;
}

function isNothing(node: ts.Expression): boolean {
  return (
    node.kind === ts.SyntaxKind.NullKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    (ts.isIdentifier(node) && node.text === 'undefined')
  );
}

function variableElements(source: Source, node: ts.Identifier, followed: Followed): readonly ListElement[] {
  if (isNothing(node)) return [];
  const declaration = declarationOf(source, node);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) {
    return [{ node, isList: true }];
  }
  if (followed.has(declaration)) return [];
  followed.add(declaration);
  const initial = declaration.initializer === undefined ? [] : listElements(source, declaration.initializer, followed);
  const added = mutationsOf(source, declaration.name.text, declaration).flatMap((change) => {
    if (change.kind === 'add') return change.values.flatMap((value) => elementsOf(source, value, followed));
    return change.kind === 'assign' ? change.values.flatMap((value) => listElements(source, value, followed)) : [];
  });
  return [...initial, ...added];
}

function callElements(source: Source, node: ts.CallExpression, followed: Followed): readonly ListElement[] {
  const callee = unwrap(node.expression);
  const inner = (one: ts.Expression): readonly ListElement[] => listElements(source, one, followed);
  if (ts.isPropertyAccessExpression(callee)) {
    const name = callee.name.text;
    if (name === 'concat') return [callee.expression, ...node.arguments].flatMap(inner);
    if (name === 'filter' || name === 'flat' || name === 'slice') return inner(callee.expression);
    const [first] = node.arguments;
    if (name === 'from' && first !== undefined && importedName(source, callee.expression).name === 'Array') return inner(first);
  }
  const made = functionOf(source, callee);
  if (made === undefined) return [{ node, isList: true }];
  if (followed.has(made)) return [];
  followed.add(made);
  return returnsOf(made).flatMap(inner);
}

/** The possible results of calling a function of the file; empty for other callees. */
export function resultsOf(source: Source, callee: ts.Expression): readonly ts.Expression[] {
  const made = functionOf(source, callee);
  return made === undefined ? [] : returnsOf(made);
}

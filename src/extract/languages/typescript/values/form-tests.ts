import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Condition, ValueForm } from '../../../../facts/fact.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { mutationsOf } from './changes/mutations.js';
import { parameterOf } from './references.js';
import { EQUALITY } from './tags.js';

type Read = (source: Source, node: ts.Expression) => Expression;

const FORMS = ['object', 'string', 'number', 'boolean', 'undefined', 'function'] as const;

/**
 * `typeof data === 'object'`, `Array.isArray(data)`, and their opposites: the form of a parameter or a constant where the test
 * holds.
 */
export function formTest(source: Source, given: ts.Expression, holds: boolean, read: Read): readonly Condition[] {
  const node = unwrap(given);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return formTest(source, node.operand, !holds, read);
  if (ts.isCallExpression(node)) {
    const listed = node.expression.getText(source.tree) === 'Array.isArray' ? node.arguments[0] : undefined;
    return listed === undefined ? [] : formed(source, listed, 'list', holds, read);
  }
  if (!ts.isBinaryExpression(node)) return [];
  const left = unwrap(node.left);
  const equal = EQUALITY.get(node.operatorToken.kind);
  if (equal === undefined || !ts.isTypeOfExpression(left)) return [];
  return formTyped(source, left, unwrap(node.right), equal === holds, read);
}

/** `typeof data`, and the value that it is compared with. */
export function formTyped(
  source: Source,
  { expression }: ts.TypeOfExpression,
  other: ts.Expression,
  holds: boolean,
  read: Read,
): readonly Condition[] {
  const form = ts.isStringLiteralLike(other) ? FORMS.find((one) => one === other.text) : undefined;
  return form === undefined ? [] : formed(source, expression, form, holds, read);
}

function formed(source: Source, given: ts.Expression, is: ValueForm, holds: boolean, read: Read): readonly Condition[] {
  const node = unwrap(given);
  const parameter = parameterAt(source, node);
  if (parameter !== undefined) return [{ value: parameterOf(source, parameter), is, holds }];
  return isConstant(source, node) ? [{ value: read(source, node), is, holds }] : [];
}

/** A variable that is only assigned in its declaration. */
function isConstant(source: Source, node: ts.Expression): boolean {
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  if (!ts.isIdentifier(node) || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  return declaration.initializer !== undefined && mutationsOf(source, node.text, declaration).length === 0;
}

/** A parameter that is never reassigned. */
export function parameterAt(source: Source, node: ts.Expression): ts.ParameterDeclaration | undefined {
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  if (!ts.isIdentifier(node) || declaration === undefined || !ts.isParameter(declaration)) return undefined;
  if (declaration.initializer !== undefined || declaration.dotDotDotToken !== undefined) return undefined;
  return mutationsOf(source, node.text, declaration).length === 0 ? declaration : undefined;
}

import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Condition, ValueForm } from '../../../../facts/fact.js';
import { memberName } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { mutationsOf } from './changes/mutations.js';
import { isOwnModule } from './harmless-callees.js';
import { parameterOf, passedFor } from './references.js';
import { EQUALITY, literalOf } from './tags.js';

type Read = (source: Source, node: ts.Expression) => Expression;

const FORMS = ['object', 'string', 'number', 'boolean', 'undefined', 'function'] as const;

/** The deepest nesting of tests that is read. */
const MOST = 20;

/** The parameter of the path that an expression names, in handlers of requests. */
type PathParameter = (source: Source, node: ts.Expression) => string | undefined;
const noParameter: PathParameter = () => undefined;

/** What a condition implies about parameters, and about constants of other files, where it holds or does not. */
export function valueTests(
  source: Source,
  given: ts.Expression,
  holds: boolean,
  read: Read,
  pathParameter = noParameter,
  depth = 0,
): readonly Condition[] {
  const node = unwrap(given);
  const inner = (one: ts.Expression, is: boolean): readonly Condition[] =>
    valueTests(source, one, is, read, pathParameter, depth + 1);
  if (depth > MOST) return [];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return inner(node.operand, !holds);
  if (!ts.isBinaryExpression(node)) return counted(source, node, holds, read, pathParameter);
  const operator = node.operatorToken.kind;
  const isAnd = operator === ts.SyntaxKind.AmpersandAmpersandToken;
  if (isAnd || operator === ts.SyntaxKind.BarBarToken)
    return isAnd === holds ? [node.left, node.right].flatMap((one) => inner(one, holds)) : [];
  const equal = EQUALITY.get(operator);
  return equal === undefined ? [] : compared(source, node.left, node.right, equal === holds, read, pathParameter);
}

/** `if (req.params.id)`, `if (isOpen)`, `if (Array.isArray(data))`. */
function counted(
  source: Source,
  node: ts.Expression,
  holds: boolean,
  read: Read,
  pathParameter: PathParameter,
): readonly Condition[] {
  const name = pathParameter(source, node);
  if (name !== undefined) return [{ pathParameter: name, holds }];
  if (ts.isCallExpression(node)) {
    const listed = node.expression.getText(source.tree) === 'Array.isArray' ? node.arguments[0] : undefined;
    return listed === undefined ? [] : formed(source, listed, 'list', holds, read);
  }
  const value = valueAt(source, node, read);
  return value === undefined ? [] : [{ value, holds }];
}

/** `state === 'open'`, `id === undefined`, `typeof data === 'object'`. */
export function compared(
  source: Source,
  left: ts.Expression,
  right: ts.Expression,
  holds: boolean,
  read: Read,
  pathParameter = noParameter,
): readonly Condition[] {
  const other = unwrap(right);
  const value = unwrap(left);
  if (ts.isTypeOfExpression(value)) return formTyped(source, value, other, holds, read);
  const name = pathParameter(source, value);
  const isNothing = other.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(other) && other.text === 'undefined');
  if (name !== undefined) return isNothing ? [{ pathParameter: name, holds: !holds }] : [];
  const tested = valueAt(source, value, read);
  const equals = literalOf(other);
  return tested === undefined || equals === undefined ? [] : [{ value: tested, equals, holds }];
}

/**
 * A parameter, or a constant from another file: `isOpen`, `FLAGS.isOpen`. A member counts only when its object is named like a
 * constant; others may be assigned.
 */
function valueAt(source: Source, node: ts.Expression, read: Read): Expression | undefined {
  const parameter = parameterAt(source, node, true);
  if (parameter !== undefined) return withDefault(source, parameter);
  const taken = takenApart(source, node, read);
  if (taken !== undefined) return taken;
  const owner = ts.isPropertyAccessExpression(node) ? node.expression : undefined;
  const root = owner ?? node;
  if (!ts.isIdentifier(root) || (owner !== undefined && !/^[A-Z][A-Z\d_]*$/.test(root.text))) return undefined;
  const specifier = originOf(source, root)?.specifier;
  return specifier !== undefined && isOwnModule(specifier) ? read(source, node) : undefined;
}

/** A parameter; its default where a call passes nothing. */
function withDefault(source: Source, parameter: ts.ParameterDeclaration): Expression | undefined {
  const passed = passedFor(source, parameter);
  if (parameter.initializer === undefined || passed.kind !== 'parameter') return passed;
  const initial = literalOf(unwrap(parameter.initializer));
  return initial === undefined ? undefined : { ...passed, otherwise: { kind: 'literal', value: initial } };
}

/** `wrap` of `(data, { wrap = true } = {})`: a member of what a call passes, or else its default. */
function takenApart(source: Source, node: ts.Expression, read: Read): Expression | undefined {
  const element = declarationOf(source, node);
  if (!ts.isIdentifier(node) || element === undefined || !ts.isBindingElement(element)) return undefined;
  const parameter = element.parent.parent;
  const name = memberName(element.propertyName ?? (ts.isIdentifier(element.name) ? element.name : undefined));
  if (!ts.isParameter(parameter) || element.dotDotDotToken !== undefined || name === undefined) return undefined;
  const passed = passedFor(source, parameter);
  const initial = element.initializer && literalOf(unwrap(element.initializer));
  const otherwise = parameter.initializer && read(source, parameter.initializer);
  const isUnread = (element.initializer !== undefined && initial === undefined) || (otherwise && otherwise.kind !== 'object');
  if (passed.kind !== 'parameter' || isUnread === true || mutationsOf(source, node.text, element).length > 0) return undefined;
  const of: Expression = { kind: 'member', of: { ...passed, ...(otherwise && { otherwise }) }, name };
  return initial === undefined ? of : { kind: 'operator', operator: 'or-else', of, keys: { kind: 'literal', value: initial } };
}

/** `typeof data`, and the value that it is compared with. */
function formTyped(
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
  const declaration = declarationOf(source, node);
  if (!ts.isIdentifier(node) || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  return declaration.initializer !== undefined && mutationsOf(source, node.text, declaration).length === 0;
}

/** A parameter that is never reassigned. */
export function parameterAt(source: Source, node: ts.Expression, mayHaveDefault = false): ts.ParameterDeclaration | undefined {
  const declaration = declarationOf(source, node);
  if (!ts.isIdentifier(node) || declaration === undefined || !ts.isParameter(declaration)) return undefined;
  if ((!mayHaveDefault && declaration.initializer !== undefined) || declaration.dotDotDotToken !== undefined) return undefined;
  return mutationsOf(source, node.text, declaration).length === 0 ? declaration : undefined;
}

import { ts } from 'ts-morph';
import { ABSENT, BOOLEAN, type Expression, isNull, NUMBER, STRING, unknown } from '../../../../facts/expression.js';
import { under } from '../../../../facts/values/when.js';
import { spanOf } from '../at.js';
import { ownExport } from '../names/commonjs.js';
import { classMemberName, className, isFunctionNode, valueNamed } from '../names/names.js';
import { constantOf, declarationOf, isConst, lookup } from '../names/scope.js';
import { isInText, type Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from './access-paths.js';
import { callValue, instanceValue } from './calls.js';
import { deletedLater } from './changes/deleted-later.js';
import { parameterAt, valueTests } from './form-tests.js';
import { listValue, objectValue, templateValue } from './literals.js';
import { countedList } from './loops.js';
import { decided, isLeft, narrowed, narrowedElement } from './narrowing.js';
import { nullFor } from './null-results.js';
import { isSureChain, orMissing } from './optional-chains.js';
import { functionReference, referenceOf, staticsOf, thisMember, thisReference } from './references.js';
import { declaredAs } from './request-bodies.js';
import { statusConstant } from './status-names.js';
import { isUnchecked } from './unchecked.js';

/** The limit of nesting; neither hand-written code nor responses exceed it. */
const MAX_DEPTH = 100;
const depths = new WeakMap<Source, number>();

/**
 * The symbolic value of an expression: literals and objects as they are, names as names (requesting their facts), calls as their
 * results. Otherwise the value is unknown, with a reason for the reader of a report.
 */
export function readValue(source: Source, node: ts.Expression): Expression {
  const known = source.bound.get(node);
  if (known !== undefined) return known;
  const depth = depths.get(source) ?? 0;
  if (depth > MAX_DEPTH) return unknown('it is nested too deeply');
  depths.set(source, depth + 1);
  try {
    return literalValue(node) ?? askable(source, node, structuredValue(source, node) ?? derivedValue(source, node));
  } finally {
    depths.set(source, depth);
  }
}

/** A computation that is not followed here: the checker may know its type. */
function askable(source: Source, node: ts.Expression, value: Expression): Expression {
  return value.kind === 'unknown' && value.at === undefined ? { ...value, at: spanOf(source, node) } : value;
}

function literalValue(node: ts.Expression): Expression | undefined {
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text };
  if (ts.isNumericLiteral(node)) return { kind: 'literal', value: Number(node.text) };
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { kind: 'literal', value: true };
    case ts.SyntaxKind.FalseKeyword:
      return { kind: 'literal', value: false };
    case ts.SyntaxKind.NullKeyword:
      return { kind: 'literal', value: null };
    case ts.SyntaxKind.TypeOfExpression:
      return STRING;
    case ts.SyntaxKind.VoidExpression:
      return ABSENT;
    case ts.SyntaxKind.DeleteExpression:
      return BOOLEAN;
    case ts.SyntaxKind.BigIntLiteral:
      return unknown('JSON has no form for a bigint');
    case ts.SyntaxKind.RegularExpressionLiteral:
      return unknown('a regular expression');
    default:
      return undefined;
  }
}

/** `NaN` and `Infinity`: JSON writes null. A variable that only begins so (`let least = Infinity`) is a number later. */
function notFinite(source: Source, node: ts.Expression): Expression | undefined {
  const isMember = ts.isPropertyAccessExpression(node);
  if (!(isMember ? OF_NUMBER.has(node.name.text) : ts.isIdentifier(node) && NOT_FINITE.has(node.text))) return undefined;
  const root = isMember ? node.expression : node;
  if (!ts.isIdentifier(root) || (isMember && root.text !== 'Number') || lookup(source, root) !== undefined) return undefined;
  let at: ts.Node = node;
  while (IS_PASSED_ON.has(at.parent.kind)) at = at.parent;
  const isFinal = ts.isVariableDeclaration(at.parent) && isConst(at.parent);
  return isFinal || ts.isPropertyAssignment(at.parent) ? { kind: 'literal', value: null } : NUMBER;
}

const NOT_FINITE: ReadonlySet<string> = new Set(['NaN', 'Infinity']);
const OF_NUMBER: ReadonlySet<string> = new Set(['NaN', 'POSITIVE_INFINITY', 'NEGATIVE_INFINITY']);
/** Expressions that have the value of a part of them, which is no condition. */
const IS_PASSED_ON: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
]);

function structuredValue(source: Source, node: ts.Expression): Expression | undefined {
  const infinite = notFinite(source, node);
  if (infinite !== undefined) return infinite;
  if (ts.isObjectLiteralExpression(node)) return objectValue(source, node, readValue);
  if (ts.isArrayLiteralExpression(node)) return listValue(source, node.elements, readValue);
  if (ts.isTemplateExpression(node)) return templateValue(source, node, readValue);
  if (ts.isIdentifier(node)) return narrowed(source, node, referenceOf(source, node));
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return accessValue(source, node);
  if (ts.isCallExpression(node)) return orMissing(source, node, callValue(source, node, readValue), readValue);
  if (ts.isNewExpression(node)) return instanceValue(source, node, readValue);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return functionReference(source, node);
  if (ts.isClassExpression(node)) {
    source.requested.add(node);
    return valueNamed(className(source.tree, node));
  }
  return undefined;
}

function derivedValue(source: Source, node: ts.Expression): Expression {
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node)) return readValue(source, node.expression);
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) return castValue(source, node);
  if (ts.isNonNullExpression(node)) return { kind: 'operator', operator: 'non-null', of: readValue(source, node.expression) };
  if (ts.isAwaitExpression(node)) return { kind: 'operator', operator: 'awaited', of: readValue(source, node.expression) };
  if (ts.isBinaryExpression(node)) return binaryValue(source, node);
  if (ts.isConditionalExpression(node)) return conditionalValue(source, node);
  if (ts.isPrefixUnaryExpression(node)) return notFinite(source, node.operand) ?? prefixValue(node);
  if (ts.isPostfixUnaryExpression(node)) return NUMBER;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return thisReference(source, node);
  return unknown('this kind of expression is not followed');
}

/** The union of both branches, unless an earlier test leaves only one. */
function conditionalValue(source: Source, { condition, whenTrue, whenFalse }: ts.ConditionalExpression): Expression {
  const holds = decided(source, condition);
  if (holds !== undefined) return readValue(source, holds ? whenTrue : whenFalse);
  const [first, second] = [readValue(source, whenTrue), readValue(source, whenFalse)];
  const given = isEmptyObject(whenFalse) ? optionOf(source, condition) : undefined;
  if (given !== undefined)
    return {
      kind: 'union',
      options: [under([{ value: given, holds: true }], first), under([{ value: given, holds: false }], second)],
    };
  return {
    kind: 'union',
    options: [
      isNull(first) ? nullFor(source, condition, true, readValue) : under(valueTests(source, condition, true, readValue), first),
      isNull(second)
        ? nullFor(source, condition, false, readValue)
        : under(valueTests(source, condition, false, readValue), second),
    ],
  };
}

const isEmptyObject = (given: ts.Expression): boolean => {
  const node = unwrap(given);
  return ts.isObjectLiteralExpression(node) && node.properties.length === 0;
};

/** `config.query` of `config.query ? config.query.parse(x) : {}`: an optional argument of the caller. */
function optionOf(source: Source, condition: ts.Expression): Expression | undefined {
  const node = unwrap(condition);
  const root = ts.isPropertyAccessExpression(node) ? unwrap(node.expression) : node;
  return parameterAt(source, root) === undefined ? undefined : readValue(source, node);
}

/**
 * `x as T` is a T, but the content of a literal takes precedence. `as const` adds nothing, and a cast through `any` or `unknown`
 * is no evidence.
 */
function castValue(source: Source, node: ts.AsExpression | ts.TypeAssertion): Expression {
  if (ts.isConstTypeReference(node.type) || isUnchecked(source, node)) return readValue(source, node.expression);
  const of = declaredAs(source, node.type, node.expression);
  const literal = unwrap(node.expression);
  if (isFunctionNode(literal)) return readValue(source, literal);
  const rows = rowsAs(source, literal, node.type);
  if (rows !== undefined) return { kind: 'operator', operator: 'first-known', of, keys: rows };
  if (!ts.isObjectLiteralExpression(literal) && !ts.isArrayLiteralExpression(literal)) return of;
  return { kind: 'operator', operator: 'given', of, keys: readValue(source, literal) };
}

/** `db.prepare('SELECT id, made_at FROM a').all() as Row[]`: the statement names the columns, the type only says what they hold. */
function rowsAs(source: Source, node: ts.Expression, type: ts.TypeNode): Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { text } = node.expression.name;
  if ((text !== 'all' && text !== 'get') || !/\.prepare\b/.test(source.text)) return undefined;
  const options = ts.isUnionTypeNode(type) ? type.types : [type];
  const [row, other] = options.filter((one) => !/^(?:undefined|null)$/.test(one.getText(source.tree)));
  const element = text === 'get' || row === undefined ? row : ts.isArrayTypeNode(row) ? row.elementType : undefined;
  const call = readValue(source, node);
  if (element === undefined || other !== undefined || call.kind !== 'returns' || call.arguments !== undefined) return undefined;
  const rows: Expression = { ...call, arguments: [typeOf(source, element)] };
  return options.length > 1 || text === 'all' ? rows : { kind: 'operator', operator: 'non-null', of: rows };
}

function prefixValue(node: ts.PrefixUnaryExpression): Expression {
  if (node.operator === ts.SyntaxKind.ExclamationToken) return BOOLEAN;
  if (ts.isNumericLiteral(node.operand) && node.operator === ts.SyntaxKind.MinusToken)
    return { kind: 'literal', value: -Number(node.operand.text) };
  return NUMBER;
}

function accessValue(source: Source, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Expression {
  const status = statusConstant(source, node);
  if (status !== undefined) return { kind: 'literal', value: status };
  const value = memberValue(source, node);
  const member = ts.isPropertyAccessExpression(node)
    ? narrowed(source, node, value)
    : narrowedElement(source, node.expression, value);
  return orMissing(source, node, member, readValue);
}

function memberValue(source: Source, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Expression {
  const deleted = deletedLater(source, node, readValue);
  if (deleted !== undefined) return deleted;
  if (ts.isPropertyAccessExpression(node)) {
    if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return thisMember(source, node);
    if (isPathParameters(source, node)) return { kind: 'map', values: STRING };
    if (node.name.text === 'length' && !isCalled(node)) return { kind: 'scalar', type: 'integer' };
    const own = ownExport(source, node);
    if (own !== undefined) return readValue(source, own);
    const inner = namespaceMember(source, node) ?? staticMember(source, node);
    return inner ?? { kind: 'member', of: readValue(source, node.expression), name: node.name.text };
  }
  const key = node.argumentExpression;
  const of = readValue(source, node.expression);
  if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)) return { kind: 'member', of, name: key.text };
  return { kind: 'element', of, ...keyed(source, key) };
}

const isLoop = (node: ts.Node): boolean => ts.isForOfStatement(node) || ts.isForInStatement(node);

/** A key that a loop or a caller decides: one text where it is known which. */
function keyed(source: Source, key: ts.Expression): { readonly key?: Expression } {
  const declaration = declarationOf(source, key);
  if (declaration === undefined || (!ts.isParameter(declaration) && !ts.isVariableDeclaration(declaration))) return {};
  const isLooped =
    ts.isVariableDeclaration(declaration) && (isLoop(declaration.parent.parent) || countedList(declaration) !== undefined);
  return ts.isParameter(declaration) || isLooped ? { key: readValue(source, key) } : {};
}

const KOA = /["'](?:koa|@koa\/router|koa-router)["']/;

/**
 * `req.params` of Express, `ctx.params` of Koa, `event.pathParameters` of AWS Lambda: each member is a text from the path. In
 * Fastify, a schema may convert it.
 */
function isPathParameters(source: Source, { name, expression }: ts.PropertyAccessExpression): boolean {
  if (!/^(?:params|pathParameters)$/.test(name.text)) return false;
  if (!ts.isIdentifier(expression)) return name.text === 'params' && isRequestOfContext(source, expression);
  const declaration = declarationOf(source, expression);
  if (declaration === undefined || !ts.isParameter(declaration) || !isFunctionNode(declaration.parent)) return false;
  const index = declaration.parent.parameters.indexOf(declaration);
  if (name.text === 'pathParameters') return index === 0 && /^_?(?:event|evt)$/.test(expression.text);
  const next = declaration.parent.parameters[index + 1]?.name.getText(source.tree) ?? '';
  return (
    (/^_?req(?:uest)?$/.test(expression.text) && /^_?res(?:p|ponse)?$/.test(next)) ||
    (/^_?ctx$/.test(expression.text) && isInText(source, KOA))
  );
}

/** `c.request` of a handler `(c, req, res)` of openapi-backend. */
function isRequestOfContext(source: Source, node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'request' || !ts.isIdentifier(node.expression)) return false;
  const declaration = declarationOf(source, node.expression);
  const owner = declaration !== undefined && ts.isParameter(declaration) ? declaration.parent : undefined;
  const [first, request] = owner?.parameters ?? [];
  return first !== undefined && first === declaration && /^_?req/.test(request?.name.getText(source.tree) ?? '');
}

const isCalled = (node: ts.Node): boolean => ts.isCallExpression(node.parent) && node.parent.expression === node;

/** A static member of a class of the file that is assigned elsewhere in it: `Server.instance = new Server()`. */
function staticMember(source: Source, node: ts.PropertyAccessExpression): Expression | undefined {
  const binding = ts.isIdentifier(node.expression) ? lookup(source, node.expression) : undefined;
  const owner = binding?.nodes[0];
  if (owner === undefined || !ts.isClassLike(owner) || !staticsOf(source, owner).has(node.name.text)) return undefined;
  source.requested.add(owner);
  return valueNamed(classMemberName(source.tree, owner, node.name.text, true));
}

/** A member of a `namespace` of the file has a separate fact. */
function namespaceMember(source: Source, node: ts.PropertyAccessExpression): Expression | undefined {
  if (!ts.isIdentifier(node.expression)) return undefined;
  const binding = lookup(source, node.expression);
  if (binding?.kind !== 'namespace') return undefined;
  for (const one of binding.nodes) source.requested.add(one);
  return valueNamed(`${binding.name}.${node.name.text}`);
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.InKeyword,
  ts.SyntaxKind.InstanceOfKeyword,
]);

function binaryValue(source: Source, node: ts.BinaryExpression): Expression {
  const operator = node.operatorToken.kind;
  if (COMPARISONS.has(operator)) return BOOLEAN;
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return sumValue(source, node);
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.BarBarToken:
      if (isLeft(source, node.left, operator === ts.SyntaxKind.BarBarToken ? 'true' : 'present'))
        return readValue(source, node.left);
      if (isSureChain(source, node.left))
        return { kind: 'operator', operator: 'or-else', of: readValue(source, node.left), keys: readValue(source, node.right) };
      return {
        kind: 'union',
        options: [{ kind: 'operator', operator: 'non-null', of: readValue(source, node.left) }, readValue(source, node.right)],
        otherwise: true,
      };
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return conjunctionValue(source, node);
    case ts.SyntaxKind.CommaToken:
    case ts.SyntaxKind.EqualsToken:
      return readValue(source, node.right);
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
    case ts.SyntaxKind.BarBarEqualsToken:
    case ts.SyntaxKind.PlusEqualsToken:
      return unknown('what an assignment makes of it');
    default:
      return NUMBER;
  }
}

/** `a && b` is b, or the falsy left side: `false` for a boolean, otherwise unknown. */
function conjunctionValue(source: Source, node: ts.BinaryExpression): Expression {
  const left = readValue(source, node.left);
  const right = readValue(source, node.right);
  if (right.kind === 'scalar' && right.type === 'boolean' && left.kind === 'scalar' && left.type === 'boolean') return BOOLEAN;
  const otherwise: Expression =
    left.kind === 'scalar' && left.type === 'boolean'
      ? { kind: 'literal', value: false }
      : { kind: 'unknown', why: 'the left side of `&&`, when it is false', at: spanOf(source, node) };
  return { kind: 'union', options: [right, otherwise] };
}

/** A sum is a text when one operand certainly is; otherwise it may be a number. */
function sumValue(source: Source, node: ts.BinaryExpression): Expression {
  const nodes = addends(node);
  const parts = nodes.map((part) => readValue(source, part));
  if (parts.some(isText) || nodes.some((one) => holdsText(source, one))) return { kind: 'text', parts };
  return parts.every(isNumber) ? NUMBER : unknown('a sum of values that may be texts or numbers');
}

/** `a + b + c`, flat: long concatenations nest one level for each `+`. */
function addends(node: ts.BinaryExpression): readonly ts.Expression[] {
  const parts: ts.Expression[] = [];
  let at: ts.Expression = node;
  while (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    parts.push(at.right);
    at = at.left;
  }
  parts.push(at);
  return parts.reverse();
}

/** A constant of the file with a text as its value. */
function holdsText(source: Source, node: ts.Expression): boolean {
  const stored = constantOf(source, node);
  return stored !== undefined && (ts.isStringLiteralLike(stored) || ts.isTemplateExpression(stored));
}

function isText(value: Expression): boolean {
  return (
    value.kind === 'text' ||
    (value.kind === 'operator' && value.operator === 'encoded') ||
    (value.kind === 'literal' && typeof value.value === 'string') ||
    (value.kind === 'scalar' && value.type === 'string')
  );
}

function isNumber(value: Expression): boolean {
  return (
    (value.kind === 'literal' && typeof value.value === 'number') ||
    (value.kind === 'scalar' && (value.type === 'number' || value.type === 'integer'))
  );
}

import { ts } from 'ts-morph';
import { ABSENT, type Expression, literal, STRING } from '../../../../facts/expression.js';
import { type FunctionNode, typeName } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { readValue } from '../values/values.js';
import { type Setting, settingAt } from './response-settings.js';
import { declaredOr, rawBody, type Sent, statusOf, typeOfHeaders, withStatus } from './web-responses.js';

/** The Hono context parameter of a handler `(c) => …` or `(c, next) => …`, recognised by its name or type. */
export function contextForm(node: FunctionNode): ts.ParameterDeclaration | undefined {
  return node.parameters.find((one) => {
    if (!ts.isIdentifier(one.name)) return false;
    const name = typeName(one.type);
    const isOpen = one.type === undefined || one.type.kind === ts.SyntaxKind.AnyKeyword;
    return name === undefined ? isOpen && /^(?:_?c|ctx|context)$/.test(one.name.text) : /Context$/.test(name);
  });
}

/** The settings of a response before it is created: `c.status(201)`, `c.header('Content-Type', …)`. */
export interface ContextSettings {
  readonly statuses: readonly Setting<Expression>[];
  readonly types: readonly Setting<string>[];
}

/** All settings in a function, in the order of the text. */
export function contextSettings(
  source: Source,
  node: FunctionNode,
  context: ts.ParameterDeclaration | undefined,
): ContextSettings {
  const statuses: Setting<Expression>[] = [];
  const types: Setting<string>[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression) && isContext(source, at.expression, context)) {
      const [first, second] = at.arguments;
      const name = at.expression.name.text;
      if (name === 'status' && first !== undefined) statuses.push({ value: readValue(source, first), node: at, alone: true });
      else if (name === 'header' && first !== undefined && second !== undefined && isContentType(first)) {
        const value = ts.isStringLiteralLike(second) ? (second.text.split(';')[0] ?? '').trim() : '*/*';
        types.push({ value, node: at, alone: true });
      }
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (context !== undefined && node.body !== undefined) visit(node.body);
  return { statuses, types };
}

function isContentType(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && /^content-type$/i.test(node.text);
}

function isContext(source: Source, callee: ts.PropertyAccessExpression, context: ts.ParameterDeclaration | undefined): boolean {
  return (
    context !== undefined &&
    ts.isIdentifier(callee.expression) &&
    ts.isIdentifier(context.name) &&
    callee.expression.text === context.name.text &&
    declarationOf(source, callee.expression) === context
  );
}

/**
 * The response that a method of Hono's context creates: `c.json(data, status, headers)`, `c.text`, `c.html`, `c.body`,
 * `c.redirect`, `c.notFound()`; undefined: none. https://hono.dev/docs/api/context
 */
export function contextSent(
  source: Source,
  node: ts.CallExpression | ts.NewExpression,
  context: ts.ParameterDeclaration,
  settings: ContextSettings,
): Sent | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  if (!isContext(source, node.expression, context)) return undefined;
  const [first, second, third] = node.arguments;
  const set = settingAt(node, settings.statuses, literal(200));
  const status = second === undefined ? set : isInit(second) ? statusOf(source, second, set) : readValue(source, second);
  const known = status === undefined ? {} : { status };
  switch (node.expression.name.text) {
    case 'json': {
      const [type] = node.typeArguments ?? [];
      return first === undefined
        ? { ...known, mediaType: 'none', body: ABSENT }
        : withStatus(status, jsonBody(source, first, type));
    }
    case 'text':
      return { ...withStatus(status, STRING), ...(isEmpty(status) ? {} : { mediaType: 'text/plain' }) };
    case 'html':
    case 'render':
      return { ...known, mediaType: 'text/html', body: STRING };
    case 'body':
    case 'newResponse': {
      const type = typeOfHeaders(third) ?? settingAt(node, settings.types, undefined);
      return rawBody(source, first, status, type);
    }
    case 'redirect':
      return { status: second === undefined ? literal(302) : readValue(source, second), mediaType: 'none', body: ABSENT };
    case 'notFound':
      return { status: literal(404), mediaType: 'text/plain', body: STRING };
    default:
      return undefined;
  }
}

const isInit = (node: ts.Expression): boolean => ts.isObjectLiteralExpression(node);

function isEmpty(status: Expression | undefined): boolean {
  return status?.kind === 'literal' && (status.value === 204 || status.value === 304);
}

/** `c.json<UserDto>(user)`; `satisfies` and `as` also declare the type of a value. */
function jsonBody(source: Source, node: ts.Expression, type: ts.TypeNode | undefined): Expression {
  if (ts.isSatisfiesExpression(node)) {
    const value = readValue(source, node.expression);
    return value.kind === 'object' || value.kind === 'tuple' ? value : typeOf(source, node.type);
  }
  return declaredOr(source, node, type);
}

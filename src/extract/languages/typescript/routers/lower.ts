import { ts } from 'ts-morph';
import type { Argument, Call, HandlerForm } from '../../../engine/call.js';
import { atOf } from '../at.js';
import { functionOf, objectOf } from '../names/in-file.js';
import { assigned, isFunctionNode, memberName } from '../names/names.js';
import { handlerForm } from '../sends/handler-form.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { loopsAround } from '../values/loops-around.js';
import { isMountPath } from '../values/path-arguments.js';
import { pathExpression } from '../values/path-expressions.js';
import { functionReference } from '../values/references.js';
import { type MethodCall, mayHandle } from '../values/router-calls.js';
import { readValue } from '../values/values.js';

const nodes = new WeakMap<object, ts.Expression>();

/** The expression behind a lowered argument; undefined: it is not in the source. */
export const writtenNode = (argument: object): ts.Expression | undefined => nodes.get(argument);

/** The expression behind an argument. */
export function nodeOf(argument: Argument): ts.Expression {
  const node = writtenNode(argument);
  if (node === undefined) throw new Error('an argument that was not lowered from TypeScript');
  return node;
}

/** Lowers a call for the engine. */
export function lowerCall(source: Source, call: ts.CallExpression | ts.NewExpression, called?: MethodCall): Call {
  const node = called?.node ?? call;
  return {
    ...(called?.name !== undefined && { name: called.name }),
    ...(called?.computed && { computed: readValue(source, called.computed) }),
    arguments: (call.arguments ?? []).map((one) => lowerArgument(source, one)),
    each: loopsAround(source, node),
    at: atOf(source, node),
  };
}

/** Lowers an expression for the engine; its members are lazy. */
export function lowerArgument(source: Source, given: ts.Expression): Argument {
  const node = unwrap(given);
  const { text } = ts.isStringLiteralLike(node) ? node : { text: undefined };
  const isFunction = isFunctionNode(node);
  const argument: Argument = {
    form: formOf(source, node),
    ...(text !== undefined && { text }),
    get items() {
      return itemsOf(node).map((one) => lowerArgument(source, one));
    },
    get value() {
      return readValue(source, unwrap(ts.isSpreadElement(node) ? node.expression : node));
    },
    get at() {
      return atOf(source, given);
    },
    path: (dialect) => pathExpression(source, node, dialect),
    member: (name) => memberOf(source, node, name),
    isOpen: ts.isObjectLiteralExpression(node) && node.properties.some(ts.isSpreadAssignment),
    get flag() {
      if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
      return node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
    },
    get mayHandle() {
      return mayHandle(source, node);
    },
    get isMountPath() {
      return isMountPath(source, node);
    },
    get handlers() {
      return handlersIn(source, node);
    },
    ...(isFunction && { parameters: node.parameters.length }),
    get handlesErrors() {
      return isFunction && node.parameters.length === 4 && handlerForm(source, node) === undefined;
    },
  };
  nodes.set(argument, node);
  return argument;
}

function formOf(source: Source, node: ts.Expression): Argument['form'] {
  if (ts.isStringLiteralLike(node)) return 'text';
  if (ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node)) return 'pattern';
  if (ts.isArrayLiteralExpression(node)) return 'list';
  if (ts.isObjectLiteralExpression(node)) return 'object';
  if (ts.isNumericLiteral(node)) return 'number';
  if (ts.isSpreadElement(node)) return 'spread';
  // `overrides.list ?? list`
  if (isFunctionNode(node) || (ts.isBinaryExpression(node) && functionOf(source, node.right) !== undefined)) return 'function';
  if (ts.isConditionalExpression(node) && functionOf(source, node.whenTrue) !== undefined) return 'function';
  return ts.isCallExpression(node) ? 'call' : 'other';
}

/** The elements of a list; any other expression itself. */
function itemsOf(node: ts.Expression): readonly ts.Expression[] {
  const at = unwrap(node);
  if (ts.isSpreadElement(at)) return itemsOf(at.expression);
  return ts.isArrayLiteralExpression(at) ? at.elements.flatMap((one) => (ts.isSpreadElement(one) ? itemsOf(one) : [one])) : [at];
}

function memberOf(source: Source, node: ts.Expression, name: string): Argument | undefined {
  const object = objectOf(source, node);
  if (object === undefined) return undefined;
  const value = assigned(object, name);
  if (value !== undefined) return lowerArgument(source, value);
  const method = object.properties.find((one) => memberName(one.name) === name);
  if (method === undefined || !ts.isMethodDeclaration(method)) return undefined;
  return { ...lowerArgument(source, object), form: 'function', value: functionReference(source, method), mayHandle: true };
}

/** The form of a handler function, plain or wrapped: the receiver that takes it serves HTTP. */
function handlersIn(source: Source, given: ts.Expression): HandlerForm | undefined {
  const node = unwrap(given);
  if (ts.isCallExpression(node)) {
    for (const one of node.arguments) {
      const found = handlersIn(source, one);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isFunctionNode(node)) return undefined;
  if (handlerForm(source, node) !== undefined) return 'request-response';
  return isContextHandler(node) ? 'context' : undefined;
}

/** `(c) => c.json(…)`: only arguments of handlers have these methods. */
function isContextHandler(node: ts.Expression): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const [context, next] = node.parameters;
  if (context === undefined || !ts.isIdentifier(context.name) || node.parameters.length > 2) return false;
  if (next !== undefined && !(ts.isIdentifier(next.name) && /next/i.test(next.name.text))) return false;
  const text = node.getText();
  return text.includes(`${context.name.text}.`) && CONTEXT_CALLS.test(text);
}
const CONTEXT_CALLS = /\.(?:json|text|html|body|newResponse|notFound|valid|param|query)\(/;

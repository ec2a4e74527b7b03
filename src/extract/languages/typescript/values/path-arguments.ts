import { ts } from 'ts-morph';
import { functionOf, returnsOf } from '../names/in-file.js';
import { isFunctionNode } from '../names/names.js';
import { originOf, requiredModule } from '../names/origins.js';
import { initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { calledName, MIDDLEWARE } from './harmless-callees.js';

const PATH_NAMES = /(?:path|prefix|base|url|uri|endpoint|mount|version|^api|^v\d|^[A-Z][A-Z0-9_]*$|^route$|Route$)/;
/** `global.RouterBasePath`, `adminPrefix`; not `checkPath`, a function with a path argument. */
const PATH_ENDS =
  /^(?!(?:check|valid|pars|set|log|rewrit|normali|strip|resolv|requir|handl|ensure|verify|with))\w*(?:Path|Prefix|Base|Url|URL)$/;

const isPathName = (name: string): boolean => PATH_NAMES.test(name) || PATH_ENDS.test(name);

/** Whether the first argument of `use` is a path rather than a middleware or router. */
export function isMountPath(source: Source, node: ts.Expression): boolean {
  const at = unwrap(node);
  if (ts.isStringLiteralLike(at) || ts.isTemplateExpression(at) || ts.isRegularExpressionLiteral(at)) return true;
  if (ts.isArrayLiteralExpression(at)) return at.elements.length > 0 && at.elements.every((one) => isMountPath(source, one));
  if (ts.isBinaryExpression(at)) return at.operatorToken.kind === ts.SyntaxKind.PlusToken || isMountPath(source, at.right);
  if (ts.isConditionalExpression(at)) return isMountPath(source, at.whenTrue);
  if (ts.isPropertyAccessExpression(at)) return isPathName(at.name.text);
  if (ts.isElementAccessExpression(at))
    return ts.isStringLiteralLike(at.argumentExpression) && isPathName(at.argumentExpression.text);
  if (ts.isCallExpression(at)) return isPathCall(source, at);
  return ts.isIdentifier(at) && isPathVariable(source, at);
}

/** `pathOf(book)`, `below('/users')`, `normalised(entry.path)`: a function of a path usually returns a path. */
function isPathCall(source: Source, call: ts.CallExpression): boolean {
  if (ts.isIdentifier(call.expression) && /(?:path|prefix|url)$/i.test(call.expression.text)) return true;
  if (isOfPaths(call.expression)) return true;
  if (requiredModule(call) !== undefined || GUARDS.test(calledName(call.expression))) return false;
  if (MIDDLEWARE.test(originOf(source, call.expression)?.specifier ?? '')) return false;
  const own = functionOf(source, call.expression);
  const returned = own === undefined ? [] : returnsOf(own).map(unwrap);
  if (returned.some(isFunctionNode)) return false;
  if (returned.length > 0 && returned.every(isText)) return true;
  const given = call.arguments.map(unwrap);
  return given.length > 0 && given.length < 3 && given.every((one) => isPathText(one) || isNamedPath(source, one));
}

/** `PATHS.book()`, `urls.shop.list()`. */
const isOfPaths = (callee: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(callee) &&
  (/(?:paths?|routes|urls?|endpoints?)$/i.test(calledName(callee.expression)) || isOfPaths(callee.expression));

const isText = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    (isText(unwrap(node.left)) || isText(unwrap(node.right))));

const isPathText = (node: ts.Expression): boolean =>
  ts.isArrayLiteralExpression(node)
    ? node.elements.length > 0 && node.elements.every(isPathText)
    : ts.isTemplateExpression(node)
      ? node.head.text.startsWith('/')
      : ts.isStringLiteralLike(node) && node.text.startsWith('/');

const isNamedPath = (source: Source, node: ts.Expression): boolean =>
  (ts.isPropertyAccessExpression(node) || ts.isIdentifier(node)) &&
  /(?:path|prefix|route|mount|^root|^base)$/i.test(calledName(node)) &&
  isMountPath(source, node);

/** Functions that create a middleware with a path argument: `requireAuth('/login')`. */
const GUARDS =
  /limit|auth|deny|restrict|secur|sanitiz|guard|middleware|validat|logg|check|require|verif|protect|permi|pars|error|handler|session|cors|static|serve|upload|cache|proxy|redirect|favicon|spa|history|docs?$|swagger/i;

function isPathVariable(source: Source, node: ts.Identifier): boolean {
  const stored = initializerOf(source, node);
  if (stored !== undefined) {
    const value = unwrap(stored);
    if (ts.isCallExpression(value) || isFunctionNode(value)) return false;
    if (!ts.isIdentifier(value) && !ts.isPropertyAccessExpression(value)) return isMountPath(source, value);
  }
  return isPathName(node.text);
}

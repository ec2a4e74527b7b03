import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Callable, Fact, Route } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import type { RouteParts } from '../../exported-methods.js';
import { functionOf } from '../../names/in-file.js';
import { type FunctionNode, functionName, isFunctionNode, valueNamed } from '../../names/names.js';
import { declarationOf, initializerOf } from '../../names/scope.js';
import { sendsOf } from '../../sends/sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { callsOf, chainStart } from '../../values/fluent-chains.js';
import { pathExpression } from '../../values/path-expressions.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';

/**
 * The routes of an API page: its default export answers every method, unless it branches on the method. Each method then sends
 * the responses that its branch can reach. https://nextjs.org/docs/pages/building-your-application/routing/api-routes
 */
export function pageRoutes(parts: RouteParts): readonly Fact[] {
  const { source } = parts;
  const passed = passedOn(source);
  if (passed !== undefined) return [routeFact(parts, passed.value, passed.node)];
  const exported = defaultExport(source);
  if (exported === undefined) return [];
  const routed = ts.isExpression(exported) ? routerRoutes(parts, exported) : [];
  if (routed.length > 0) return routed;
  const handler = ts.isExpression(exported) ? handlerIn(source, exported) : exported;
  if (handler === undefined) {
    const value: Expression = ts.isExpression(exported) ? readValue(source, exported) : { kind: 'absent' };
    return [routeFact(parts, value, exported)];
  }
  return [routeFact(parts, valueNamed(recorded(parts, handler)), handler)];
}

/** `export { handler as default } from './handlers'` */
function passedOn(source: Source): { readonly value: Expression; readonly node: ts.Node } | undefined {
  for (const node of source.tree.statements) {
    if (!ts.isExportDeclaration(node) || node.exportClause === undefined || !ts.isNamedExports(node.exportClause)) continue;
    const named = node.exportClause.elements.find((one) => one.name.text === 'default');
    if (named === undefined || node.moduleSpecifier === undefined || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    const of: Expression = { kind: 'module', specifier: node.moduleSpecifier.text };
    return { value: { kind: 'member', of, name: (named.propertyName ?? named.name).text }, node };
  }
  return undefined;
}

/** The function or value of a page's default export. */
function defaultExport(source: Source): ts.Expression | FunctionNode | undefined {
  for (const statement of source.tree.statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (ts.isFunctionDeclaration(statement) && statement.body !== undefined && isDefault(statement)) return statement;
    if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause)) {
      const named = statement.exportClause.elements.find((one) => one.name.text === 'default');
      const original = named?.propertyName ?? named?.name;
      if (original !== undefined && ts.isIdentifier(original)) return original;
    }
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, right } = statement.expression;
    if (/^(?:module\.exports|exports\.default)$/.test(left.getText(source.tree))) return right;
  }
  return undefined;
}

function isDefault(node: ts.FunctionDeclaration): boolean {
  return ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword) === true;
}

/** The handler itself, or the argument of wrappers: `withAuth(withDb(handler))`. */
function handlerIn(source: Source, node: ts.Expression, hops = 0): FunctionNode | undefined {
  const at = unwrap(node);
  if (hops > 5) return undefined;
  if (isFunctionNode(at)) return at;
  if (ts.isCallExpression(at)) {
    if (at.arguments.some((one) => isTable(source, one))) return undefined;
    const inner = at.arguments.map((one) => handlerIn(source, one, hops + 1)).find((one) => one !== undefined);
    return inner ?? undefined;
  }
  if (!ts.isIdentifier(at)) return undefined;
  const own = functionOf(source, at);
  if (own !== undefined) return own;
  const value = initializerOf(source, at);
  return value === undefined ? undefined : handlerIn(source, value, hops + 1);
}

/** An object with functions: the wrapper that receives it decides which of them answers. */
function isTable(source: Source, node: ts.Expression): boolean {
  const at = unwrap(node);
  return (
    ts.isObjectLiteralExpression(at) &&
    at.properties.some((one) => {
      const value = ts.isPropertyAssignment(one) ? unwrap(one.initializer) : one.name;
      if (ts.isMethodDeclaration(one)) return true;
      return (
        value !== undefined && (isFunctionNode(value) || (ts.isIdentifier(value) && functionOf(source, value) !== undefined))
      );
    })
  );
}

function recorded({ source }: RouteParts, node: FunctionNode): string {
  const name = `${functionName(source.tree, node)}:page`;
  const sends = sendsOf(source, node);
  const incomplete = sends === undefined ? 'what it sends could not be read' : sends.incomplete;
  const fact: Callable = {
    kind: 'callable',
    name,
    sends: sends?.responses ?? [],
    ...(sends && sends.forwards.length > 0 && { forwards: sends.forwards }),
    ...(incomplete !== undefined && { incomplete }),
    at: atOf(source, node),
  };
  source.record.add(fact);
  return name;
}

function routeFact({ source, by, path, router }: RouteParts, handler: Expression, node: ts.Node): Route {
  return { kind: 'route', by, method: 'ANY', path, router, handler, responses: [], at: atOf(source, node) };
}

const VERBS = verbMethods();
const isFluent = (method: string): boolean => VERBS.has(method) || /^(?:use|handler|clone)$/.test(method);

/**
 * The routes of a page that exports a router instead of a function: next-connect and similar packages, whose methods take
 * handlers alone, or after a path (https://github.com/hoangvvo/next-connect). Empty: it is not a router.
 */
function routerRoutes(parts: RouteParts, exported: ts.Expression): readonly Fact[] {
  const { source } = parts;
  const router = startOf(source, exported);
  if (router === undefined) return [];
  return callsOf(source.tree).flatMap((call): Route[] => {
    const callee = unwrap(call.expression);
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(callee)) return [];
    const method = VERBS.get(callee.name.text);
    if (method === undefined || startOf(source, callee.expression) !== router) return [];
    const [first] = call.arguments;
    const last = call.arguments.at(-1);
    const path = first !== undefined && ts.isStringLiteralLike(unwrap(first)) ? first : undefined;
    if (last === undefined || last === path) return [];
    source.handled.add(call);
    return [
      {
        kind: 'route',
        by: parts.by,
        method,
        path: path === undefined ? parts.path : pathExpression(source, path),
        router: parts.router,
        handler: readValue(source, unwrap(last)),
        responses: [],
        at: atOf(source, callee.name),
      },
    ];
  });
}

/** The start of a fluent chain: the call that creates a router, also through a variable. */
function startOf(source: Source, node: ts.Expression, hops = 0): ts.Node | undefined {
  const start = chainStart(node, isFluent);
  if (!ts.isIdentifier(start)) return ts.isCallExpression(start) ? start : undefined;
  const declaration = declarationOf(source, start);
  if (declaration === undefined || hops > 5) return undefined;
  if (!ts.isVariableDeclaration(declaration))
    return ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) ? declaration : undefined;
  const value = declaration.initializer && unwrap(declaration.initializer);
  return value === undefined || isFunctionNode(value) ? undefined : startOf(source, value, hops + 1);
}

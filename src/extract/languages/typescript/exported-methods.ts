import { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import type { Fact, Route } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { isFunctionNode } from './names/names.js';
import { originOf } from './names/origins.js';
import { declarationOf, initializerOf } from './names/scope.js';
import { sendsReturned } from './sends/returned-sends.js';
import type { Source } from './source.js';
import { unwrap } from './values/access-paths.js';
import { readValue } from './values/values.js';

/** The values that all routes of a file share. */
export interface RouteParts {
  readonly source: Source;
  readonly by: string;
  readonly path: Expression;
  readonly router: Expression;
}

/** Includes `fallback` of SvelteKit, which answers the methods without an export; Next.js rejects files that export it. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'fallback']);
const methodOf = (name: string): string => (name === 'fallback' ? 'ANY' : name);

/** Adapters of other frameworks, whose own routes are more precise than the catch-all that exports them. */
const ADAPTERS = /^(?:hono\/vercel|hono\/.*|elysia|@trpc\/.*)$/;

/** One exported method. */
interface Exported {
  readonly method: string;
  readonly handler: Expression;
  readonly node: ts.Node;
}

/** The routes of `route.ts`: one for each method that it exports (https://nextjs.org/docs/app/api-reference/file-conventions/route). */
export function exportedMethods({ source, by, path, router }: RouteParts): readonly Fact[] {
  const exported = source.tree.statements.flatMap((statement) => exportsOf(source, statement));
  const routeFact = ({ method, handler, node }: Exported): Route => ({
    ...{ kind: 'route', by, method: methodOf(method), path, router, handler },
    ...{ responses: [], at: atOf(source, node) },
  });
  const facts: Fact[] = exported.map(routeFact);
  for (const statement of source.tree.statements) {
    const specifier = exportedWhole(statement);
    if (specifier === undefined) continue;
    const of: Expression = { kind: 'module', specifier };
    for (const method of METHODS) {
      const handler: Expression = { kind: 'member', of, name: method };
      facts.push({ ...routeFact({ method, handler, node: statement }), ifHandled: true });
    }
  }
  return facts;
}

/** `export * from './handlers'`: linking resolves which methods it exports. */
function exportedWhole(statement: ts.Statement): string | undefined {
  if (!ts.isExportDeclaration(statement) || statement.exportClause !== undefined) return undefined;
  const { moduleSpecifier: from } = statement;
  return from !== undefined && ts.isStringLiteralLike(from) ? from.text : undefined;
}

function exportsOf(source: Source, statement: ts.Statement): readonly Exported[] {
  if (ts.isExportDeclaration(statement)) return exportedNames(source, statement);
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some((one) => one.kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && METHODS.has(statement.name.text)) {
    if (statement.body === undefined) return [];
    sendsReturned(source, statement);
    return [{ method: statement.name.text, handler: readValue(source, statement.name), node: statement }];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap((one) => exportedVariables(source, one));
}

/** `export const GET = …`, `export const { GET, POST } = handlers`. */
function exportedVariables(source: Source, declaration: ts.VariableDeclaration): readonly Exported[] {
  const { name, initializer } = declaration;
  if (initializer !== undefined && isAdapted(source, initializer)) return [];
  if (ts.isIdentifier(name)) {
    if (!METHODS.has(name.text) || initializer === undefined) return [];
    markHandlers(source, initializer);
    return [{ method: name.text, handler: readValue(source, initializer), node: declaration }];
  }
  if (!ts.isObjectBindingPattern(name) || initializer === undefined) return [];
  const of = readValue(source, initializer);
  return name.elements.flatMap((element): readonly Exported[] => {
    if (!ts.isIdentifier(element.name) || !METHODS.has(element.name.text)) return [];
    const given =
      element.propertyName !== undefined && ts.isIdentifier(element.propertyName) ? element.propertyName : element.name;
    return [{ method: element.name.text, handler: { kind: 'member', of, name: given.text }, node: element }];
  });
}

/** `export { handler as GET }`, `export { GET } from './handler'`. */
function exportedNames(source: Source, statement: ts.ExportDeclaration): readonly Exported[] {
  const { exportClause: clause, moduleSpecifier: from } = statement;
  if (clause === undefined || !ts.isNamedExports(clause)) return [];
  const specifier = from !== undefined && ts.isStringLiteralLike(from) ? from.text : undefined;
  return clause.elements.flatMap((element): readonly Exported[] => {
    const method = element.name.text;
    const original = element.propertyName ?? element.name;
    if (!METHODS.has(method)) return [];
    if (specifier !== undefined) {
      const of: Expression = { kind: 'module', specifier };
      return [{ method, handler: { kind: 'member', of, name: original.text }, node: element }];
    }
    if (!ts.isIdentifier(original)) return [];
    const declaration = declarationOf(source, original);
    if (declaration !== undefined && ts.isFunctionDeclaration(declaration)) sendsReturned(source, declaration);
    const value = initializerOf(source, original);
    if (value !== undefined && isAdapted(source, value)) return [];
    if (value !== undefined) markHandlers(source, value);
    return [{ method, handler: readValue(source, original), node: element }];
  });
}

function isAdapted(source: Source, node: ts.Expression): boolean {
  const at = unwrap(node);
  if (ts.isPropertyAccessExpression(at)) return isAdapted(source, at.expression);
  return ts.isCallExpression(at) && ADAPTERS.test(originOf(source, at.expression)?.specifier ?? '');
}

/** Marks the function itself, and functions passed to a wrapper. */
function markHandlers(source: Source, node: ts.Expression, hops = 0): void {
  const at = unwrap(node);
  if (hops > 5) return;
  if (isFunctionNode(at)) {
    sendsReturned(source, at);
    source.requested.add(at);
  } else if (ts.isCallExpression(at)) for (const one of at.arguments) markHandlers(source, one, hops + 1);
  else if (ts.isIdentifier(at)) {
    const declaration = declarationOf(source, at);
    if (declaration !== undefined && ts.isFunctionDeclaration(declaration)) sendsReturned(source, declaration);
  }
}

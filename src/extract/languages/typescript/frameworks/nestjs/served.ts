import { ts } from 'ts-morph';
import { functionAround } from '../../names/names.js';
import { declarationOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';

/**
 * How code uses an application: `listens` and `closed` are calls on the application itself, `passed` gives it to code that may
 * do either.
 */
type Use = 'listens' | 'served' | 'closed' | 'passed';

const SERVES = new Set(['init', 'getHttpServer', 'getHttpAdapter']);

/**
 * Whether an application becomes a service: it listens, is given a server, or is passed on. One that its creating function closes
 * does not (a script that writes the OpenAPI document, a first application for its configuration), nor does one that only
 * provides injected values.
 */
export function isServed(source: Source, factory: ts.CallExpression): boolean {
  const holder = holderOf(factory);
  if (holder === undefined) return true;
  const uses = usesOf(source, holder, factory);
  if (uses.has('listens')) return true;
  if (uses.has('closed')) return false;
  return uses.has('served') || uses.has('passed');
}

/** The variable that contains an application. */
function holderOf(factory: ts.CallExpression): ts.Identifier | undefined {
  let value: ts.Node = factory;
  while (ts.isAwaitExpression(value.parent) || ts.isAsExpression(value.parent) || ts.isParenthesizedExpression(value.parent))
    value = value.parent;
  const { parent } = value;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name;
  return ts.isBinaryExpression(parent) && ts.isIdentifier(parent.left) ? parent.left : undefined;
}

function usesOf(source: Source, holder: ts.Identifier, factory: ts.CallExpression): ReadonlySet<Use> {
  const declaration = declarationOf(source, holder);
  const home = functionAround(factory);
  const uses = new Set<Use>();
  const exported = declaration !== undefined && ts.isVariableDeclaration(declaration) && isExported(declaration);
  if (declaration === undefined || exported) uses.add('passed');
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== holder && node.text === holder.text && declarationOf(source, node) === declaration) {
      const use = useAt(node, home);
      if (use !== undefined) uses.add(use);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return uses;
}

function useAt(name: ts.Identifier, home: ts.Node | undefined): Use | undefined {
  let at: ts.Node = name;
  while (isAround(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === at) return useOfMember(parent, home);
  if (ts.isCallExpression(parent) && at !== parent.expression) return isDocumented(parent) ? undefined : 'passed';
  if (ts.isVariableDeclaration(parent) && parent.name === at) return undefined;
  if (ts.isBinaryExpression(parent) && parent.left === at) return undefined;
  return ts.isExpressionStatement(parent) || ts.isAwaitExpression(parent) ? undefined : 'passed';
}

function isAround(parent: ts.Node): boolean {
  return ts.isAsExpression(parent) || ts.isNonNullExpression(parent) || ts.isParenthesizedExpression(parent);
}

/** `app.listen()`, also at the end of a chain: `app.setGlobalPrefix('api').listen()`. */
function useOfMember(access: ts.PropertyAccessExpression, home: ts.Node | undefined): Use | undefined {
  let at: ts.PropertyAccessExpression = access;
  for (;;) {
    const { text } = at.name;
    if (text === 'listen') return 'listens';
    if (SERVES.has(text)) return 'served';
    if (text === 'close' && functionAround(at) === home) return 'closed';
    const call = at.parent;
    if (!ts.isCallExpression(call) || call.expression !== at || !ts.isPropertyAccessExpression(call.parent)) return undefined;
    at = call.parent;
  }
}

/** `SwaggerModule.createDocument(app, …)` reads the application; it does not serve it. */
function isDocumented(call: ts.CallExpression): boolean {
  const callee = unwrap(call.expression);
  return ts.isPropertyAccessExpression(callee) && /^(?:createDocument|setup)$/.test(callee.name.text);
}

function isExported(declaration: ts.VariableDeclaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
}

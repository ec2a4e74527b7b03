import { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import type { Fact, Mount } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { originOf } from './names/origins.js';
import { declarationOf, lookup } from './names/scope.js';
import type { Source } from './source.js';
import { unwrap } from './values/access-paths.js';
import { memberOfArguments } from './values/changes/lending.js';
import { callsOf } from './values/fluent-chains.js';
import { isHarmless, isOfUnknownPackage, isOwnModule } from './values/harmless-callees.js';
import { readValue } from './values/values.js';

type Call = ts.CallExpression | ts.NewExpression;

/** The limit of arguments that are followed. */
const MOST_ARGUMENTS = 8;

/**
 * Mounts for values from parameters and imports that this file does not show to be routers: passed to a package, used with a
 * method that is only known at run time, or passed on inside an object. Linking resolves whether they are routers. Places that
 * have other facts are skipped.
 */
export function lostRouters(source: Source, facts: readonly Fact[]): readonly Mount[] {
  const seen = new Set(facts.flatMap((one) => (one.kind === 'mount' ? `${one.at.line}:${one.at.column}` : [])));
  const all = callsOf(source.tree).flatMap((call): readonly Mount[] => {
    if (source.handled.has(call) || !isDone(call)) return [];
    if (isOfUnknownPackage(source, call.expression))
      return (call.arguments ?? []).flatMap(partsOf).flatMap((node) => lost(source, node));
    return [...lost(source, computedOn(call)), ...passedHolders(source, call)];
  });
  return all.filter(({ at }) => !seen.has(`${at.line}:${at.column}`));
}

/** Whether a call runs for its effect, not its result: it is a statement, or the whole body of a function. */
function isDone(call: Call): boolean {
  const { parent } = ts.isAwaitExpression(call.parent) ? call.parent : call;
  return ts.isExpressionStatement(parent) || ts.isReturnStatement(parent) || ts.isArrowFunction(parent);
}

/** `app` of `app[method](path, handler)`. */
function computedOn(call: Call): ts.Expression | undefined {
  const callee = unwrap(call.expression);
  const isComputed = ts.isElementAccessExpression(callee) && !ts.isStringLiteralLike(unwrap(callee.argumentExpression));
  return isComputed && (call.arguments?.length ?? 0) > 0 ? callee.expression : undefined;
}

/** A mount after which further registrations on the value cannot be seen. */
function lost(source: Source, given: ts.Expression | undefined): readonly Mount[] {
  const node = given && unwrap(given);
  if (node === undefined || !isGiven(source, node)) return [];
  const child: Expression = { kind: 'unknown', why: 'it is passed to something that is not followed' };
  const at = atOf(source, node);
  return [{ kind: 'mount', by: 'typescript', parent: readValue(source, node), child, certainty: 'router', at }];
}

/** Whether a value is a parameter, an import from another file, or a member of either. */
function isGiven(source: Source, node: ts.Expression): boolean {
  const specifier = originOf(source, node)?.specifier;
  if (specifier !== undefined) return isOwnModule(specifier);
  const root = ts.isPropertyAccessExpression(node) ? unwrap(node.expression) : node;
  return ts.isIdentifier(root) && lookup(source, root)?.kind === 'parameter';
}

/** `install(context)`: members of the object become members of the function's parameter. */
function passedHolders(source: Source, call: Call): readonly Mount[] {
  if (isHarmless(source, call.expression)) return [];
  const stored = memberOfArguments(call).filter(({ node, member }) => member === undefined && isHolder(source, node));
  if (stored.length === 0) return [];
  const callee = readValue(source, unwrap(call.expression));
  const of: Expression = ts.isNewExpression(call) ? { kind: 'member', of: callee, name: 'constructor' } : callee;
  const all = (call.arguments ?? []).slice(0, MOST_ARGUMENTS).map((one) => readValue(source, one));
  const given = all.length > 1 ? { given: all } : {};
  return stored.flatMap(({ node, index }) => {
    const child: Expression = { kind: 'parameter', callable: '', of, index };
    const mount = { kind: 'mount', by: 'typescript', same: true, certainty: 'unlikely', at: atOf(source, call) } as const;
    const put = putInto(source, node).map(({ name, value }): Mount => {
      return { ...mount, parent: readValue(source, value), child: { kind: 'member', of: child, name } };
    });
    return [{ ...mount, parent: readValue(source, node), child, ...given }, ...put];
  });
}

/** A variable that contains an object, or an import from another file. */
function isHolder(source: Source, node: ts.Expression): boolean {
  const declaration = declarationOf(source, node);
  if (declaration === undefined || ts.isParameter(declaration)) return false;
  const specifier = originOf(source, node)?.specifier;
  if (specifier !== undefined) return isOwnModule(specifier);
  const stored = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return stored !== undefined && ts.isObjectLiteralExpression(unwrap(stored));
}

/** `context.app = app` on an object of another file: only this file shows the assignment. */
function putInto(source: Source, holder: ts.Expression): readonly { readonly name: string; readonly value: ts.Expression }[] {
  if (originOf(source, holder) === undefined) return [];
  return source.tree.statements.flatMap((statement) => {
    const node = ts.isExpressionStatement(statement) ? unwrap(statement.expression) : statement;
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
    const { left, right } = node;
    if (!ts.isPropertyAccessExpression(left) || left.expression.getText(source.tree) !== holder.getText(source.tree)) return [];
    return [{ name: left.name.text, value: right }];
  });
}

/** The argument, or the elements of a list or object argument. */
function partsOf(given: ts.Expression): readonly ts.Expression[] {
  const node = unwrap(given);
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  if (!ts.isObjectLiteralExpression(node)) return [node];
  return node.properties.flatMap((one) =>
    ts.isPropertyAssignment(one) ? [unwrap(one.initializer)] : ts.isShorthandPropertyAssignment(one) ? [one.name] : [],
  );
}

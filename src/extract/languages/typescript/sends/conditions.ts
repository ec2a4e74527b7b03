import { ts } from 'ts-morph';
import type { Condition, Response } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { isFunctionNode } from '../names/names.js';
import { declarationOf, initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { mutationsOf } from '../values/changes/mutations.js';
import { compared, valueTests } from '../values/form-tests.js';
import { guardsIn } from '../values/guards.js';
import { readValue } from '../values/values.js';
import { methodsBehind, methodsOfClause, methodsWhere } from './method-branches.js';

/** The limit of conditions around one place. */
const MOST = 20;

/** The limit of names that are followed through assignments. */
const MOST_HOPS = 2;

/** Cached by node, because all nodes inside share the conditions. */
const known = new WeakMap<ts.Node, readonly Condition[]>();
const behind = new WeakMap<ts.Node, readonly Behind[]>();

/** The place of a response, with the conditions that a caller or the request decides; all of them must hold to reach it. */
export function placeOf(source: Source, node: ts.Node): Pick<Response, 'at' | 'when'> {
  const when = conditionsOf(source, node);
  return { at: atOf(source, node), ...(when.length > 0 && { when }) };
}

/** The conditions for reaching a node. */
export function conditionsOf(source: Source, node: ts.Node): readonly Condition[] {
  const path: ts.Node[] = [];
  for (let at = node; at.parent !== undefined && !known.has(at); at = at.parent) path.push(at);
  let found = known.get(path.at(-1)?.parent ?? node) ?? [];
  for (const at of path.reverse()) {
    const own = [...aroundIt(source, at), ...beforeIt(source, at)];
    if (own.length > 0) found = [...own, ...found].slice(0, MOST);
    known.set(at, found);
  }
  return found;
}

/** The conditions for reaching the part of a statement or expression that a node is. */
function aroundIt(source: Source, at: ts.Node): readonly Condition[] {
  const around = at.parent;
  if (isTaker(at, around)) return [FAILED];
  if (ts.isIfStatement(around) && at !== around.expression)
    return conditionsIn(source, around.expression, at === around.thenStatement);
  if (ts.isConditionalExpression(around) && at !== around.condition)
    return conditionsIn(source, around.condition, at === around.whenTrue);
  if (ts.isBinaryExpression(around) && at === around.right) {
    const operator = around.operatorToken.kind;
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return conditionsIn(source, around.left, true);
    if (operator === ts.SyntaxKind.BarBarToken) return conditionsIn(source, around.left, false);
  }
  if (!ts.isCaseOrDefaultClause(around) || (ts.isCaseClause(around) && at === around.expression)) return [];
  const methods = methodsOfClause(source, around);
  return methods.length > 0 || ts.isDefaultClause(around) ? methods : chosenBy(source, around);
}

const conditionsIn = (source: Source, condition: ts.Expression, holds: boolean): readonly Condition[] => [
  ...methodsWhere(source, condition, holds),
  ...valueTests(source, condition, holds, readValue, pathParameter),
  ...(asksForPath(source, condition) ? [ASIDE] : []),
];

const FAILED: Condition = { failed: true, holds: true };

/** `catch (error) { … }`, `promise.catch((error) => …)`. */
function isTaker(at: ts.Node, around: ts.Node): boolean {
  if (ts.isCatchClause(around)) return at === around.block;
  if (!ts.isCallExpression(around) || !isFunctionNode(at) || at !== around.arguments[0]) return false;
  return ts.isPropertyAccessExpression(around.expression) && around.expression.name.text === 'catch';
}

const ASIDE: Condition = { aside: true, holds: true };
const PATHS = /^(?:path|url|originalUrl|pathname|baseUrl|route|routerPath|routeOptions|uri|requestPath|requestUrl)$/;

/** `req.path === '/health'`, `url.startsWith('/docs')`, and `extension === '.html'` of a name that derives from a path. */
function asksForPath(source: Source, condition: ts.Expression, hops = 0): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found || isFunctionNode(node)) return;
    if (ts.isIdentifier(node) && PATHS.test(node.text)) found = true;
    const stored = ts.isIdentifier(node) && hops < MOST_HOPS ? initializerOf(source, node) : undefined;
    if (stored !== undefined) found ||= asksForPath(source, stored, hops + 1);
    else ts.forEachChild(node, visit);
  };
  visit(condition);
  return found;
}

interface Behind {
  readonly pos: number;
  readonly conditions: readonly Condition[];
}

/** The conditions that the statements before a node imply, because they leave otherwise. */
function beforeIt(source: Source, { parent, pos }: ts.Node): readonly Condition[] {
  if (!ts.isBlock(parent) && !ts.isCaseOrDefaultClause(parent)) return [];
  let all = behind.get(parent);
  if (all === undefined) {
    all = behindAll(source, parent.statements);
    behind.set(parent, all);
  }
  return all.filter((one) => one.pos < pos).flatMap(({ conditions }) => conditions);
}

function behindAll(source: Source, statements: readonly ts.Statement[]): readonly Behind[] {
  const all: Behind[] = [];
  for (const one of statements) {
    if (all.length >= MOST) break;
    const guards = guardsIn(one).filter(({ loose }) => loose !== true);
    const tested = guards.flatMap(({ condition, holds }) => conditionsIn(source, condition, holds));
    const conditions = [...tested, ...methodsBehind(source, one)];
    if (conditions.length > 0) all.push({ pos: one.pos, conditions });
  }
  return all;
}

/** A clause that no other clause falls through to runs only for its own value. */
function chosenBy(source: Source, clause: ts.CaseClause): readonly Condition[] {
  const before = clause.parent.clauses[clause.parent.clauses.indexOf(clause) - 1];
  const last = before?.statements.at(-1);
  const isAlone = before === undefined || (last !== undefined && (ts.isBreakStatement(last) || ts.isReturnStatement(last)));
  const { expression } = clause.parent.parent;
  return isAlone ? compared(source, expression, clause.expression, true, readValue, pathParameter) : [];
}

/** x of `req.params.x`, or of a variable with that value. */
function pathParameter(source: Source, node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return isParams(node.expression) ? node.name.text : undefined;
  const declaration = declarationOf(source, node);
  if (!ts.isIdentifier(node) || declaration === undefined || mutationsOf(source, node.text, declaration).length > 0)
    return undefined;
  if (ts.isVariableDeclaration(declaration)) {
    const stored = declaration.initializer && unwrap(declaration.initializer);
    return stored !== undefined && ts.isPropertyAccessExpression(stored) ? pathParameter(source, stored) : undefined;
  }
  if (!ts.isBindingElement(declaration) || declaration.initializer !== undefined) return undefined;
  const owner = declaration.parent.parent;
  if (!ts.isVariableDeclaration(owner) || owner.initializer === undefined || !isParams(owner.initializer)) return undefined;
  const named = declaration.propertyName ?? declaration.name;
  return ts.isIdentifier(named) && declaration.dotDotDotToken === undefined ? named.text : undefined;
}

/** `req.params`, `ctx.params`, `request.params as Params`. */
function isParams(given: ts.Expression): boolean {
  const node = unwrap(given);
  return ts.isPropertyAccessExpression(node) && node.name.text === 'params' && ts.isIdentifier(unwrap(node.expression));
}

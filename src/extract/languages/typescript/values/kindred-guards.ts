import { ts } from 'ts-morph';
import { returnsOf } from '../names/in-file.js';
import { type FunctionNode, functionName, isFunctionNode } from '../names/names.js';
import { declarationOf, initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { guardsIn } from './guards.js';
import { EQUALITY, isNothing } from './tags.js';
import { lastAssignedBefore } from './versions.js';

/** A call whose result is certainly present after a test. */
interface Found {
  readonly call: ts.CallExpression;
  readonly end: number;
}
/** The calls that the statements of a block test, by their arguments. */
const testedIn = new WeakMap<ts.Block, ReadonlyMap<string, readonly Found[]>>();
/** The limit of tests of one value. */
const MOST = 20;

/**
 * Whether an earlier call of the same kind with the same argument found the value: `if (!getOrder(id)) return; const order =
 * updateOrder(id, changes);`. Its type may then allow null where it never occurs.
 */
export function isKnownThere(source: Source, whole: ts.CallExpression): boolean {
  const call = queryOf(whole);
  const kind = kindOf(call);
  const values = kind === undefined ? [] : call.arguments.flatMap((one) => rootIn(one) ?? []);
  if (values.length === 0) return false;
  for (let at: ts.Node = call; at.parent !== undefined && !isFunctionNode(at); at = at.parent) {
    if (!ts.isBlock(at.parent)) continue;
    const tested = testedCalls(source, at.parent);
    for (const { text, root } of values) {
      const before = (tested.get(text) ?? []).filter((one) => one.end <= at.pos).slice(0, MOST);
      const isKindred = (one: ts.CallExpression): boolean => kindOf(one) === kind || changesFound(one, call, text);
      if (before.some((one) => isKindred(one.call) && !isSetSince(source, root, one, call))) return true;
    }
  }
  return false;
}

/** Methods of a query that finds the same rows: `Note.findById(id).populate('author').lean()`. */
const SAME_ROWS = /^(?:populate|select|lean|exec|sort|session|setOptions)$/;

/** The call that finds what a chain of calls makes more of. */
export function queryOf(call: ts.CallExpression): ts.CallExpression {
  let at = call;
  for (let steps = 0; steps < MOST && ts.isPropertyAccessExpression(at.expression); steps++) {
    const { name, expression } = at.expression;
    if (!SAME_ROWS.test(name.text) || !ts.isCallExpression(expression)) break;
    at = expression;
  }
  return at;
}

const CHANGES =
  /^(?:update|set|add|push|append|mark|assign|change|toggle|increment|close|reopen|archive|restore|approve|reject|accept|patch)(?:$|[A-Z])/;

/** `tickets.findById(id)` before `tickets.addMessage(id, text)`: the changed value exists. */
function changesFound(found: ts.CallExpression, call: ts.CallExpression, text: string): boolean {
  const [one, other] = [unwrap(found.expression), unwrap(call.expression)];
  if (!ts.isPropertyAccessExpression(one) || !ts.isPropertyAccessExpression(other) || !CHANGES.test(other.name.text))
    return false;
  const isFirst = [found, call].every(({ arguments: [first] }) => first !== undefined && rootIn(first)?.text === text);
  return isFirst && kindOf(found) !== undefined && one.expression.getText() === other.expression.getText();
}

function isSetSince(source: Source, root: ts.Identifier, tested: Found, call: ts.Node): boolean {
  const [declaration] = lookup(source, root)?.nodes ?? [];
  return declaration === undefined || lastAssignedBefore(source, root.text, declaration, call.pos) > tested.call.pos;
}

function testedCalls(source: Source, block: ts.Block): ReadonlyMap<string, readonly Found[]> {
  const known = testedIn.get(block);
  if (known !== undefined) return known;
  const found = new Map<string, Found[]>();
  for (const { condition, holds, loose, end } of block.statements.flatMap(guardsIn)) {
    const calls = loose === true ? [] : present(condition, holds).flatMap((one) => madeBy(source, one) ?? []);
    for (const call of calls)
      for (const { text } of call.arguments.flatMap((one) => rootIn(one) ?? []))
        found.set(text, [...(found.get(text) ?? []).slice(0, MOST), { call, end }]);
  }
  testedIn.set(block, found);
  return found;
}

/** The values that are certainly present where a condition holds, or where it does not. */
function present(given: ts.Expression, holds: boolean, depth = 0): readonly ts.Expression[] {
  const at = unwrap(given);
  if (depth > MOST) return [];
  if (ts.isPrefixUnaryExpression(at) && at.operator === ts.SyntaxKind.ExclamationToken)
    return present(at.operand, !holds, depth + 1);
  if (!ts.isBinaryExpression(at)) return holds ? [at] : [];
  const operator = at.operatorToken.kind;
  const both = holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken;
  if (operator === both) return [...present(at.left, holds, depth + 1), ...present(at.right, holds, depth + 1)];
  const isEqual = EQUALITY.get(operator);
  return isNothing(at.right) && isEqual !== undefined && isEqual !== holds ? [unwrap(at.left)] : [];
}

/** The call that created a value, directly or in its constant. */
function madeBy(source: Source, given: ts.Expression): ts.CallExpression | undefined {
  const node = ts.isAwaitExpression(given) ? unwrap(given.expression) : given;
  if (ts.isCallExpression(node)) return node;
  const initializer = initializerOf(source, node);
  if (initializer === undefined) return undefined;
  const stored = unwrap(initializer);
  const value = ts.isAwaitExpression(stored) ? unwrap(stored.expression) : stored;
  return ts.isCallExpression(value) ? value : undefined;
}

const CONVERTS = /^(?:String|Number|BigInt|parseInt)$/;

/** `id`, `params.id`, `Number(params.id)`: an argument that two calls may share, and the variable at its start. */
function rootIn(argument: ts.Expression): { readonly text: string; readonly root: ts.Identifier } | undefined {
  const names: string[] = [];
  const whole = unwrap(argument);
  const [given] = ts.isCallExpression(whole) && CONVERTS.test(whole.expression.getText()) ? whole.arguments : [whole];
  if (given === undefined) return undefined;
  let at = unwrap(given);
  for (; ts.isPropertyAccessExpression(at) && names.length < MOST; at = unwrap(at.expression)) names.push(at.name.text);
  return ts.isIdentifier(at) ? { text: [at.text, ...names.reverse()].join('.'), root: at } : undefined;
}

/** Functions that examine a value itself, and not the object that it identifies. */
const LOOKING = /^(?:is|are|valid|check|can|may|parse|test|ensure|assert|verify|allow|require|match|include|has(?!One))/i;

/**
 * The subject of a function by its name: `Order` of `getOrder`, `findOrderById` and `updateOrder`; for a bare verb
 * (`repo.findOne`), the receiver.
 */
export function kindOf(call: ts.CallExpression): string | undefined {
  const callee = unwrap(call.expression);
  const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression.getText() : '';
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
  if (name === '' || LOOKING.test(name)) return undefined;
  return nounIn(name) || receiver || name;
}

/** `Order` of `getOrder` and `findOrderById`; empty for a bare verb. */
function nounIn(name: string): string {
  const words = name.split(/(?=[A-Z])/).slice(1);
  const end = words.findIndex((word) => /^(?:By|With|For|From|Or)$/.test(word));
  const about = words.slice(0, end < 0 ? undefined : end).join('');
  return /^(?:One|Unique|First)$/.test(about) ? '' : about;
}

/**
 * Whether a function returns null only where the object of its first parameter is missing: `updateOrder(id, changes)` begins with
 * `if (!getOrder(id)) return null`, and otherwise returns an object or `getOrder(id)` again.
 */
export function givesWhatIsThere(source: Source, node: FunctionNode): boolean {
  const [first] = node.parameters;
  const returned = returnsOf(node).map((one) => {
    const at = unwrap(one);
    return ts.isAwaitExpression(at) ? unwrap(at.expression) : at;
  });
  const kind = nounIn(functionName(source.tree, node).split(/[#.]/).at(-1) ?? '');
  if (first === undefined || kind === '' || !returned.some(isNothing) || /\breturn\s*[;}]/.test(node.getText(source.tree)))
    return false;
  return returned.every((one) => {
    if (isNothing(one)) return isForMissing(source, one, kind, first);
    return (
      ts.isObjectLiteralExpression(one) || ts.isNewExpression(one) || (ts.isCallExpression(one) && isKnownThere(source, one))
    );
  });
}

/** Whether a null is returned only where a lookup by the parameter found nothing. */
function isForMissing(source: Source, node: ts.Node, kind: string, first: ts.ParameterDeclaration): boolean {
  const around = ts.findAncestor(node, ts.isIfStatement);
  const isWhole = around !== undefined && around.elseStatement === undefined;
  if (!isWhole || /[|&?]{2}/.test(around.expression.getText(source.tree))) return false;
  return present(around.expression, false).some((one) => {
    const call = madeBy(source, one);
    const isOfFirst = call?.arguments.some((argument) => {
      const root = rootIn(argument)?.root;
      return root !== undefined && declarationOf(source, root) === first;
    });
    return call !== undefined && isOfFirst === true && kindOf(call) === kind;
  });
}

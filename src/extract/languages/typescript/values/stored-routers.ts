import { ts } from 'ts-morph';
import { append } from '../../../../model/multi-map.js';
import { originOf } from '../names/origins.js';
import { declarationOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { isOfUnknownPackage } from './harmless-callees.js';

type Call = ts.CallExpression | ts.NewExpression;
const passedOn = new WeakMap<ts.Node, boolean>();
/** The depth to which nested functions and objects are followed. */
const MOST_HOPS = 4;

/**
 * Whether a package can reach a value through its container: a named object (`const context = { app }; install(context)`), a
 * member of one, a function that returns it, its class, the global object.
 */
export function isReachedByPackage(source: Source, given: ts.Node, hops = 0): boolean {
  const node = whole(given);
  const { parent } = node;
  if (hops > MOST_HOPS) return false;
  if ((hops > 0 && isGivenToPackage(source, node)) || isOfPassedThis(source, given)) return true;
  if (ts.isPropertyAssignment(parent) ? parent.initializer === node : ts.isShorthandPropertyAssignment(parent))
    return isReachedByPackage(source, parent.parent, hops + 1);
  if (ts.isArrayLiteralExpression(parent)) return isReachedByPackage(source, parent, hops + 1);
  const maker = ts.isReturnStatement(parent) ? ts.findAncestor(parent, ts.isFunctionLike) : parent;
  if (maker !== undefined && (ts.isArrowFunction(maker) || ts.isFunctionExpression(maker)) && maker.parameters.length === 0)
    return isReachedByPackage(source, maker, hops + 1);
  if (ts.isVariableDeclaration(parent) && parent.initializer === node && hops > 0)
    return ts.isIdentifier(parent.name) && isNameGiven(source, parent.name);
  return ts.isBinaryExpression(parent) && parent.right === node && isPutInto(source, parent);
}

/** `holder.app = app` */
function isPutInto(source: Source, { left, operatorToken }: ts.BinaryExpression): boolean {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) return false;
  let root: ts.Expression = left;
  while (ts.isPropertyAccessExpression(root)) root = unwrap(root.expression);
  if (!ts.isIdentifier(root)) return false;
  const binding = lookup(source, root);
  if (binding === undefined) return /^global(?:This)?$/.test(root.text);
  return binding.kind !== 'parameter' && isNameGiven(source, root);
}

/** An expression with the parentheses and casts around it. */
function whole(node: ts.Node): ts.Node {
  let at = node;
  while (ts.isExpression(at.parent) && unwrap(at.parent) !== at.parent) at = at.parent;
  return at;
}

/** Whether a call of an unknown package takes this value. */
export function isGivenToPackage(source: Source, node: ts.Node): boolean {
  const at = whole(node);
  const call = at.parent;
  return isCall(call) && call.expression !== at && isOfUnknownPackage(source, call.expression);
}

const isCall = (node: ts.Node): node is Call => ts.isCallExpression(node) || ts.isNewExpression(node);

/** A variable that the file passes to a package. */
function isNameGiven(source: Source, name: ts.Identifier): boolean {
  const declaration = declarationOf(source, name);
  if (declaration === undefined || originOf(source, name) !== undefined) return false;
  const isSame = (node: ts.Node): boolean => ts.isIdentifier(node) && declarationOf(source, node) === declaration;
  return isGivenWithin(source, source.tree, declaration, name.text, isSame);
}

/** `this.app`, where the class passes itself to a package: `install(this)`. */
function isOfPassedThis(source: Source, node: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(node) || node.expression.kind !== ts.SyntaxKind.ThisKeyword) return false;
  const owner = ts.findAncestor(node, ts.isClassLike);
  return owner !== undefined && isGivenWithin(source, owner, owner, THIS, () => true);
}
const THIS = 'this';

function isGivenWithin(source: Source, root: ts.Node, key: ts.Node, name: string, isIt: (node: ts.Node) => boolean): boolean {
  const known = passedOn.get(key);
  if (known !== undefined) return known;
  const found = (argumentsIn(source.tree).get(name) ?? []).some(
    (node) => node.pos >= root.pos && node.end <= root.end && isIt(node) && isGivenToPackage(source, node),
  );
  passedOn.set(key, found);
  return found;
}

const argumentsOfFiles = new WeakMap<ts.Node, ReadonlyMap<string, readonly ts.Node[]>>();

/** The names, and `this`, that are arguments of calls: collected once, since a file may have thousands of names. */
function argumentsIn(tree: ts.Node): ReadonlyMap<string, readonly ts.Node[]> {
  const known = argumentsOfFiles.get(tree);
  if (known !== undefined) return known;
  const found = new Map<string, ts.Node[]>();
  const visit = (node: ts.Node): void => {
    for (const one of isCall(node) ? (node.arguments ?? []) : []) {
      const inner = unwrap(one);
      const name = ts.isIdentifier(inner) ? inner.text : inner.kind === ts.SyntaxKind.ThisKeyword ? THIS : undefined;
      if (name !== undefined) append(found, name, inner);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  argumentsOfFiles.set(tree, found);
  return found;
}

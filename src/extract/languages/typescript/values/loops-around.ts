import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Loop } from '../../../../facts/fact.js';
import { isFunctionNode } from '../names/names.js';
import { declarationOf, initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { callsOf } from './fluent-chains.js';
import { listedFolder } from './listed-folders.js';
import { countedList, iterated } from './loops.js';
import { loopName } from './references.js';
import { readValue } from './values.js';

/** The loops that contain a node, outermost first: the node runs for each element of their lists. */
export function loopsAround(source: Source, node: ts.Node): Loop[] {
  const loops: Loop[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const declaration =
      ts.isForOfStatement(at) || ts.isForInStatement(at) || ts.isForStatement(at)
        ? variableOf(at)
        : isFunctionNode(at)
          ? at.parameters[0]
          : undefined;
    if (declaration === undefined) continue;
    const list = iterated(declaration);
    const keyed = ts.isForInStatement(at) ? at.expression : ((list && keysOf(list)) ?? countedList(declaration));
    const over =
      keyed === undefined
        ? list && (collected(source, list, at) ?? listedFolder(source, list) ?? readValue(source, list))
        : keysIn(readValue(source, keyed));
    if (over === undefined) continue;
    const sorted = list !== undefined && isSorted(source, list) ? { sorted: true } : {};
    loops.unshift({ name: loopName(source, declaration), over, ...sorted });
  }
  return loops;
}

const variableOf = ({
  initializer,
}: ts.ForOfStatement | ts.ForInStatement | ts.ForStatement): ts.VariableDeclaration | undefined =>
  initializer !== undefined && ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;

/** What a loop visits of a `Map` or `Set` that is made of a list, and that nothing fills later; undefined: it is none. */
function collected(source: Source, list: ts.Expression, loop: ts.Node): Expression | undefined {
  const at = unwrap(list);
  const made = unwrap(initializerOf(source, at) ?? at);
  if (!ts.isNewExpression(made) || !ts.isIdentifier(made.expression) || !/^(?:Map|Set)$/.test(made.expression.text))
    return undefined;
  const [given] = made.arguments ?? [];
  const declaration = declarationOf(source, at);
  const isFilled = declaration !== undefined && calledOn(source, declaration).some((name) => FILLS.test(name));
  // `forEach` of a map passes the value first
  const isRead = given !== undefined && !isFilled && (ts.isForOfStatement(loop) || made.expression.text === 'Set');
  return isRead ? readValue(source, given) : { kind: 'unknown', why: 'what code puts into a map or a set is not followed' };
}

const FILLS = /^(?:set|add|delete|clear)$/;
const SORTS = /^(?:sort|toSorted|reverse|toReversed)$/;
/** The limit of aliases that are followed. */
const MOST_HOPS = 5;

/** `list.sort(…)` in the loop or its list, or as a statement. */
function isSorted(source: Source, list: ts.Expression, hops = 0): boolean {
  let at = unwrap(list);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    if (ts.isPropertyAccessExpression(at) && SORTS.test(at.name.text)) return true;
    at = unwrap(at.expression);
  }
  if (!ts.isIdentifier(at) || hops > MOST_HOPS) return false;
  const declaration = declarationOf(source, at);
  if (declaration !== undefined && calledOn(source, declaration).some((name) => SORTS.test(name))) return true;
  const value = initializerOf(source, at);
  return value !== undefined && isSorted(source, value, hops + 1);
}

/** The methods that a file calls on its variables to sort or fill them, by the declarations of the variables. */
function calledOn(source: Source, declaration: ts.Node): readonly string[] {
  const known = calledNames.get(source.tree);
  if (known !== undefined) return known.get(declaration) ?? [];
  const found = new Map<ts.Node, string[]>();
  for (const { expression } of callsOf(source.tree)) {
    if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) continue;
    const { text } = expression.name;
    const on = SORTS.test(text) || FILLS.test(text) ? declarationOf(source, expression.expression) : undefined;
    if (on === undefined) continue;
    const names = found.get(on) ?? [];
    names.push(text);
    found.set(on, names);
  }
  calledNames.set(source.tree, found);
  return found.get(declaration) ?? [];
}
const calledNames = new WeakMap<ts.SourceFile, ReadonlyMap<ts.Node, readonly string[]>>();

const keysIn = (of: Expression): Expression => ({ kind: 'operator', operator: 'keyof', of });

/** `x` of `Object.keys(x)`. */
function keysOf(list: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(list) || !ts.isPropertyAccessExpression(list.expression)) return undefined;
  const { expression, name } = list.expression;
  return ts.isIdentifier(expression) && expression.text === 'Object' && name.text === 'keys' ? list.arguments[0] : undefined;
}

import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Loop } from '../../../../facts/fact.js';
import { isFunctionNode } from '../names/names.js';
import { initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { callsOf } from './fluent-chains.js';
import { listedFolder } from './listed-folders.js';
import { iterated } from './loops.js';
import { loopName } from './references.js';
import { readValue } from './values.js';

/** The loops that contain a node, outermost first: the node runs for each element of their lists. */
export function loopsAround(source: Source, node: ts.Node): Loop[] {
  const loops: Loop[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const declaration =
      (ts.isForOfStatement(at) || ts.isForInStatement(at)) && ts.isVariableDeclarationList(at.initializer)
        ? at.initializer.declarations[0]
        : isFunctionNode(at)
          ? at.parameters[0]
          : undefined;
    if (declaration === undefined) continue;
    const list = iterated(declaration);
    const keyed = ts.isForInStatement(at) ? at.expression : list && keysOf(list);
    const over =
      keyed === undefined ? list && (listedFolder(source, list) ?? readValue(source, list)) : keysIn(readValue(source, keyed));
    if (over === undefined) continue;
    const sorted = list !== undefined && isSorted(source, list) ? { sorted: true } : {};
    loops.unshift({ name: loopName(source, declaration), over, ...sorted });
  }
  return loops;
}

const SORTS = /^(?:sort|toSorted|reverse|toReversed)$/;
/** The limit of aliases that are followed. */
const MOST_HOPS = 5;
const sortedNames = new WeakMap<ts.SourceFile, ReadonlySet<ts.Node>>();

/** `list.sort(…)` in the loop or its list, or as a statement. */
function isSorted(source: Source, list: ts.Expression, hops = 0): boolean {
  let at = unwrap(list);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    if (ts.isPropertyAccessExpression(at) && SORTS.test(at.name.text)) return true;
    at = unwrap(at.expression);
  }
  if (!ts.isIdentifier(at) || hops > MOST_HOPS) return false;
  const declaration = lookup(source, at)?.nodes[0];
  if (declaration !== undefined && sortedIn(source).has(declaration)) return true;
  const value = initializerOf(source, at);
  return value !== undefined && isSorted(source, value, hops + 1);
}

/** The variables of a file that are sorted in place. */
function sortedIn(source: Source): ReadonlySet<ts.Node> {
  const known = sortedNames.get(source.tree);
  if (known !== undefined) return known;
  const found = callsOf(source.tree).flatMap(({ expression }) => {
    if (!ts.isPropertyAccessExpression(expression) || !SORTS.test(expression.name.text)) return [];
    return ts.isIdentifier(expression.expression) ? (lookup(source, expression.expression)?.nodes[0] ?? []) : [];
  });
  const names = new Set(found);
  sortedNames.set(source.tree, names);
  return names;
}

const keysIn = (of: Expression): Expression => ({ kind: 'operator', operator: 'keyof', of });

/** `x` of `Object.keys(x)`. */
function keysOf(list: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(list) || !ts.isPropertyAccessExpression(list.expression)) return undefined;
  const { expression, name } = list.expression;
  return ts.isIdentifier(expression) && expression.text === 'Object' && name.text === 'keys' ? list.arguments[0] : undefined;
}

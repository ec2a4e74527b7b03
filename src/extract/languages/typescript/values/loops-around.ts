import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Loop } from '../../../../facts/fact.js';
import { isFunctionNode } from '../names/names.js';
import type { Source } from '../source.js';
import { listedFolder } from './listed-folders.js';
import { iterated } from './loops.js';
import { loopName } from './references.js';
import { readValue } from './values.js';

/** The loops that a node stands in, outermost first: it is done for each element of their lists. */
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
    if (over !== undefined) loops.unshift({ name: loopName(source, declaration), over });
  }
  return loops;
}

const keysIn = (of: Expression): Expression => ({ kind: 'operator', operator: 'keyof', of });

/** `x` of `Object.keys(x)`. */
function keysOf(list: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(list) || !ts.isPropertyAccessExpression(list.expression)) return undefined;
  const { expression, name } = list.expression;
  return ts.isIdentifier(expression) && expression.text === 'Object' && name.text === 'keys' ? list.arguments[0] : undefined;
}

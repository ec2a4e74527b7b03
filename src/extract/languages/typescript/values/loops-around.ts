import { ts } from 'ts-morph';
import type { Loop } from '../../../../facts/fact.js';
import { isFunctionNode } from '../names/names.js';
import type { Source } from '../source.js';
import { iterated } from './loops.js';
import { loopName } from './references.js';
import { readValue } from './values.js';

/** The loops that a node stands in, outermost first: it is done for each element of their lists. */
export function loopsAround(source: Source, node: ts.Node): Loop[] {
  const loops: Loop[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const declaration =
      ts.isForOfStatement(at) && ts.isVariableDeclarationList(at.initializer)
        ? at.initializer.declarations[0]
        : isFunctionNode(at)
          ? at.parameters[0]
          : undefined;
    const over = declaration && iterated(declaration);
    if (declaration !== undefined && over !== undefined)
      loops.unshift({ name: loopName(source, declaration), over: readValue(source, over) });
  }
  return loops;
}

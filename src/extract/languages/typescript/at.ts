import type { ts } from 'ts-morph';
import type { At, Span } from '../../../facts/expression.js';
import type { Source } from './source.js';

/** Where a node begins (its comments left out), both from 1. */
export function atOf(source: Source, node: ts.Node): At {
  const { line, character } = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree));
  return { line: line + 1, column: character + 1 };
}

/** A node with its length: what inference can be asked for. */
export function spanOf(source: Source, node: ts.Node): Span {
  return { ...atOf(source, node), length: node.getEnd() - node.getStart(source.tree) };
}

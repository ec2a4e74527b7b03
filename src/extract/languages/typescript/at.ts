import type { ts } from 'ts-morph';
import type { At, Span } from '../../../facts/expression.js';
import type { Source } from './source.js';

/** The start of a node (without its comments); line and column from 1. */
export function atOf(source: Source, node: ts.Node): At {
  const { line, character } = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree));
  return { line: line + 1, column: character + 1 };
}

/** The position and length of a node: the key of a question to inference. */
export function spanOf(source: Source, node: ts.Node): Span {
  return { ...atOf(source, node), length: node.getEnd() - node.getStart(source.tree) };
}

import { ts } from 'ts-morph';
import type { Ask } from '../../../../facts/values/questions.js';
import { isFunctionNode } from '../names/names.js';

/** The node that a question refers to; undefined when there is no such node at its position. */
export function nodeOf(tree: ts.SourceFile, { at, what }: Ask): ts.Node | undefined {
  const start = offsetOf(tree, at.line, at.column);
  if (start === undefined) return undefined;
  const around = nodesAround(tree, start);
  if (what === 'value') {
    const end = start + (at.length ?? 0);
    return around.find((node) => node.getStart(tree) === start && node.getEnd() === end);
  }
  const begins = (node: ts.Node): boolean => node.getStart(tree) === start;
  const startsAt = (node: ts.Node & { readonly name?: ts.Node }): boolean =>
    begins(node) || (node.name !== undefined && begins(node.name));
  if (what === 'result') return around.find((node) => isFunctionNode(node) && startsAt(node));
  return around.find((node) => isHolder(node) && startsAt(node));
}

/** The node that contains a value: its facts begin at the node or at its name. */
export type Holder =
  | ts.VariableDeclaration
  | ts.BindingElement
  | ts.ParameterDeclaration
  | ts.PropertyAssignment
  | ts.ShorthandPropertyAssignment
  | ts.PropertyDeclaration
  | ts.PropertySignature;

export function isHolder(node: ts.Node): node is Holder {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node)
  );
}

function offsetOf(tree: ts.SourceFile, line: number, column: number): number | undefined {
  const starts = tree.getLineStarts();
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  const offset = start + column - 1;
  return offset <= tree.end ? offset : undefined;
}

/** From the file down to the innermost node that contains the offset. */
function nodesAround(tree: ts.SourceFile, offset: number): readonly ts.Node[] {
  const found: ts.Node[] = [];
  let node: ts.Node | undefined = tree;
  while (node !== undefined) {
    found.push(node);
    node = ts.forEachChild(node, (child) => (child.pos <= offset && offset < child.end ? child : undefined));
  }
  return found;
}

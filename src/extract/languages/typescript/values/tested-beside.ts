import { ts } from 'ts-morph';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';

/** Names of results that tell whether there is another one. */
const TELLING = ['error', 'err', 'errors', 'ok', 'success', 'found', 'isOk', 'isError'];
const TELLS: ReadonlySet<string> = new Set(TELLING);

/**
 * The results of the same call whose test tells whether this one is null: `const { data, error } = await load(); if (error)
 * return`, and `found.error` beside `found.data`.
 */
export function pathsBeside(source: Source, node: ts.Identifier | ts.PropertyAccessExpression): readonly string[] {
  if (ts.isPropertyAccessExpression(node)) {
    const { parent, expression: of, name } = node;
    const isSent = ts.isCallExpression(parent) ? parent.expression !== node : ts.isReturnStatement(parent);
    const isValue = isSent || ts.isBinaryExpression(parent) || ts.isPropertyAssignment(parent);
    return isValue && ts.isIdentifier(of) && !TELLS.has(name.text) ? TELLING.map((one) => `${of.text}.${one}`) : [];
  }
  const declaration = lookup(source, node)?.nodes[0];
  if (declaration === undefined || !ts.isBindingElement(declaration)) return [];
  const pattern = declaration.parent;
  return pattern.elements.flatMap((one) => {
    if (!ts.isBindingElement(one) || one === declaration || !ts.isIdentifier(one.name)) return [];
    return ts.isArrayBindingPattern(pattern) || TELLS.has(one.name.text) ? [one.name.text] : [];
  });
}

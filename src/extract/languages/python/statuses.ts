import type { Expression } from '../../../facts/expression.js';
import { statusOf } from './known-calls.js';
import { lookup, type Scope } from './scope.js';
import { literal, type Source, unknown } from './source.js';
import type { Node } from './syntax/syntax.js';
import { readValue } from './values.js';

/** The literal status of an argument, or that of a response without it. */
export const statusArgument = (node: Node | undefined, otherwise: Expression = literal(200)): Expression =>
  node === undefined ? otherwise : (statusOf(node) ?? unknown('its status is not read'));

/** A literal status, or a parameter with a passed or default status. */
export function statusIn(source: Source, scope: Scope, node: Node): Expression {
  const plain = statusOf(node);
  if (plain !== undefined) return plain;
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  if (binding?.kind !== 'parameter') return unknown('its status is not read');
  const read = readValue(source, scope, node);
  const fallback = statusOf(binding.parameter.default);
  return read.kind === 'parameter' && fallback !== undefined ? { ...read, type: fallback } : read;
}

import type { Expression } from '../../../facts/expression.js';
import { statusOf } from './known-calls.js';
import { lookup, type Scope } from './scope.js';
import { literal, type Source, unknown } from './source.js';
import type { Node } from './syntax/syntax.js';
import { readValue } from './values.js';

/** The literal status of an argument, or that of a response without it. */
export const statusArgument = (node: Node | undefined, otherwise: Expression = literal(200)): Expression =>
  node === undefined ? otherwise : (statusOf(node) ?? unknown('its status is not read'));

/** It stands for every status of an exception: none is a success. */
const FAILURE = literal(500);

/** `error.status_code` below `except ApiError as error`. */
function isOfException(scope: Scope, node: Node): boolean {
  const binding = node.kind === 'attribute' && node.of.kind === 'name' ? lookup(scope, node.of.name)?.binding : undefined;
  const { start } = node;
  return binding?.kind === 'loop' && binding.loops.some((one) => one.caught === true && one.start <= start && start < one.end);
}

/** A literal status, or a parameter with a passed or default status. */
export function statusIn(source: Source, scope: Scope, node: Node): Expression {
  const plain = statusOf(node);
  if (plain !== undefined) return plain;
  if (isOfException(scope, node)) return FAILURE;
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  if (binding?.kind !== 'parameter') return unknown('its status is not read');
  const read = readValue(source, scope, node);
  const fallback = statusOf(binding.parameter.default);
  return read.kind === 'parameter' && fallback !== undefined ? { ...read, type: fallback } : read;
}

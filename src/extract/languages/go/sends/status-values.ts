import type { Expression } from '../../../../facts/expression.js';
import { isError } from '../conditions.js';
import { hintOf } from '../routing/hints.js';
import { isSetAside } from '../set-aside.js';
import { bindingOf, type Place } from '../source.js';
import type { Node } from '../syntax/node.js';
import { readValue } from '../values.js';

/** Represents any error status. */
export const FAILURE: Expression = { kind: 'literal', value: 500 };

/** A status. If it is computed from an error (`statusOf(err)`, `serr.StatusCode`), it is never a success status. */
export function statusValue(place: Place, node: Node): Expression {
  const isFailure = ofError(node) || (node.kind === 'name' && hintOf(place, node)?.kind === 'failure');
  return isFailure ? FAILURE : (onlyValue(place, node) ?? fieldPassed(place, node) ?? readValue(place, node));
}

/** `status.Code` of a parameter: `respond(c, statuses.Created, book)`. */
function fieldPassed({ scope }: Place, node: Node): Expression | undefined {
  const passed = node.kind === 'member' && node.of.kind === 'name' ? bindingOf(scope, node.of.name)?.passed : undefined;
  return passed && node.kind === 'member' ? { kind: 'member', of: passed, name: node.name } : undefined;
}

/** The possible numbers of a variable or field here, unless code that is not analysed may set it. */
export function onlyValue({ scope, source }: Place, node: Node): Expression | undefined {
  if (node.kind === 'member') return bindingOf(scope, source.text.bare.slice(node.start, node.end))?.given;
  const given = node.kind === 'name' ? bindingOf(scope, node.name)?.given : undefined;
  if (node.kind !== 'name' || given === undefined || isSetAside(source, node)) return undefined;
  return given.kind === 'union' && given.options.length === 0 ? undefined : given;
}

/** Whether a value is computed from an error: `statusOf(err)`, `serr.StatusCode`. */
export function ofError(node: Node): boolean {
  const of = node.kind === 'call' ? node.given : node.kind === 'member' ? [node.of] : [];
  return of.some((one) => isError(one) || (one.kind === 'call' && one.of.kind === 'member' && /^err(?:or)?$/i.test(one.of.name)));
}

/** `statusOf(err)`, `httpCode(err)`. */
export function isStatusOfError(node: Node): boolean {
  if (node.kind !== 'call' || !ofError(node)) return false;
  const { of } = node;
  return /status|code/i.test(of.kind === 'member' || of.kind === 'name' ? of.name : '');
}

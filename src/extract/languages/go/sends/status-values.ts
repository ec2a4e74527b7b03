import type { Expression } from '../../../../facts/expression.js';
import { isError } from '../conditions.js';
import { hintOf } from '../routing/hints.js';
import { isSetAside } from '../set-aside.js';
import { bindingOf, eitherOf, isSurelyDone, type Place, scopeOf, unknown } from '../source.js';
import type { Node } from '../syntax/node.js';
import { readValue } from '../values.js';

/** Represents any error status. */
export const FAILURE: Expression = { kind: 'literal', value: 500 };

/** A status. If it is computed from an error (`statusOf(err)`, `serr.StatusCode`), it is never a success status. */
export function statusValue(place: Place, node: Node): Expression {
  const isFailure = ofError(node) || (node.kind === 'name' && hintOf(place, node)?.kind === 'failure');
  if (isFailure) return FAILURE;
  return memberSet(place, node) ?? onlyValue(place, node) ?? fieldPassed(place, node) ?? readValue(place, node);
}

/** The name under which a scope notes that a variable was replaced as a whole. */
const replaced = (name: string): string => `${name}.=`;

/** `s.Code = 202`, `s = Other`: a status that a member of `s` holds is no longer what `s` began with. */
export function noteSet(place: Place, target: Node, value: Node | undefined): void {
  const { scope, source } = place;
  const root = target.kind === 'member' ? target.of : target;
  const owner = root.kind === 'name' ? scopeOf(scope, root.name) : undefined;
  if (root.kind !== 'name' || owner === undefined) return;
  const name = target.kind === 'member' ? source.text.bare.slice(target.start, target.end) : replaced(root.name);
  const now = target.kind === 'member' && value !== undefined ? statusValue(place, value) : undefined;
  const isNumber = now?.kind === 'literal' && typeof now.value === 'number';
  const given = isNumber ? (isSurelyDone(scope, root.name) ? now : eitherOf(statusValue(place, target), now)) : undefined;
  owner.names.set(name, { expression: unknown('it is set'), ...(given && { given }) });
}

/** What code set a member to after its variable was made; unknown where it replaced the whole struct, or in a branch. */
export function memberSet({ scope, source }: Place, node: Node): Expression | undefined {
  if (node.kind !== 'member' || node.of.kind !== 'name') return undefined;
  if (bindingOf(scope, replaced(node.of.name)) !== undefined) return unknown('its struct is replaced');
  const set = bindingOf(scope, source.text.bare.slice(node.start, node.end));
  return set?.narrowed === undefined ? set && (set.given ?? unknown('it is set')) : undefined;
}

/** `status.Code` of a parameter: `respond(c, statuses.Created, book)`. */
function fieldPassed({ scope }: Place, node: Node): Expression | undefined {
  const passed = node.kind === 'member' && node.of.kind === 'name' ? bindingOf(scope, node.of.name)?.passed : undefined;
  return passed && node.kind === 'member' ? { kind: 'member', of: passed, name: node.name } : undefined;
}

/** The possible numbers of a variable or field here, unless code that is not analysed may set it. */
export function onlyValue({ scope, source }: Place, node: Node): Expression | undefined {
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

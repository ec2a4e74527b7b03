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
  const isFailure = ofError(place, node) || (node.kind === 'name' && hintOf(place, node)?.kind === 'failure');
  if (isFailure) return FAILURE;
  return memberSet(place, node) ?? onlyValue(place, node) ?? fieldPassed(place, node) ?? readValue(place, node);
}

/** The name under which a scope notes that a variable was replaced as a whole. */
const replaced = (name: string): string => `${name}.=`;

/** `s.Code = 202`, `s = Other`: a status that a member of `s` holds is no longer what `s` began with. */
export function noteSet(place: Place, target: Node, value: Node | undefined): void {
  const { scope, source } = place;
  const root = target.kind === 'member' ? target.of : target;
  if (target.kind !== 'member' && target.kind !== 'name') return;
  const name = target.kind === 'name' ? replaced(target.name) : source.text.bare.slice(target.start, target.end);
  const owner = root.kind === 'name' ? scopeOf(scope, root.name) : undefined;
  const isSure = root.kind === 'name' && isSurelyDone(scope, root.name);
  const given = target.kind === 'member' && value && owner ? numberSet(place, target, value, isSure) : undefined;
  const now = { expression: unknown('it is set'), ...(given && { given }) };
  owner?.names.set(name, now);
  // what a condition around this tells of the member no longer holds
  const nearer = bindingOf(scope, name);
  if (nearer !== undefined && nearer !== now) scope?.names.set(name, { ...now, outer: true });
}

/** The numbers that a member may hold after a statement that sets it; in a branch also those from before. */
function numberSet(place: Place, target: Node, value: Node, isSure: boolean): Expression | undefined {
  const now = statusValue(place, value);
  const isNumber = now.kind === 'literal' && typeof now.value === 'number';
  if (isSure) return isNumber || now.kind === 'parameter' ? now : undefined;
  return isNumber ? eitherOf(memberSet(place, target) ?? begunWith(place, target) ?? statusValue(place, target), now) : undefined;
}

/** `500` of `Problem{Status: 500}`, the literal that the variable began with. */
function begunWith({ scope, source }: Place, node: Node): Expression | undefined {
  const made = node.kind === 'member' && node.of.kind === 'name' ? bindingOf(scope, node.of.name)?.expression : undefined;
  const stored = made?.kind === 'name' ? source.constants.get(made.name)?.value : undefined;
  const members =
    stored?.kind === 'operator' && stored.operator === 'filled' && stored.keys?.kind === 'object' ? stored.keys.members : [];
  const field = members.find((one) => one.kind === 'property' && node.kind === 'member' && one.name === node.name);
  return field?.kind === 'property' && field.value.kind === 'literal' ? field.value : undefined;
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

/**
 * Whether a value is computed from an error: `statusOf(err)`, `serr.StatusCode`, `httpCode(st.Code())` after
 * `st, ok := status.FromError(err)`.
 */
export function ofError(place: Place, node: Node): boolean {
  const of = node.kind === 'call' ? node.given : node.kind === 'member' ? [node.of] : [];
  return of.some((one) => {
    if (one.kind !== 'call' || one.of.kind !== 'member') return isError(one);
    return /^err(?:or)?$/i.test(one.of.name) || hintOf(place, one.of.of)?.kind === 'failure';
  });
}

/** `statusOf(err)`, `httpCode(err)`. */
export function isStatusOfError(place: Place, node: Node): boolean {
  if (node.kind !== 'call' || !ofError(place, node)) return false;
  const { of } = node;
  return /status|code/i.test(of.kind === 'member' || of.kind === 'name' ? of.name : '');
}

import type { Expression } from '../../../../facts/expression.js';
import type { Condition } from '../../../../facts/fact.js';
import { under } from '../../../../facts/values/when.js';
import { isNil, opposite, withCondition } from '../conditions.js';
import { bindingOf, eitherOf, type Place, type Scope } from '../source.js';
import type { Node } from '../syntax/node.js';
import type { Statement } from '../syntax/statement.js';
import { readValue } from '../values.js';
import type { Sent } from './sends.js';
import { statusValue } from './status-values.js';

/** Status, media type, pending response and the last text that was written. */
export type Header = Pick<Sent, 'status' | 'mediaType' | 'pending' | 'written'>;

export const headerOf = ({ status, mediaType, pending, written }: Sent): Header => ({ status, mediaType, pending, written });

const OK: Expression = { kind: 'literal', value: 200 };

/**
 * The state after several blocks of which one ran: `left` has the state after each block, undefined where nothing follows it.
 * `asked`: the condition under which the first of two blocks ran.
 */
export function join(sent: Sent, before: Header, left: readonly (Header | undefined)[], asked?: Condition): void {
  const all = left.flatMap((one) => one ?? []);
  const [first] = all;
  Object.assign(sent, before);
  if (first === undefined) {
    sent.pending = undefined;
    return;
  }
  const isKnown = all.length === 2 && left.length === 2;
  const statuses = all.map(({ status = OK }, index) => (isKnown ? whereKnown(status, asked, index) : status));
  sent.status = all.every(({ status }) => status === first.status) ? first.status : oneOf(statuses);
  if (all.every(({ mediaType }) => mediaType === first.mediaType)) sent.mediaType = first.mediaType;
  const pending = all.flatMap((one) => one.pending ?? []);
  const [open, ...others] = pending;
  if (open === undefined) sent.pending = undefined;
  else if (others.length === 0) sent.pending = { ...open, status: oneOf([open.status ?? OK]) };
  else {
    const { when: _, ...rest } = open;
    const status = oneOf(pending.map(({ status: one = OK }, index) => (isKnown ? whereKnown(one, asked, index) : one)));
    // whichever block ran
    sent.pending = { ...rest, status, ...(sent.when && sent.when.length > 0 && { when: sent.when }) };
  }
}

/** If a body follows a bare status under a condition, the bare status is the answer where the condition is false. */
export function withoutBody(sent: Sent, left: Header | undefined, asked: Condition | undefined): Header {
  const header = headerOf(sent);
  const { pending } = header;
  if (pending === undefined || left?.pending !== undefined || asked === undefined) return header;
  return { ...header, pending: { ...pending, when: withCondition(pending, opposite(asked)) } };
}

/** The status of the first or second of two blocks. */
function whereKnown(status: Expression, asked: Condition | undefined, index: number): Expression {
  if (asked === undefined || status.kind === 'union') return status;
  return under([index === 0 ? asked : opposite(asked)], status);
}

function oneOf(statuses: readonly Expression[]): Expression {
  const [first = OK, ...others] = statuses;
  const all = others.reduce<Expression | undefined>((some, one) => some && eitherOf(some, one), first);
  return all ?? { kind: 'unknown', why: 'it is one of many statuses' };
}

const testOf = (test: Statement | undefined): (Node & { kind: 'binary' }) | undefined =>
  test?.kind === 'expression' && test.node.kind === 'binary' ? test.node : undefined;

/** `if status != 0 { w.WriteHeader(status) }`: the status is sent in any case. */
export function asksFor(place: Place, test: Statement | undefined, status: Expression | undefined): boolean {
  const asked = testOf(test);
  if (asked === undefined || status === undefined || status.kind === 'literal') return false;
  return JSON.stringify(statusValue(place, asked.left)) === JSON.stringify(status);
}

/** Inside `status == 404`, the value is that number. */
export function narrow(place: Place, test: Statement | undefined): void {
  const node = test?.kind === 'expression' ? test.node : undefined;
  const missing = node?.kind === 'unary' && node.operator === '!' && node.of.kind === 'name' ? node.of.name : undefined;
  const told = missing === undefined ? undefined : bindingOf(place.scope, tells(missing))?.expression;
  if (told?.kind === 'literal') place.scope?.names.set(String(told.value), { expression: told });
  const asked = testOf(test);
  if (asked?.operator !== '==') return;
  const { left, right, start } = asked;
  const entry = isNil(right) ? whereMissing(left) : undefined;
  if (entry !== undefined) place.scope?.names.set(entry, { expression: { kind: 'literal', value: entry } });
  if (left.kind === 'name' && isNil(right)) place.scope?.names.set(whereNil(left.name), { expression: readValue(place, left) });
  narrowTo(place, { kind: 'expression', node: left, at: start }, [right]);
}

/** The name that records that a variable is nil here. */
export const whereNil = (name: string): string => `${name} == nil`;

/** The name that records that a map has no such entry here: `made["id"]`. */
export function whereMissing(node: Node | undefined): string | undefined {
  const [key] = node?.kind === 'index' && node.of.kind === 'name' ? node.keys : [];
  return node?.kind === 'index' && node.of.kind === 'name' && key?.kind === 'string'
    ? `${node.of.name}[${JSON.stringify(key.value)}] is missing`
    : undefined;
}

/** The scope around `if made["id"] == nil { made["id"] = 1 }`, where nothing else decides whether the entry is set. */
export function aroundMissing(scope: Scope | undefined, missing: string | undefined): Scope | undefined {
  let block = scope;
  while (block?.sure === true) block = block.parent;
  const tested = block?.parent;
  return missing !== undefined && tested?.names.has(missing) === true ? tested.parent?.parent : undefined;
}

/** The name that records which entry `ok` of `_, ok := made["id"]` tells of. */
export const tells = (ok: string): string => `${ok} tells`;

/** Inside `o.Id != nil` or `!IsNil(o.Id)`, the field has a value. */
export function narrowFields(place: Place, test: Statement | undefined): void {
  for (const field of test?.kind === 'expression' ? fieldsThere(test.node, 0) : []) {
    const name = place.source.text.bare.slice(field.start, field.end);
    const of = readValue(place, field);
    const narrowed: Expression = { kind: 'operator', operator: 'non-null', of };
    if (/^[\w.]+$/.test(name)) place.scope?.names.set(name, { expression: of, narrowed });
  }
}

function fieldsThere(node: Node, depth: number): readonly Node[] {
  if (node.kind === 'binary' && node.operator === '&&' && depth < MAX_PARTS)
    return [...fieldsThere(node.left, depth + 1), ...fieldsThere(node.right, depth + 1)];
  if (node.kind === 'binary' && node.operator === '!=' && isNil(node.right))
    return node.left.kind === 'member' ? [node.left] : [];
  const call = node.kind === 'unary' && node.operator === '!' && node.of.kind === 'call' ? node.of : undefined;
  const [field] = call?.given.length === 1 && call.of.kind === 'name' && /^isnil$/i.test(call.of.name) ? call.given : [];
  return field?.kind === 'member' ? [field] : [];
}

/** Further parts of a condition are ignored. */
const MAX_PARTS = 10;

/** Inside a case of `switch m.Status`, the value is one of the case's numbers. */
export function narrowTo(place: Place, head: Statement | undefined, values: readonly Node[]): void {
  const on = head?.kind === 'expression' ? head.node : undefined;
  const numbers = values.map((value) => readValue(place, value));
  const [first, ...others] = numbers;
  if (first === undefined || !numbers.every((one) => one.kind === 'literal' && typeof one.value === 'number')) return;
  const given = others.length === 0 ? first : oneOf(numbers);
  if (on?.kind !== 'name' && on?.kind !== 'member') return;
  const name = on.kind === 'name' ? on.name : place.source.text.bare.slice(on.start, on.end);
  const binding = bindingOf(place.scope, name);
  if (on.kind === 'member') place.scope?.names.set(name, { expression: readValue(place, on), given });
  else if (binding !== undefined) place.scope?.names.set(name, { ...binding, given, outer: true });
}

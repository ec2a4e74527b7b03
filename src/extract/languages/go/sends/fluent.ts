import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { RECEIVER } from '../../../../facts/fact.js';
import { typeHint } from '../routing/hints.js';
import { type Binding, isSurelyDone, type Place, type Source } from '../source.js';
import { fieldsOf } from '../struct-fields.js';
import { isAddress } from '../struct-values.js';
import type { FunctionNode, Node, Parameter } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';

/** The receiver of a method; the value of the caller may show more than its type. */
export const givenReceiver = (callable: string, of: Expression): Expression => ({
  kind: 'operator',
  operator: 'first-known',
  of,
  keys: { kind: 'parameter', callable, index: RECEIVER },
});

/** The receiver of `func (r *Page) With(data any) *Page { r.Data = data; return r }`, if nothing else is done with it. */
export function fluentReceiver(
  source: Source,
  name: string,
  { body, results }: FunctionNode,
  receiver: Parameter,
  declared: Expression,
): Binding | undefined {
  const [result] = results;
  const textOf = ({ start, end }: Node): string => source.text.bare.slice(start, end);
  if (body === undefined || receiver.name === undefined || result === undefined || results.length > 1) return undefined;
  if (!/^\w+$/.test(receiver.name)) return undefined;
  if (textOf(result.type) !== textOf(receiver.type) || !isPlainStruct(source, receiver.type)) return undefined;
  const inner = source.text.bare.slice(body.start, body.end);
  const isFollowed = [...inner.matchAll(/\w+/g)].every(({ 0: word, index }) => {
    if (word !== receiver.name || inner[index - 1] === '.') return true;
    const after = inner.slice(index + word.length, index + word.length + MAX_FIELD);
    if (/^(?:\.\w+){1,5}[^.[(\w]/.test(after)) return inner[index - 1] !== '&';
    const before = inner.slice(Math.max(0, index - MAX_FIELD), index).trimEnd();
    return before.endsWith('return') || (after.startsWith(',') && /\bcopier\.Copy(?:WithOption)?\($/.test(before));
  });
  return isFollowed ? { expression: givenReceiver(name, declared), set: [] } : undefined;
}

/** Longer field names are not matched. */
const MAX_FIELD = 200;

/** A struct of the file with data fields only. */
function isPlainStruct(source: Source, type: Node): boolean {
  const of = type.kind === 'unary' ? type.of : type;
  const struct = of.kind === 'name' ? source.types.get(of.name)?.type : undefined;
  return struct?.kind === 'struct' && fieldsOf(source, struct.body).every((field) => typeHint(source, field.type) === undefined);
}

/** After more assignments than this, no field is certain. */
const MAX_SET = 200;

/** `r.Data = data` on such a receiver: in a branch the field may still have its old value. */
export function setOnReceiver(place: Place, { expression, set }: Binding, target: Node & { kind: 'member' }, value: Node): void {
  if (set === undefined || expression.kind !== 'operator' || target.of.kind !== 'name') return;
  const { name } = target;
  const declared: Expression = { kind: 'member', of: expression.of, name };
  const isPointer = isAddress(place, value);
  const now: Expression = isPointer
    ? { kind: 'operator', operator: 'non-null', of: declared }
    : { kind: 'operator', operator: 'first-known', of: declared, keys: readValue(place, value) };
  const before: Expression = { kind: 'member', of: expression, name };
  const isFirst = set.length < MAX_SET && !set.some((one) => one.kind === 'property' && one.name === name);
  const isSure = isFirst && isSurelyDone(place.scope, target.of.name);
  const stored: Expression = isSure ? now : { kind: 'union', options: [now, before] };
  const at = placeOf(place.source.text, target.start);
  // a go-swagger responder is not encoded itself, so `omitempty` in its tags has no effect
  const type = expression.of.kind === 'name' ? expression.of.name : '';
  const isThere = isSure && (isPointer || place.source.methods.get(type)?.has('WriteResponse') === true);
  set.push({ kind: 'property', name, value: stored, ...(isThere && { optional: false }), at });
}

/** The result of such a method if it only returns its receiver. */
export function fluentResult(
  receiver: Binding | undefined,
  returned: readonly (readonly Expression[])[],
): Expression | undefined {
  const { expression, set } = receiver ?? {};
  if (expression === undefined || set === undefined || returned.length === 0) return undefined;
  const own = JSON.stringify(expression);
  if (!returned.every(([one]) => JSON.stringify(one) === own)) return undefined;
  const members: readonly ObjectMember[] = set;
  return members.length === 0
    ? expression
    : { kind: 'operator', operator: 'filled', of: expression, keys: { kind: 'object', members } };
}

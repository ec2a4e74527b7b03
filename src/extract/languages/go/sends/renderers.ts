import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Source } from '../source.js';
import { placeOf } from '../syntax/text.js';
import { statusOf } from './statuses.js';

/**
 * Renderers of go-chi/render: the library calls a value's `Render` before sending it, and `Render` may set its status and fields.
 *
 * @see https://pkg.go.dev/github.com/go-chi/render#Renderer
 */
const STATUS = '|status';

/** Files with more functions are not searched for renderers. */
const MAX_FUNCTIONS = 500;
/** Longer bodies are not analysed. */
const MAX_BODY = 5000;
const OPEN: Expression = { kind: 'unknown', why: 'its Render method sets it' };
const FAILURE: Expression = { kind: 'literal', value: 500 };

/** The members of a struct after its `Render`; a status that it sets becomes an extra member. */
export function renderedMembers(source: Source, type: string, members: readonly ObjectMember[]): readonly ObjectMember[] {
  if (source.methods.get(type)?.has('Render') !== true || source.functions.length > MAX_FUNCTIONS) return members;
  const method = source.functions.find(({ name, receiver }) => {
    if (name !== 'Render') return false;
    const of = receiver?.type.kind === 'unary' ? receiver.type.of : receiver?.type;
    return of?.kind === 'name' && of.name === type;
  });
  const { body, parameters } = method ?? {};
  if (method === undefined || body === undefined || parameters?.length !== 2) return members;
  const text = source.text.bare.slice(body.start, Math.min(body.end, body.start + MAX_BODY));
  const set = new Set([...text.matchAll(/\b\w{1,60}\.(\w{1,60}) {0,9}[-+*/]?=(?!=)/g)].map(([, field]) => field));
  const left = members.map((one) =>
    one.kind === 'property' && one.value.kind !== 'scalar' && set.has(one.member ?? one.name) ? { ...one, value: OPEN } : one,
  );
  const status = statusIn(type, text);
  if (status === undefined) return left;
  return [...left, { kind: 'property', name: STATUS, value: status, hidden: true, at: placeOf(source.text, method.start) }];
}

/** `render.Status(r, http.StatusCreated)`; for an error type any unknown status is a failure. */
function statusIn(type: string, text: string): Expression | undefined {
  const [call, name] = /\b\w{0,30}render\.Status\(\w{1,60}, {0,9}(?:http\.(\w{1,60})\))?/.exec(text) ?? [];
  if (call === undefined) return undefined;
  const known = name === undefined ? undefined : statusOf(name);
  if (known !== undefined) return { kind: 'literal', value: known };
  return /err|fail|problem/i.test(type) ? FAILURE : { kind: 'unknown', why: 'its Render method sets the status' };
}

/** The status of a rendered value; `status` applies if its `Render` sets none. */
export const statusRendered = (value: Expression, status: Expression): Expression => ({
  kind: 'operator',
  operator: 'having',
  of: value,
  keys: {
    kind: 'tuple',
    items: [{ kind: 'literal', value: STATUS }, { kind: 'member', of: value, name: STATUS }, status],
  },
});

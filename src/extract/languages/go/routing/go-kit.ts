import type { Expression } from '../../../../facts/expression.js';
import type { Callable } from '../../../../facts/fact.js';
import { markOf, type Place, unknown } from '../source.js';
import type { Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { packageMember } from './hints.js';

const TRANSPORT = 'github.com/go-kit/kit/transport/http';

/**
 * `httptransport.NewServer(endpoint, decode, encode, options…)` of go-kit as a handler: `encode` sends the result of the
 * endpoint.
 * Undefined: another expression.
 *
 * @see https://pkg.go.dev/github.com/go-kit/kit/transport/http#NewServer
 */
export function kitServer(place: Place, node: Node): Expression | undefined {
  const made = node.kind === 'call' ? packageMember(place, node.of) : undefined;
  if (node.kind !== 'call' || made?.path !== TRANSPORT || made.name !== 'NewServer') return undefined;
  const [endpoint, , encode] = node.given;
  if (endpoint === undefined || encode === undefined) return undefined;
  const { source } = place;
  const name = `kit@${markOf(source, node.start)}`;
  const at = placeOf(source.text, node.start);
  const result: Expression = { kind: 'member', of: { kind: 'returns', of: readValue(place, endpoint) }, name: '0' };
  const encoder = packageMember(place, encode);
  const isOwn = encoder?.path === TRANSPORT && encoder.name === 'EncodeJSONResponse';
  const values = [unknown('a context'), unknown('a writer'), result];
  const callable: Callable = isOwn
    ? { kind: 'callable', name, sends: [{ status: { kind: 'literal', value: 200 }, body: result, at }], at }
    : {
        ...{ kind: 'callable', name, sends: [], at },
        forwards: [
          { call: { kind: 'returns', of: readValue(place, encode), values }, why: 'what encodes the response could not be read' },
        ],
      };
  source.callables.set(name, callable);
  return { kind: 'name', name, space: 'value' };
}

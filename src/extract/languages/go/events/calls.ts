import type { Fact } from '../../../../facts/fact.js';
import { SENDER } from '../../../sender-names.js';
import { type Place, packageOf } from '../source.js';
import type { CallNode } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { namedChannel } from './channel-names.js';
import { kafkaCall } from './kafka.js';

/** Records the channel that a call publishes or subscribes to, directly or through a function of the service. */
export function eventCall(place: Place, node: CallNode): void {
  const { source } = place;
  if (!source.events) return;
  kafkaCall(place, node);
  for (const fact of [namedChannel(place, node), ownSender(place, node)]) if (fact !== undefined) source.facts.push(fact);
}

const MOST_ARGUMENTS = 6;
const OWN = /^[a-z]/;

/** A call of a function through which the service may publish events: `bus.Publish(ctx, "orders", event)`. */
function ownSender(place: Place, { of, given, spread, start }: CallNode): Fact | undefined {
  const name = of.kind === 'member' || of.kind === 'name' ? of.name : '';
  const isSender = SENDER.test(name.charAt(0).toLowerCase() + name.slice(1));
  if (!isSender || spread || given.length === 0 || given.length > MOST_ARGUMENTS) return undefined;
  const path = of.kind === 'member' ? packageOf(place.source, of.of, place.scope) : undefined;
  // an import path without a domain is the standard library
  if (path !== undefined && OWN.test(path) && !path.includes('.')) return undefined;
  return {
    kind: 'sending',
    callable: readValue(place, of),
    given: given.map((one) => readValue(place, one)),
    ...(place.within === undefined ? {} : { inside: place.within }),
    at: placeOf(place.source.text, start),
  };
}

import type { Place } from '../source.js';
import type { CallNode } from '../syntax/node.js';
import { namedChannel } from './channel-names.js';
import { kafkaCall } from './kafka.js';
import { ownSender } from './own-senders.js';

/** What a call publishes or subscribes to, itself or through a function of the service. */
export function eventCall(place: Place, node: CallNode): void {
  const { source } = place;
  if (!source.events) return;
  kafkaCall(place, node);
  for (const fact of [namedChannel(place, node), ownSender(place, node)]) if (fact !== undefined) source.facts.push(fact);
}

import { pointerKey } from '../../model/json-pointer.js';
import type { Location } from '../../model/location.js';
import type { MessageDirection } from '../contract.js';
import { child, descend, entries, isMapping, items, locate, type Place, textAt, textsAt, valueAt } from '../place.js';
import type { Schemas } from '../schema/schemas.js';

/** What the application does with a channel, in any version; its `messages` are not read yet. */
export interface ExpectedChannel {
  readonly direction: MessageDirection;
  readonly channel: string;
  readonly aliases: readonly string[];
  readonly messages: readonly Place[];
  readonly unaddressed?: boolean;
  /** Its own servers; absent: all servers of the document. */
  readonly servers?: Place;
  /** Protocols that the bindings of the channel and its operation name, lower case. */
  readonly bound: readonly string[];
  readonly at: Location;
}

/**
 * Version 2 describes the clients: the application publishes what they `subscribe` to, and handles what they `publish` (AsyncAPI
 * 2.6.0, Channel Item Object).
 */
export function channelsOfVersion2(root: Place, schemas: Schemas): readonly ExpectedChannel[] {
  return entries(child(root, 'channels')).flatMap(([channel, item]) => {
    const target = textAt(item, '$ref') === undefined ? item : schemas.target(item);
    if (target === undefined || !isMapping(target.value)) return [];
    return (['subscribe', 'publish'] as const).flatMap((word): readonly ExpectedChannel[] => {
      const operation = child(target, word);
      if (operation === undefined || !isMapping(operation.value)) return [];
      const message = child(operation, 'message');
      lookAround(target, operation, schemas);
      return [
        {
          direction: word === 'publish' ? 'subscribe' : 'publish',
          channel,
          aliases: others(channel, [...boundNames(target), ...boundNames(operation)]),
          messages: message === undefined ? [] : alternatives(message),
          ...serversOf(target),
          bound: boundProtocols(target, operation),
          at: locate(operation),
        },
      ];
    });
  });
}

/** `message: { oneOf: [...] }`: any of several. */
function alternatives(message: Place): readonly Place[] {
  const several = child(message, 'oneOf');
  return several === undefined ? [message] : items(several);
}

/** Version 3: operations say what the application does, `send` or `receive`, and may reply on another channel (`reply`). */
export function channelsOfVersion3(root: Place, schemas: Schemas): readonly ExpectedChannel[] {
  return entries(child(root, 'operations')).flatMap(([, given]) => {
    const operation = textAt(given, '$ref') === undefined ? given : schemas.target(given);
    const action = textAt(operation, 'action');
    if (operation === undefined || (action !== 'send' && action !== 'receive')) return [];
    const direction: MessageDirection = action === 'send' ? 'publish' : 'subscribe';
    const own = channelOf(operation, direction, schemas, true);
    const reply = child(operation, 'reply');
    const answer = reply && (textAt(reply, '$ref') === undefined ? reply : schemas.target(reply));
    schemas.lookAt(answer && child(answer, 'address'), 'the address of an answer');
    const back = answer && channelOf(answer, direction === 'publish' ? 'subscribe' : 'publish', schemas, false);
    return [...(own ?? []), ...(back ?? [])];
  });
}

/** @param demanded the contract requires it even without an address; replies often have none, because the request names it. */
function channelOf(
  operation: Place,
  direction: MessageDirection,
  schemas: Schemas,
  demanded: boolean,
): readonly ExpectedChannel[] | undefined {
  const link = child(operation, 'channel');
  const channel = link && schemas.target(link);
  if (link === undefined || channel === undefined || !isMapping(channel.value)) return undefined;
  const address = textAt(channel, 'address');
  const key = lastOf(textAt(link, '$ref')) ?? '';
  if (address === undefined && (!demanded || key === '')) return undefined;
  lookAround(channel, operation, schemas);
  const chosen = child(operation, 'messages');
  const messages = chosen === undefined ? entries(child(channel, 'messages')).map(([, message]) => message) : items(chosen);
  return [
    {
      direction,
      channel: address ?? key,
      ...(address === undefined && { unaddressed: true }),
      aliases: others(address ?? key, [key, ...boundNames(channel), ...boundNames(operation)]),
      messages,
      ...serversOf(channel),
      bound: boundProtocols(channel, operation),
      at: locate(operation),
    },
  ];
}

/** Bindings are named after their protocols: https://www.asyncapi.com/docs/reference/specification/v3.0.0#channelBindingsObject */
function boundProtocols(channel: Place, operation: Place): readonly string[] {
  const named = [channel, operation].flatMap((place) => entries(child(place, 'bindings')));
  return [...new Set(named.flatMap(([name]) => (name.startsWith('x-') ? [] : [name.toLowerCase()])))];
}

/** Other properties of a channel and its operation are not compared. The names of parameters do not matter. */
function lookAround(channel: Place, operation: Place, schemas: Schemas): void {
  schemas.lookAt(child(channel, 'bindings'), 'bindings of a channel');
  for (const word of ['bindings', 'security']) schemas.lookAt(child(operation, word), `${word} of an operation`);
  for (const [, given] of entries(child(channel, 'parameters'))) {
    const parameter = schemas.target(given);
    for (const word of ['enum', 'schema', 'location'])
      schemas.lookAt(parameter && child(parameter, word), `${word} of a channel's parameter`);
  }
}

function serversOf(channel: Place): Pick<ExpectedChannel, 'servers'> {
  const servers = child(channel, 'servers');
  return servers === undefined ? {} : { servers };
}

/** The last part of a reference. */
export function lastOf(ref: string | undefined): string | undefined {
  const last = ref?.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf('#')) + 1);
  return last === undefined || last === '' ? undefined : pointerKey(last);
}

const others = (channel: string, names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => name !== '' && name !== channel);

/** Where protocol bindings have the name that code uses: https://github.com/asyncapi/bindings */
const NAMES: readonly (readonly string[])[] = [
  ['amqp', 'exchange', 'name'],
  ['amqp', 'queue', 'name'],
  ['kafka', 'topic'],
  ['googlepubsub', 'topic'],
  ['sns', 'name'],
  ['sqs', 'queue', 'name'],
  ['jms', 'destination'],
  ['anypointmq', 'destination'],
  ['ibmmq', 'topic', 'string'],
  ['ibmmq', 'queue', 'objectName'],
  ['nats', 'queue'],
];

function boundNames(place: Place): readonly string[] {
  const bindings = child(place, 'bindings');
  if (bindings === undefined) return [];
  const named = NAMES.flatMap((path) => {
    const last = path.at(-1) ?? '';
    const value = valueAt(descend(bindings, ...path.slice(0, -1)), last);
    return typeof value === 'string' ? [value] : [];
  });
  return [...named, ...textsAt(child(bindings, 'amqp'), 'cc')];
}

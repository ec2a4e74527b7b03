import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { atOf } from '../at.js';
import { importedName } from '../decorators.js';
import { objectOf } from '../names/in-file.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { encodedPayload, messageAt, namespaceAt, namespaceText, partOf, payloadTypes, ROOT } from './event-parts.js';
import { handlerOf, madeWith } from './handlers.js';
import { isParsed, isPart } from './parsed.js';
import { eventProfiles } from './profiles.js';
import { receivedIn } from './received.js';

/** Id of the extractor. */
const BY = 'typescript/sockets';

/** Messages of WebSockets: https://socket.io/docs/v4/server-api/ and https://github.com/websockets/ws */
export const sockets: Extractor<Source> = { ...eventProfiles.sockets, extract };

/** Events of the library itself. */
const OWN =
  /^(?:connect|connection|connect_error|disconnect|disconnecting|error|close|open|ping|pong|message|upgrade|listening|new_namespace)$/;
/** Methods and members that return a receiver of the same namespace. */
const ROOMS = /^(?:to|in|except|timeout|compress)$/;
const FLAGS = /^(?:broadcast|volatile|local|sockets)$/;

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  const isSocketIo = /(?:\bfrom\s?|\brequire\(|\bimport\s?)["']socket\.io["']/.test(source.text);
  const path = isSocketIo ? ROOT : pathOf(source);
  for (const call of callsOf(source.tree)) {
    if (!ts.isCallExpression(call)) continue;
    const found = isSocketIo ? eventOf(source, call) : frameOf(source, call, path);
    if (found.length > 0) source.handled.add(call);
    facts.push(...found);
  }
  return { facts, gaps: facts.length > 0 || isSocketIo ? [] : [unseen(source)] };
}

/** `io.to(room).emit('created', order)`, `socket.on('create', (order: Order) => …)`. */
function eventOf(source: Source, call: ts.CallExpression): readonly MessageSite[] {
  const callee = unwrap(call.expression);
  const [name, given] = call.arguments;
  if (!ts.isPropertyAccessExpression(callee) || !/^(?:emit|emitWithAck|on|once)$/.test(callee.name.text) || name === undefined)
    return [];
  if (ts.isStringLiteralLike(name) && OWN.test(name.text)) return [];
  const channel = namespaceOf(source, callee.expression);
  if (channel === undefined) return [];
  const event = readValue(source, name);
  if (/^emit/.test(callee.name.text)) {
    const payload = given && readValue(source, given);
    return [messageAt(source, call, { by: BY, direction: 'publish', channel, event, payload })];
  }
  const type = handlerOf(source, given)?.parameters[0]?.type;
  const payload = type === undefined || ts.isFunctionTypeNode(type) ? undefined : typeOf(source, type);
  return [messageAt(source, call, { by: BY, direction: 'subscribe', channel, event, payload })];
}

/** The namespace of a server, a socket or a value derived from them; undefined: it is neither. */
function namespaceOf(source: Source, given: ts.Expression, hops = 0): Expression | undefined {
  const node = unwrap(given);
  if (ts.isCallExpression(node)) {
    const callee = unwrap(node.expression);
    if (!ts.isPropertyAccessExpression(callee)) return undefined;
    const [first] = node.arguments;
    if (callee.name.text === 'of' && first !== undefined) return namespaceText(readValue(source, first));
    return ROOMS.test(callee.name.text) ? namespaceOf(source, callee.expression, hops) : undefined;
  }
  if (ts.isPropertyAccessExpression(node) && FLAGS.test(node.name.text)) return namespaceOf(source, node.expression, hops);
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
  const made = hops < MAX_HOPS ? madeWith(source, node) : undefined;
  const ofNamespace = made !== undefined && isNamespace(made) ? namespaceOf(source, made, hops + 1) : undefined;
  const connected = ofNamespace ?? (hops < MAX_HOPS ? connectedTo(source, node, hops) : undefined);
  if (connected !== undefined) return connected;
  return /^(?:io|socket|sock|server|nsp|namespace|client|\w*(?:Io|IO|Socket|Namespace))$/.test(name)
    ? namespaceAt(source, node)
    : undefined;
}

/** The limit of aliases; beyond it a socket counts as one of the root namespace. */
const MAX_HOPS = 10;

/** `io.of('/parcels')`. */
function isNamespace(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'of';
}

/**
 * The namespace whose `connection` event passes this socket to a function: `io.of('/parcels').on('connection', (socket) => …)`.
 */
function connectedTo(source: Source, node: ts.Expression, hops: number): Expression | undefined {
  const declaration = declarationOf(source, node);
  if (declaration === undefined || !ts.isParameter(declaration)) return undefined;
  const call = connections(source).find((one) => handlerOf(source, one.arguments[1]) === declaration.parent);
  if (call === undefined || declaration.parent.parameters[0] !== declaration) return undefined;
  return ts.isPropertyAccessExpression(call.expression) ? namespaceOf(source, call.expression.expression, hops + 1) : undefined;
}

const connectionsOf = new WeakMap<ts.SourceFile, readonly ts.CallExpression[]>();

/** All `….on('connection', …)` of a file. */
function connections(source: Source): readonly ts.CallExpression[] {
  const before = connectionsOf.get(source.tree);
  if (before !== undefined) return before;
  const found = [...callsOf(source.tree)].filter((call): call is ts.CallExpression => {
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
    const [event] = call.arguments;
    return (
      call.expression.name.text === 'on' && event !== undefined && ts.isStringLiteralLike(event) && CONNECTS.test(event.text)
    );
  });
  connectionsOf.set(source.tree, found);
  return found;
}

const CONNECTS = /^connect(?:ion)?$/;

/** A file that imports the library without a known send or listen call may use it in another way. */
function unseen(source: Source): FileGap {
  const detail = 'what goes over the sockets of this file could not be seen';
  return { reason: 'dynamic-channel', detail, at: atOf(source, source.tree), hides: { messages: 'any' } };
}

const UNKNOWN_PATH: Expression = { kind: 'unknown', why: 'the path of the socket is not known here' };

/** The path of the server that a file creates; a server with its own port and no path accepts any path. */
function pathOf(source: Source): Expression {
  for (const call of callsOf(source.tree)) {
    if (
      !ts.isNewExpression(call) ||
      !/^(?:WebSocketServer|Server|WebSocket\.Server)$/.test(importedName(source, call.expression).name)
    )
      continue;
    const path = partOf(source, call.arguments?.[0], 'path');
    if (path !== undefined) return readValue(source, path);
    if (partOf(source, call.arguments?.[0], 'port') !== undefined) return ROOT;
  }
  return UNKNOWN_PATH;
}

/** `ws.send(JSON.stringify({ type: 'created', … }))`, `ws.on('message', (data) => …)`. */
function frameOf(source: Source, call: ts.CallExpression, channel: Expression): readonly MessageSite[] {
  const callee = unwrap(call.expression);
  const [first, second] = call.arguments;
  if (!ts.isPropertyAccessExpression(callee) || first === undefined || !isSocket(source, callee.expression)) return [];
  if (callee.name.text === 'send') {
    const event = typeIn(source, first);
    return [messageAt(source, call, { by: BY, direction: 'publish', channel, event, ...encodedPayload(source, first) })];
  }
  if (callee.name.text !== 'on' || !ts.isStringLiteralLike(first) || first.text !== 'message') return [];
  const received = receivedIn(source, handlerOf(source, second), {
    isData: (node) => isParsed(source, node, /\b(?:data|message|raw|msg|event|payload|buffer)\b/),
    isSelector: (node) => ts.isPropertyAccessExpression(node) && (isPart(node, 'type') || isPart(node, 'event')),
  });
  const named = received.filter(({ when }) => when !== undefined);
  const taken = named.length > 0 ? named : [{ type: payloadTypes(received), when: undefined }];
  return taken.map(({ type: payload, when: event }) =>
    messageAt(source, call, { by: BY, direction: 'subscribe', channel, event, payload }),
  );
}

/** Excludes sockets that the file itself opens to another service. */
function isSocket(source: Source, given: ts.Expression): boolean {
  const node = unwrap(given);
  const made = madeWith(source, node);
  if (made !== undefined && ts.isNewExpression(made) && /WebSocket$/.test(made.expression.getText(source.tree))) return false;
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
  return /^(?:ws|socket|client|connection|conn|peer|\w*(?:Socket|Ws|Client))$/.test(name);
}

/** The discriminating member of messages on one socket, where the text encodes an object literal. */
function typeIn(source: Source, given: ts.Expression): Expression | undefined {
  const node = unwrap(given);
  const object = ts.isCallExpression(node) ? objectOf(source, node.arguments[0]) : undefined;
  const type = partOf(source, object, 'type') ?? partOf(source, object, 'event');
  return type === undefined ? undefined : readValue(source, type);
}

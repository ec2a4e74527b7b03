import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { type Decorator, decoratorsOf } from '../decorators.js';
import { objectOf } from '../names/in-file.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { messageAt, namespaceAt, partOf } from './event-parts.js';
import { eventProfiles } from './profiles.js';

/** Id of the extractor. */
const BY = 'typescript/nestjs-microservices';

/** Events of NestJS, over any transport: https://docs.nestjs.com/microservices/basics */
export const nestjsMessages: Extractor<Source> = { ...eventProfiles.nestjsMessages, extract };

const HANDLERS = /^(?:EventPattern|MessagePattern|SubscribeMessage)$/;
const PACKAGES = /^@nestjs\/(?:microservices|websockets)$/;

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  for (const call of callsOf(source.tree)) {
    const found = ts.isCallExpression(call) ? emitted(source, call) : undefined;
    if (found === undefined) continue;
    source.handled.add(call);
    facts.push(found);
  }
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node)) {
      const handler = decoratorsOf(source, node).find(({ name, specifier }) => HANDLERS.test(name) && PACKAGES.test(specifier));
      if (handler !== undefined) facts.push(...handled(source, node, handler));
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return { facts, gaps: [] };
}

/** `client.emit('orders.created', order)`; in a gateway `server.emit('created', order)`. */
function emitted(source: Source, call: ts.CallExpression): MessageSite | undefined {
  const callee = unwrap(call.expression);
  const [pattern, data] = call.arguments;
  if (!ts.isPropertyAccessExpression(callee) || !/^(?:emit|send)$/.test(callee.name.text) || pattern === undefined)
    return undefined;
  const receiver = callee.expression.getText(source.tree);
  if (
    !/client|proxy|broker|bus|kafka|rmq|nats|redis|server|io\b|socket/i.test(receiver) ||
    /^(?:res|response|this\.eventEmitter)/.test(receiver)
  )
    return undefined;
  const isGateway =
    callee.name.text === 'emit' && /server|io\b|socket|client\b/i.test(receiver) && !/microservices/.test(source.text);
  const value = objectOf(source, data) === undefined ? undefined : partOf(source, data, 'value');
  const payload = value ?? data;
  return messageAt(source, call, {
    by: BY,
    direction: 'publish',
    ...(isGateway
      ? { channel: namespaceAt(source, call), event: patternOf(source, pattern) }
      : { channel: patternOf(source, pattern) }),
    ...(payload === undefined ? {} : payloadIn(readValue(source, payload), value !== undefined)),
  });
}

/** Kafka's client sends a text as it is. Other transports encode it again, so their handlers receive a text. */
function payloadIn(payload: Expression, isRecord: boolean): Pick<MessageSite, 'payload' | 'encoded'> {
  if (payload.kind !== 'operator' || payload.operator !== 'encoded') return { payload };
  if (isRecord) return { payload, encoded: true };
  return { payload: { kind: 'unknown', why: 'it is made a text of JSON before the transport encodes it' } };
}

/** `'orders'`, or `{ cmd: 'orders' }`. */
function patternOf(source: Source, given: ts.Expression): Expression {
  const pattern = partOf(source, given, 'cmd') ?? given;
  const value = readValue(source, pattern);
  const ofClass = classNamed(pattern);
  return ofClass === undefined ? value : { kind: 'operator', operator: 'first-known', of: ofClass, keys: value };
}

/** `OrderPlaced.name` is the name of a class, unless `OrderPlaced` has a member of that name. */
function classNamed(given: ts.Expression): Expression | undefined {
  const pattern = unwrap(given);
  if (!ts.isPropertyAccessExpression(pattern) || pattern.name.text !== 'name') return undefined;
  const of = unwrap(pattern.expression);
  return ts.isIdentifier(of) && /^\p{Lu}/u.test(of.text) ? { kind: 'literal', value: of.text } : undefined;
}

function handled(source: Source, method: ts.MethodDeclaration, { name, arguments: given }: Decorator): readonly MessageSite[] {
  const [pattern] = given;
  if (pattern === undefined) return [];
  const payload = payloadOf(source, method);
  const names = patternOf(source, pattern);
  const isSocket = name === 'SubscribeMessage';
  const place = isSocket ? { channel: namespaceAt(source, method), event: names } : { channel: names };
  return [messageAt(source, method, { by: BY, direction: 'subscribe', ...place, payload })];
}

/** The parameter that is decorated as the whole payload; otherwise the first parameter without another decorator. */
function payloadOf(source: Source, method: ts.MethodDeclaration): Expression | undefined {
  const isPayload = ({ name, arguments: given }: Decorator): boolean =>
    /^(?:Payload|MessageBody)$/.test(name) && !given.some(ts.isStringLiteralLike);
  const decorated = method.parameters.find((parameter) => decoratorsOf(source, parameter).some(isPayload));
  const plain = method.parameters.filter((parameter) => decoratorsOf(source, parameter).length === 0);
  const isOther = ({ type }: ts.ParameterDeclaration): boolean =>
    /^(?:KafkaMessage|Socket|\w*Context)\b/.test(type?.getText(source.tree) ?? '');
  const type = (decorated ?? plain.find((parameter) => !isOther(parameter)))?.type;
  return type === undefined ? undefined : typeOf(source, type);
}

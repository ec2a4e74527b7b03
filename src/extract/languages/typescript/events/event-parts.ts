import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { MessageSite } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { decoratorsOf, propertyOf } from '../decorators.js';
import { functionOf, objectOf, returnsOf } from '../names/in-file.js';
import { functionName, isFunctionNode } from '../names/names.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { readValue } from '../values/values.js';
import { madeWith } from './handlers.js';
import type { Received } from './received.js';

/** The function whose callers decide what is sent: the enclosing one, except callbacks. Requests its facts. */
export function insideOf(source: Source, node: ts.Node): string | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (!isFunctionNode(at) || ts.isCallExpression(at.parent)) continue;
    if (at.parameters.length === 0) return undefined;
    source.requested.add(at);
    return functionName(source.tree, at);
  }
  return undefined;
}

type Needed = Pick<MessageSite, 'by' | 'direction' | 'channel'>;
/** What a reader knows of a message; what is undefined is left out of the fact. */
type Known = Needed & {
  readonly [Key in Exclude<keyof MessageSite, keyof Needed | 'kind' | 'inside' | 'at'>]?: MessageSite[Key] | undefined;
};

/** A message fact with its position and its enclosing function. */
export function messageAt(source: Source, node: ts.Node, { by, direction, channel, ...known }: Known): MessageSite {
  const members = Object.entries({ ...known, inside: insideOf(source, node) }).filter(([, value]) => value !== undefined);
  return { kind: 'message', by, direction, channel, ...Object.fromEntries(members), at: atOf(source, node) };
}

/** The text behind an encoding as bytes: `Buffer.from(x)`, `new TextEncoder().encode(x)`, `x.toString()`. */
function textOfBytes(given: ts.Expression): ts.Expression {
  let node = unwrap(given);
  for (let hops = 0; hops < 5; hops += 1) {
    if (!ts.isCallExpression(node)) return node;
    const callee = unwrap(node.expression);
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
    const [first] = node.arguments;
    if (!ts.isPropertyAccessExpression(callee) || first === undefined) return node;
    const isBuffer = name === 'from' && ts.isIdentifier(callee.expression) && callee.expression.text === 'Buffer';
    const isEncoder =
      name === 'encode' && /^(?:new TextEncoder\(\)|\w*(?:encoder|codec|Encoder|Codec|sc))$/.test(callee.expression.getText());
    if (!isBuffer && !isEncoder) return node;
    node = unwrap(first);
  }
  return node;
}

/** A payload that is sent as bytes or text: its data is the value that JSON encoded. */
export function encodedPayload(source: Source, given: ts.Expression): Pick<MessageSite, 'payload' | 'encoded'> {
  return { payload: readValue(source, textOfBytes(given)), encoded: true };
}

/** The value of a property of an object literal, here or in a variable of the file. */
export function partOf(source: Source, object: ts.Expression | undefined, name: string): ts.Expression | undefined {
  const literal = objectOf(source, object);
  const value = propertyOf(literal, name);
  return value === undefined ? undefined : unwrap(value);
}

/** A namespace as Socket.IO stores it: the library adds a missing leading slash (`Server.of`). */
export function namespaceText(given: Expression): Expression {
  if (given.kind !== 'literal' || typeof given.value !== 'string') return given;
  return given.value.startsWith('/') ? given : { ...given, value: `/${given.value}` };
}

/** The default namespace of sockets. */
export const ROOT: Expression = { kind: 'literal', value: '/' };

/** The namespace of the enclosing NestJS gateway, by its decorator: https://docs.nestjs.com/websockets/gateways */
export function namespaceAt(source: Source, node: ts.Node): Expression {
  const gateway = ts.findAncestor(node, ts.isClassDeclaration);
  const decorator = gateway && decoratorsOf(source, gateway).find(({ name }) => name === 'WebSocketGateway');
  for (const given of decorator?.arguments ?? []) {
    const namespace = partOf(source, given, 'namespace');
    if (namespace !== undefined) return namespaceText(readValue(source, namespace));
  }
  return ROOT;
}

/** The elements of an array literal, or the object that a callback of `map` creates for each. */
export function elementsOf(source: Source, given: ts.Expression | undefined): readonly ts.Expression[] | undefined {
  const node = given && resolved(source, given);
  if (node === undefined) return undefined;
  if (ts.isArrayLiteralExpression(node)) {
    const all = node.elements.map((one) => (ts.isSpreadElement(one) ? elementsOf(source, one.expression) : [unwrap(one)]));
    return all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [callback] = node.arguments;
  const maker = /^(?:map|flatMap)$/.test(node.expression.name.text) && callback ? functionOf(source, callback) : undefined;
  return maker && returnsOf(maker).map((one) => unwrap(one));
}

/** The initializer of a variable of the file. */
function resolved(source: Source, given: ts.Expression): ts.Expression {
  const node = unwrap(given);
  return madeWith(source, node) ?? node;
}

/** The type that a handler expects: the union of the types for one selector, otherwise the one unconditional type. */
export function payloadTypes(received: readonly Received[]): Expression | undefined {
  const [first, ...others] = received.map(({ type }) => type);
  if (first === undefined) return undefined;
  return others.length === 0 ? first : { kind: 'union', options: [first, ...others] };
}

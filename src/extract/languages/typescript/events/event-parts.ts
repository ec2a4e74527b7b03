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

/** The function whose callers say what is sent: the one around, but for callbacks; its facts are asked for. */
export function insideOf(source: Source, node: ts.Node): string | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (!isFunctionNode(at) || ts.isCallExpression(at.parent)) continue;
    if (at.parameters.length === 0) return undefined;
    source.requested.add(at);
    return functionName(source.tree, at);
  }
  return undefined;
}

/** A message fact with the place and the function that it stands in. */
export function messageAt(source: Source, node: ts.Node, fact: Omit<MessageSite, 'kind' | 'inside' | 'at'>): MessageSite {
  const inside = insideOf(source, node);
  return { kind: 'message', ...fact, ...(inside === undefined ? {} : { inside }), at: atOf(source, node) };
}

/** The bytes of a text are that text: `Buffer.from(x)`, `new TextEncoder().encode(x)`, `x.toString()`. */
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

/** What is sent as bytes or text: its data is what JSON made them of. */
export function encodedPayload(source: Source, given: ts.Expression): Pick<MessageSite, 'payload' | 'encoded'> {
  return { payload: readValue(source, textOfBytes(given)), encoded: true };
}

/** The value of a property of an object that is written out, here or where a variable of the file is made. */
export function partOf(source: Source, object: ts.Expression | undefined, name: string): ts.Expression | undefined {
  const literal = objectOf(source, object);
  const value = propertyOf(literal, name);
  return value === undefined ? undefined : unwrap(value);
}

/** A namespace as Socket.IO knows it: it puts the slash before one that is given without (`Server.of`). */
export function namespaceText(given: Expression): Expression {
  if (given.kind !== 'literal' || typeof given.value !== 'string') return given;
  return given.value.startsWith('/') ? given : { ...given, value: `/${given.value}` };
}

/** The namespace that sockets are in unless another is named. */
export const ROOT: Expression = { kind: 'literal', value: '/' };

/** The namespace of the gateway of NestJS around, by its decorator: https://docs.nestjs.com/websockets/gateways */
export function namespaceAt(source: Source, node: ts.Node): Expression {
  const gateway = ts.findAncestor(node, ts.isClassDeclaration);
  const decorator = gateway && decoratorsOf(source, gateway).find(({ name }) => name === 'WebSocketGateway');
  for (const given of decorator?.arguments ?? []) {
    const namespace = partOf(source, given, 'namespace');
    if (namespace !== undefined) return namespaceText(readValue(source, namespace));
  }
  return ROOT;
}

/** The elements of a list that is written out, or the object that a callback of `map` makes of each. */
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

/** What a variable of the file was made with. */
function resolved(source: Source, given: ts.Expression): ts.Expression {
  const node = unwrap(given);
  return madeWith(source, node) ?? node;
}

/** What a handler takes an event for: of the types for one selector, else the one type that stands under no condition. */
export function payloadTypes(received: readonly Received[]): Expression | undefined {
  const [first, ...others] = received.map(({ type }) => type);
  if (first === undefined) return undefined;
  return others.length === 0 ? first : { kind: 'union', options: [first, ...others] };
}

import type { Expression } from '../../../../facts/expression.js';
import type { MessageSite } from '../../../../facts/fact.js';
import { encodedAt } from '../bodies/encoded.js';
import { type Body, readIn } from '../bodies/variables.js';
import { scopeOf } from '../source.js';
import { argumentsOf, type Cursor, typeArguments, typeRef } from '../syntax/cursor.js';
import { tokenAt } from '../tokens.js';
import { typeOf } from '../types.js';
import { type Argument, type Field, simpleName, type TypeRef } from '../unit.js';

/** Parameters next to the event: headers, acknowledgements, the consumer. */
const BESIDE =
  /^(?:Acknowledgment|(?:Message)?Headers|MessageHeaderAccessor|ConsumerRecordMetadata|Consumer|Channel|BatchAcknowledgment|SimpMessageHeaderAccessor)$/;
const BESIDE_ANNOTATIONS = new Set(['Header', 'Headers']);
/** Types whose last type argument is the event. */
const AROUND = /^(?:ConsumerRecords?|Message|GenericMessage|List|Collection|Flux|Mono|ReceiverRecord)$/;
/** Types that do not describe the data: code parses it later, or never. */
const RAW = /^(?:String|CharSequence|Object|Any|byte|ByteArray|JsonNode|ObjectNode|Map|GenericRecord|\[\]|\?|ByteBuffer)$/;

/** The event type of a listener: its parameter's type, or the only class that its body parses a text into. */
export function takenBy(body: Body): Expression | undefined {
  const { method } = body;
  const parameters = method.parameters.filter((one) => !isBeside(one));
  const marked = parameters.find((one) => one.annotations.some(({ name }) => name === 'Payload'));
  const type = inside((marked ?? parameters[0])?.type);
  if (type !== undefined && !RAW.test(simpleName(type.name))) return typeIn(body, type);
  return parsedAs(body);
}

const isBeside = ({ annotations, type }: Field): boolean =>
  annotations.some(({ name }) => BESIDE_ANNOTATIONS.has(name)) || BESIDE.test(simpleName(type?.name ?? ''));

function inside(type: TypeRef | undefined): TypeRef | undefined {
  let at = type;
  for (let depth = 0; at !== undefined && AROUND.test(simpleName(at.name)) && depth < 5; depth += 1) at = at.arguments.at(-1);
  return at;
}

const typeIn = ({ source, decl, method }: Body, type: TypeRef): Expression =>
  typeOf(source, scopeOf(decl, method.typeParameters), type);

const PARSERS = new Set(['readValue', 'fromJson', 'treeToValue', 'convertValue', 'decodeFromString', 'parseObject']);

/** `mapper.readValue(text, Order.class)`, `json.decodeFromString<Order>(text)`: the only class in such calls. */
function parsedAs(body: Body): Expression | undefined {
  const range = body.method.body ?? body.method.expression;
  if (range === undefined) return undefined;
  const { tokens } = body.source.unit;
  const found = new Map<string, TypeRef>();
  for (let index = range.from; index < range.to; index += 1) {
    if (tokenAt(tokens, index).kind !== 'word' || !PARSERS.has(tokenAt(tokens, index).text)) continue;
    const type = parsedAt(body, index);
    if (type !== undefined) found.set(JSON.stringify(type), type);
  }
  const [only, ...others] = found.values();
  return only === undefined || others.length > 0 ? undefined : typeIn(body, only);
}

function parsedAt({ source }: Body, index: number): TypeRef | undefined {
  const { tokens } = source.unit;
  const cursor: Cursor = { tokens, at: index + 1 };
  if (tokenAt(tokens, cursor.at).text === '<') return typeArguments(cursor).at(-1);
  const type = argumentsOf(tokens, cursor.at).at(-1);
  if (type === undefined) return undefined;
  const at: Cursor = { tokens, at: type.from };
  const named = typeRef(at);
  const isClass =
    tokenAt(tokens, type.to - 1).text === 'class' ||
    (tokenAt(tokens, type.to - 1).text === 'java' && tokenAt(tokens, type.to - 3).text === 'class');
  return named !== undefined && isClass ? { ...named, name: named.name.replace(/\.class(?:\.java)?$/, '') } : undefined;
}

/** The payload that is sent; for a text, only the value that JSON encoding created it from. */
export function sentPayload(body: Body, given: Argument): Pick<MessageSite, 'payload' | 'encoded'> {
  const encoded = encodedAt(body, given);
  if (encoded !== undefined)
    return { payload: { kind: 'operator', operator: 'encoded', of: readIn(body, encoded) }, encoded: true };
  const payload = readIn(body, given);
  return isText(payload) ? {} : { payload };
}

/** A text of unknown origin may contain anything. */
function isText(payload: Expression): boolean {
  if (payload.kind === 'literal' || payload.kind === 'text') return true;
  if (payload.kind === 'parameter') return payload.type !== undefined && isText(payload.type);
  return payload.kind === 'scalar' && payload.type === 'string';
}

import type { Expression } from '../../../../facts/expression.js';
import type { MessageSite } from '../../../../facts/fact.js';
import { lookup, originOf, type Scope } from '../scope.js';
import type { Source } from '../source.js';
import { argument, keyword, type Node } from '../syntax/syntax.js';
import { typeOf } from '../types.js';
import { readValue } from '../values.js';
import { type Call, type CallSite, callsOf } from './walk.js';

const MOST_HOPS = 6;

/**
 * The data of sent bytes or text, if JSON certainly encoded it. `serializes`: the producer encodes its argument as JSON itself.
 */
export function sentPayload(
  source: Source,
  scope: Scope,
  given: Node,
  serializes = false,
): Pick<MessageSite, 'payload' | 'encoded'> {
  const encoded = encodedIn(source, scope, given, 0);
  if (encoded !== undefined) return { payload: encoded, encoded: true };
  const payload = dataOf(source, scope, given);
  return serializes ? { payload } : { payload, encoded: true };
}

/** The data of a value; for a parameter of any dictionary type, the argument shows more than the type. */
function dataOf(source: Source, scope: Scope, given: Node): Expression {
  const read = readValue(source, scope, given);
  if (read.kind !== 'parameter' || (read.type?.kind !== 'map' && read.type?.kind !== 'unknown')) return read;
  const { type: _, ...passed } = read;
  return passed;
}

const DUMPS = /^(?:json|orjson|ujson|simplejson|rapidjson)\.dumps$/;

/** `json.dumps(event).encode("utf-8")`, `event.model_dump_json()`: the data, marked as encoded. */
function encodedIn(source: Source, scope: Scope, given: Node, hops: number): Expression | undefined {
  const node = unwrapped(given);
  if (hops > MOST_HOPS) return undefined;
  const on = (of: Expression): Expression => ({ kind: 'operator', operator: 'encoded', of });
  if (node.kind === 'name') {
    const binding = lookup(scope, node.name)?.binding;
    const [value, ...others] = binding?.kind === 'variable' ? binding.values : [];
    return value === undefined || others.length > 0 ? undefined : encodedIn(source, scope, value, hops + 1);
  }
  if (node.kind !== 'call') return undefined;
  if (DUMPS.test(originOf(scope, node.of) ?? '')) {
    const data = argument(node, 0, 'obj');
    return data === undefined ? undefined : on(dataOf(source, scope, data));
  }
  if (node.of.kind !== 'attribute' || !/^(?:model_dump_json|json|to_json)$/.test(node.of.name)) return undefined;
  if (node.of.name === 'to_json') return on(readValue(source, scope, node.of.of));
  // these omit and rename fields as `model_dump` and `dict` do
  const name = node.of.name === 'json' ? 'dict' : 'model_dump';
  const dumped: Call = { ...node, of: { ...node.of, name } };
  return on(readValue(source, scope, dumped));
}

/** Without `.encode(…)`, `bytes(…)`, `await`. */
function unwrapped(given: Node): Node {
  let node = given;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    if (node.kind === 'await') node = node.of;
    else if (node.kind === 'call' && node.of.kind === 'attribute' && node.of.name === 'encode') node = node.of.of;
    else if (node.kind === 'call' && node.of.kind === 'name' && /^(?:bytes|str)$/.test(node.of.name))
      node = argument(node, 0) ?? node;
    else return node;
  }
  return node;
}

const PARSERS = /^(?:model_validate_json|model_validate|parse_raw|parse_obj|from_json|from_dict|schema)$/;
const LOADS = /^(?:json|orjson|ujson|simplejson|rapidjson)\.loads$/;
const WITHIN = /\bjson\b/i;

/** The class as which the file, or a function of it, parses messages; undefined: none, or several. */
export function takenIn(source: Source, within?: { readonly start: number; readonly end: number }): Expression | undefined {
  const found = new Map<string, Expression>();
  for (const site of callsOf(source)) {
    if (within !== undefined && (site.call.start < within.start || site.call.end > within.end)) continue;
    const model = parsedAs(site);
    if (model === undefined) continue;
    const type = typeOf(source, site.scope, model);
    found.set(JSON.stringify(type), type);
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** `Order.model_validate_json(message.value)`, `Order(**json.loads(body))`, `Order.parse_obj(data)` with loaded `data`. */
function parsedAs({ call, scope }: CallSite): Node | undefined {
  if (call.of.kind === 'attribute' && PARSERS.test(call.of.name)) {
    const isClass = call.of.of.kind === 'name' && /^[A-Z]/.test(call.of.of.name);
    const [first] = call.arguments;
    const isText = /json|raw/.test(call.of.name) || (first !== undefined && isLoaded(scope, first.value, 0));
    return isClass && isText ? call.of.of : undefined;
  }
  const spread = call.arguments.find(({ star }) => star === 2)?.value;
  const isClass = call.of.kind === 'name' && /^[A-Z]/.test(call.of.name);
  return isClass && spread !== undefined && isLoaded(scope, spread, 0) ? call.of : undefined;
}

/** Whether a value is parsed JSON, or the result of a deserializer. */
function isLoaded(scope: Scope, given: Node, hops: number): boolean {
  const node = given.kind === 'await' ? given.of : given;
  if (hops > MOST_HOPS) return false;
  if (node.kind === 'call')
    return LOADS.test(originOf(scope, node.of) ?? '') || (node.of.kind === 'attribute' && WITHIN.test(node.of.name));
  if (node.kind === 'attribute') return node.name === 'value';
  if (node.kind !== 'name') return false;
  const binding = lookup(scope, node.name)?.binding;
  return binding?.kind === 'variable' && binding.values.some((value) => value !== undefined && isLoaded(scope, value, hops + 1));
}

/** Whether the producers of a file have a JSON serializer. */
export function serializesJson(source: Source): boolean {
  return callsOf(source).some(({ call }) => {
    const serializer = keyword(call, 'value_serializer');
    return serializer?.kind === 'lambda' && callsIn(serializer.body);
  });
}

function callsIn(node: Node): boolean {
  if (node.kind !== 'call') return false;
  if (node.of.kind === 'attribute' && node.of.name === 'dumps') return true;
  return node.of.kind === 'attribute' ? callsIn(node.of.of) : node.arguments.some(({ value }) => callsIn(value));
}

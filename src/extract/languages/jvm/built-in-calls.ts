import { type Expression, INTEGER, type ObjectMember, type PropertyMember, STRING } from '../../../facts/expression.js';
import { unknown } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from './tokens.js';
import type { Argument, Range } from './unit.js';

type Read = (one: Argument) => Expression;

const LISTS = new Set(
  'List.of Set.of Arrays.asList Collections.singletonList Collections.singleton Stream.of Flux.just listOf setOf arrayOf emptyList emptySet Collections.emptyList Collections.emptySet mutableListOf flowOf'.split(
    ' ',
  ),
);
const MAPS = new Set('Map.of ImmutableMap.of Collections.singletonMap'.split(' '));
const PAIRS = new Set('mapOf mutableMapOf hashMapOf linkedMapOf'.split(' '));
const SAME = new Set(
  'fromValue fromObject fromPublisher BodyInserters.fromValue BodyInserters.fromObject BodyInserters.fromPublisher Optional.of JsonPrimitive'.split(
    ' ',
  ),
);

const BOXED = new Set(
  'Mono.just Mono.justOrEmpty CompletableFuture.completedFuture Future.succeededFuture createFrom.item'.split(' '),
);

/** They throw where they are given null. */
const NEVER_NULL = new Set('Objects.requireNonNull requireNotNull checkNotNull'.split(' '));

const RESULTS: ReadonlyMap<string, Expression> = new Map([
  ...['String.valueOf', 'String.format', 'String.join', 'Integer.toString', 'Long.toString', 'Objects.toString'].map(
    (name): [string, Expression] => [name, STRING],
  ),
  ...['Integer.parseInt', 'Long.parseLong', 'Integer.valueOf', 'Long.valueOf', 'Math.round', 'System.currentTimeMillis'].map(
    (name): [string, Expression] => [name, INTEGER],
  ),
  ['UUID.randomUUID', { kind: 'scalar', type: 'string', format: 'uuid' }],
  ['Double.parseDouble', { kind: 'scalar', type: 'number', format: 'double' }],
]);

const EMPTY_LIST = /^(?:empty(?:List|Set)|(?:mutable|array|linked)?(?:List|Set|list|set)Of)$/;
const EMPTY_MAP = /^(?:emptyMap|(?:mutable|hash|linked|sorted)?(?:Map|map)Of)$/;

/** `mutableListOf<Note>()`, `mutableMapOf<Int, Note>()`: what is put into it later has the written type. */
function emptyOf(name: string, types: readonly Expression[]): Expression | undefined {
  const of = types.at(-1);
  if (of === undefined) return undefined;
  if (types.length === 1 && EMPTY_LIST.test(name)) return { kind: 'array', items: of };
  return types.length === 2 && EMPTY_MAP.test(name) ? { kind: 'map', values: of } : undefined;
}

/** The results of platform functions: lists, and maps with literal keys. */
export function builtIn(
  name: string,
  given: readonly Argument[],
  read: Read,
  tokens: Tokens,
  types: readonly Expression[] = [],
): Expression | undefined {
  const empty = given.length === 0 ? emptyOf(name, types) : undefined;
  if (empty !== undefined) return empty;
  if (LISTS.has(name)) return { kind: 'tuple', items: given.map(read) };
  if (MAPS.has(name)) return written(pairs(given), read, tokens);
  if (PAIRS.has(name))
    return written(
      given.map((one) => toPair(one, tokens)),
      read,
      tokens,
    );
  const result = RESULTS.get(name);
  if (result !== undefined) return result;
  const [only, other] = given;
  const something = (one: Argument): Expression => ({ kind: 'operator', operator: 'non-null', of: read(one) });
  if (/^(?:list|set)OfNotNull$/.test(name)) return { kind: 'tuple', items: given.map(something) };
  if (NEVER_NULL.has(name) && only !== undefined) return something(only);
  if (name === 'Objects.requireNonNullElse' && only !== undefined && other !== undefined)
    return { kind: 'union', options: [something(only), read(other)] };
  if (name === 'Optional.ofNullable' && only !== undefined) return { kind: 'operator', operator: 'nullable', of: read(only) };
  if (BOXED.has(name) && only !== undefined) return { kind: 'operator', operator: 'boxed', of: read(only) };
  return SAME.has(name) && only !== undefined ? read(only) : undefined;
}

/** `k, v, k, v` */
function pairs(given: readonly Argument[]): readonly (readonly [Argument, Argument] | undefined)[] {
  return given.flatMap((key, index) => {
    const value = given[index + 1];
    return index % 2 === 0 ? [value === undefined ? undefined : ([key, value] as const)] : [];
  });
}

/** `key to value` */
function toPair({ from, to }: Argument, tokens: Tokens): readonly [Argument, Argument] | undefined {
  const isPair = tokenAt(tokens, from).kind === 'string' && tokenAt(tokens, from + 1).text === 'to';
  return isPair
    ? [
        { from, to: from + 1 },
        { from: from + 2, to },
      ]
    : undefined;
}

const BUILDERS = new Set('buildMap buildJsonObject'.split(' '));

/**
 * What a builder makes of the statements in its lambda, braces included: `buildMap { put("k", v) }`, `buildJsonObject { … }`.
 * Undefined for other functions.
 */
export function builtBy(name: string, { from, to }: Range, read: Read, tokens: Tokens): Expression | undefined {
  if (!BUILDERS.has(name)) return undefined;
  const all: (readonly [Argument, Argument | Expression] | undefined)[] = [];
  for (let at = from + 1; at < to - 1; ) {
    const isCall = tokenAt(tokens, at + 1).text === '(';
    const close = isCall ? closingOf(tokens, at + 1) : at;
    const [key, put] = isCall ? argumentsOf(tokens, at + 1) : [];
    const { text } = tokenAt(tokens, at);
    const block = tokenAt(tokens, close + 1).text === '{' ? { from: close + 1, to: closingOf(tokens, close + 1) + 1 } : undefined;
    const inner = block && text === 'putJsonObject' ? builtBy('buildJsonObject', block, read, tokens) : undefined;
    const stated = text === 'put' && block === undefined ? put : (inner ?? (text === 'putJsonArray' ? LIST : undefined));
    at = block?.to ?? close + 1;
    const isAlone = at >= to - 1 || tokenAt(tokens, at).first || tokenAt(tokens, at).text === ';';
    if (key === undefined || stated === undefined || !isAlone) return unknown('what is put here is not followed');
    all.push([key, stated]);
    if (tokenAt(tokens, at).text === ';') at += 1;
  }
  return written(all, read, tokens);
}

const LIST: Expression = { kind: 'array', items: unknown('what is added to this list is not followed') };

function written(
  all: readonly (readonly [Argument, Argument | Expression] | undefined)[],
  read: Read,
  tokens: Tokens,
): Expression {
  const members: ObjectMember[] = [];
  for (const pair of all) {
    if (pair === undefined) return NOT_WRITTEN;
    const [key, of] = pair;
    const member = entryOf(read(key), 'kind' in of ? of : read(of), tokens.at(tokenAt(tokens, key.from).start));
    if (member === undefined) return NOT_WRITTEN;
    members.push(member);
  }
  return { kind: 'object', members };
}

const NOT_WRITTEN: Expression = { kind: 'map', values: unknown('not all keys of a map are written out') };

/** An entry of a map whose key is a text, or a constant with one; undefined for other keys. */
export function entryOf(key: Expression, of: Expression, at: PropertyMember['at']): ObjectMember | undefined {
  if (key.kind === 'literal' && typeof key.value === 'string')
    return { kind: 'property', name: key.value, naming: 'explicit', value: of, at };
  const isConstant = (key.kind === 'name' || key.kind === 'member') && CONSTANT.test(key.name);
  return isConstant ? { kind: 'spread', value: { kind: 'operator', operator: 'named', of, keys: key } } : undefined;
}
const CONSTANT = /^[A-Z][A-Z\d_]*$/;

import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import { entryOf } from '../built-in-calls.js';
import type { Env } from '../free-names.js';
import { at, type Source, unknown } from '../source.js';
import { argumentsOf, type Cursor, isAt, peek, take, typeRef } from '../syntax/cursor.js';
import { closingOf, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import { readValue } from '../values.js';
import type { Change, Condition, Place } from './block.js';
import { isMap } from './saying.js';

/** A map with more changes is not followed. */
const MAX_CHANGES = 200;

/** A change of a map, with the environment for reading its parts. */
export interface MapChange extends Omit<Change, 'name'> {
  readonly env: Env;
}

/** The initial content of a map: `new HashMap<>()`, `new HashMap<>() {{ put("a", b); }}`, `mapper.createObjectNode()`. */
export function mapMade(env: Env, range: Range): readonly MapChange[] | undefined {
  const { tokens } = env.source.unit;
  const cursor: Cursor = { tokens, at: range.from };
  if (tokenAt(tokens, range.to - 3).text === 'createObjectNode' || isEmptyCall(env, range)) return [];
  const begun = pairsOf(env, range);
  if (begun !== undefined) return begun;
  const isNew = take(cursor, 'new');
  if (!isNew && tokens.dialect === 'java') return undefined;
  const type = typeRef(cursor);
  if (type === undefined || !(isMap(type.name) || /^J(?:SON|son)Object$/.test(type.name)) || !isAt(cursor, '(')) return undefined;
  const given = argumentsOf(tokens, cursor.at);
  const close = closingOf(tokens, cursor.at);
  const copied = given.filter(({ from }) => tokenAt(tokens, from).kind === 'word');
  const first = copied.map((one) => changeOf(env, range.from, 'putAll', [one]));
  cursor.at = close + 1;
  const chained = putsAfter(env, cursor, range.to);
  if (cursor.at >= range.to) return [...first, ...chained];
  if (!isAt(cursor, '{') || !isAt(cursor, '{', 1)) return undefined;
  return [...first, ...putsIn(env, cursor.at + 1)];
}

/** `.put("a", b).put("c", d)`, as on a `JsonObject` of Vert.x. */
function putsAfter(env: Env, cursor: Cursor, to: number): readonly MapChange[] {
  const all: MapChange[] = [];
  while (cursor.at < to && isAt(cursor, '.') && isAt(cursor, 'put', 1) && isAt(cursor, '(', 2)) {
    const { at: index } = cursor;
    all.push(changeOf(env, index + 1, 'put', argumentsOf(cursor.tokens, index + 2)));
    cursor.at = closingOf(cursor.tokens, index + 2) + 1;
  }
  return all;
}

/** `mutableMapOf()`, `Map.of()` */
function isEmptyCall({ source: { unit } }: Env, { from, to }: Range): boolean {
  const words = Array.from({ length: Math.min(12, to - from) }, (_, index) => tokenAt(unit.tokens, from + index).text).join('');
  return /^(?:(?:mutable|hash|linked)MapOf|linkedMapOf)(?:<[\w,?]+>)?\(\)$/.test(words);
}

/** `mutableMapOf("a" to b)`: a map that later statements may change. */
function pairsOf(env: Env, { from, to }: Range): readonly MapChange[] | undefined {
  const { tokens } = env.source.unit;
  if (!/^(?:mutable|hash|linked)MapOf$/.test(tokenAt(tokens, from).text)) return undefined;
  const cursor: Cursor = { tokens, at: from };
  if (typeRef(cursor) === undefined || !isAt(cursor, '(') || closingOf(tokens, cursor.at) !== to - 1) return undefined;
  return argumentsOf(tokens, cursor.at).map((one) => {
    const isPair = tokenAt(tokens, one.from).kind === 'string' && tokenAt(tokens, one.from + 1).text === 'to';
    const [key, value] = [
      { from: one.from, to: one.from + 1 },
      { from: one.from + 2, to: one.to },
    ];
    return isPair ? changeOf(env, one.from, 'put', [key, value]) : changeOf(env, one.from, 'a pair', [one]);
  });
}

/** The calls `put(…);` inside this pair of braces. */
function putsIn(env: Env, open: number): readonly MapChange[] {
  const { tokens } = env.source.unit;
  const all: MapChange[] = [];
  for (let at = open + 1; at < closingOf(tokens, open); at++) {
    const { kind, text } = tokenAt(tokens, at);
    if (kind === 'word' && tokenAt(tokens, at + 1).text === '(') {
      all.push(changeOf(env, at, text, argumentsOf(tokens, at + 1)));
      at = closingOf(tokens, at + 1);
    } else if (text === '{') at = closingOf(tokens, at);
  }
  return all;
}

const changeOf = (env: Env, index: number, how: string, given: readonly Range[]): MapChange => ({
  env,
  index,
  within: [],
  how,
  given,
});

const SETS = new Set(['put', '[]=', 'set', 'putPOJO', 'putIfAbsent', 'addAttribute', 'replace']);
/** Methods that compute the new value of a key from the old one. */
const COMPUTES = new Set(['merge', 'compute', 'computeIfAbsent', 'computeIfPresent']);
const LOOKS = new Set([
  'get',
  'containsKey',
  'size',
  'isEmpty',
  'keySet',
  'entrySet',
  'values',
  'forEach',
  'getOrDefault',
  'containsValue',
]);

/**
 * A map as an object with the entries put into it. `place`: where the code creates it; an entry under a further condition may be
 * missing. `values`: the declared value type, for keys that are not literals.
 */
export function writtenMap(source: Source, place: Place, changes: readonly MapChange[], values?: Expression): Expression {
  if (changes.length > MAX_CHANGES) return unknown('a map with too many statements');
  const named = new Map<string, Put[]>();
  const members: ObjectMember[] = [];
  for (const change of changes) {
    const [key, value] = change.given;
    if (LOOKS.has(change.how)) continue;
    if (change.how === 'putAll' || change.how === 'setAll') {
      if (key !== undefined) members.push({ kind: 'spread', value: readValue(change.env, key) });
      continue;
    }
    const name = key === undefined ? undefined : keyOf(change.env, key);
    const constant = key && value && name === undefined ? constantPut(place, change, key, value) : undefined;
    if (constant !== undefined) {
      members.push(constant);
      continue;
    }
    if ((SETS.has(change.how) || COMPUTES.has(change.how)) && name === undefined && values !== undefined) {
      members.push({ kind: 'rest', values });
      continue;
    }
    if (!SETS.has(change.how) || value === undefined || name === undefined)
      return {
        kind: 'map',
        values: unknown(
          SETS.has(change.how) ? 'not all keys of a map are written out' : `what ${change.how} does to a map is not followed`,
        ),
      };
    const found = conditionOf(place, change);
    // `if (!made.containsKey("id")) made.put("id", 1)`: it is there in any case
    const condition = found === 'if' && isAskedFor(source, change.index) ? 'other' : found;
    const put = { value: readValue(change.env, value), at: at(source, change.index), condition };
    const before = put.condition === undefined ? [] : (named.get(name) ?? []);
    named.set(name, [...before, put]);
  }
  return { kind: 'object', members: [...members, ...[...named].map(([name, puts]) => memberOf(name, puts))] };
}

/** Whether a condition just before a place asks which keys there are. */
function isAskedFor({ unit: { tokens } }: Source, index: number): boolean {
  for (let at = index - 1; at > index - 20 && at > 0; at--) {
    const { text } = tokenAt(tokens, at);
    if (text === 'containsKey') return true;
    if (text === ';' || text === '}') return false;
  }
  return false;
}

interface Put {
  readonly value: Expression;
  readonly at: PropertyMember['at'];
  readonly condition: Condition | undefined;
}

function memberOf(name: string, puts: readonly Put[]): PropertyMember {
  const [first, ...others] = puts;
  if (first === undefined) throw new Error('a member without a value');
  const value: Expression = others.length === 0 ? first.value : { kind: 'union', options: puts.map((one) => one.value) };
  const isAlone = others.length === 0;
  return {
    ...{ kind: 'property', name, naming: 'explicit', value, at: first.at },
    ...(isAlone && first.condition === 'if' && { optional: true }),
    ...(isAlone && first.condition === 'other' && { unsure: 'it is put there under a condition' }),
  };
}

/** The condition around a change that is not also around its place. */
function conditionOf(place: Pick<Place, 'within'>, { within }: Pick<Place, 'within'>): Condition | undefined {
  const around = new Set(place.within.map(({ from }) => from));
  const own = within.filter(({ from }) => !around.has(from));
  if (own.length === 0) return undefined;
  return own.every(({ condition }) => condition === 'if') ? 'if' : 'other';
}

/** `put(Keys.ID, id)`, which surely happens */
function constantPut(place: Place, { env, how, within, index }: MapChange, key: Range, of: Range): ObjectMember | undefined {
  if (!SETS.has(how) || conditionOf(place, { within }) !== undefined) return undefined;
  return entryOf(readValue(env, key), readValue(env, of), at(env.source, index));
}

function keyOf(env: Env, range: Range): string | undefined {
  const key = readValue(env, range);
  return key.kind === 'literal' && typeof key.value === 'string' ? key.value : undefined;
}

/** Does the statement let other code change the map? Reading it, or putting it into another map, does not. */
export function isPassedOn(source: Source, index: number): boolean {
  const { tokens } = source.unit;
  const before = tokenAt(tokens, index - 1).text;
  if (before === '.' || tokenAt(tokens, index + 1).text === '.' || tokenAt(tokens, index + 1).text === '[') return false;
  if (tokenAt(tokens, index + 1).text === '=') return false;
  for (let at = index - 1; at > index - 30 && at > 0; at--) {
    const { kind, text } = tokenAt(tokens, at);
    if (text === ';' || text === '{' || text === '}') return before === '=';
    if (text === '(' && closingOf(tokens, at) > index) {
      const called = peek({ tokens, at: at - 1 });
      const on = tokenAt(tokens, at - 3).text;
      if (kind === 'symbol' && /^(?:put|add|set|ok|body|println|write\w*|entity)$/.test(called.text)) return false;
      return !/^log(?:ger)?$/i.test(on) && called.text !== 'if';
    }
  }
  return true;
}

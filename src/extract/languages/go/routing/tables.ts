import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Constant } from '../../../../facts/fact.js';
import { type Place, type Source, unknown } from '../source.js';
import type { CallNode, CompositeNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';

type ReadValue = (place: Place, node: Node) => Expression;

/** A path, or a method with or without a path. */
const OF_ROUTE = /^(?:(?:[A-Z]{3,7} )?\/|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$)/;

const isOfRoute = (one: Expression): boolean =>
  one.kind === 'literal'
    ? typeof one.value === 'string' && OF_ROUTE.test(one.value)
    : one.kind === 'text' &&
      one.parts.some((part) =>
        part.kind === 'literal' ? String(part.value).startsWith('/') : part.kind === 'name' && PREFIX.test(part.name),
      );

/** Names of constants at the start of paths: `apiPrefix + "links"`. */
const PREFIX = /(?:prefix|base|root|path)$/i;

/** Whether a value is a struct with a path or method, or the result of a function with such an argument. */
export function isRoute(one: Expression): boolean {
  if (one.kind === 'returns') return one.values?.some(isOfRoute) === true;
  const keys = one.kind === 'operator' && one.operator === 'filled' ? one.keys : one;
  if (keys?.kind === 'object') return keys.members.some((member) => member.kind === 'property' && isOfRoute(member.value));
  return keys?.kind === 'tuple' && keys.items.some((item) => item.kind !== 'spread' && isOfRoute(item));
}

/** Whether a list or map contains routes. */
export function isTable(source: Source, value: Expression | undefined, depth = 0): boolean {
  if (value?.kind === 'name') return depth < 3 && isTable(source, source.constants.get(value.name)?.value, depth + 1);
  const keys = value?.kind === 'operator' && value.operator === 'filled' ? value.keys : value;
  if (keys?.kind === 'tuple')
    return keys.items.some((item) =>
      item.kind === 'spread' ? depth < 3 && isTable(source, item.value, depth + 1) : isRoute(item),
    );
  return keys?.kind === 'object' && keys.members.some((member) => member.kind === 'property' && isRoute(member.value));
}

/** `Routes{"list": {"GET", "/users", list}}` of a map or list type in another file: the type with all its values. */
export function tableValue(place: Place, { elements }: CompositeNode, of: Expression, read: ReadValue): Expression {
  const { source } = place;
  const element = ({ value }: CompositeNode['elements'][number]): Expression =>
    value.kind === 'composite' && value.type === undefined ? elementValue(place, value, of, read) : read(place, value);
  if (elements.every(({ key }) => key === undefined))
    return { kind: 'operator', operator: 'filled', of, keys: { kind: 'tuple', items: elements.map(element) } };
  const members = elements.map((one): ObjectMember => {
    const name = one.key === undefined ? undefined : read(place, one.key);
    if (name?.kind !== 'literal' || typeof name.value !== 'string') return { kind: 'rest', values: element(one) };
    return { kind: 'property', name: name.value, value: element(one), at: placeOf(source.text, one.value.start) };
  });
  return { kind: 'operator', operator: 'filled', of, keys: { kind: 'object', members } };
}

/** `{"GET", "/users", list}`: only the enclosing table shows its type. */
function elementValue(place: Place, { elements }: CompositeNode, table: Expression, read: ReadValue): Expression {
  const of: Expression = { kind: 'element', of: table };
  const isKeyed = elements.some(({ key }) => key !== undefined);
  const items = elements.map(({ value }) => read(place, value));
  if (!isKeyed) return { kind: 'operator', operator: 'filled', of, keys: { kind: 'tuple', items } };
  const members = elements.flatMap(({ key, value }, index): ObjectMember[] => {
    const given = items[index];
    if (key?.kind !== 'name' || given === undefined) return [];
    return [{ kind: 'property', name: key.name, value: given, at: placeOf(place.source.text, value.start) }];
  });
  return { kind: 'operator', operator: 'filled', of, keys: { kind: 'object', members } };
}

/** Whether a composite of a type in another file can only be a map or list. */
export const isForeignTable = ({ elements }: CompositeNode): boolean =>
  elements.length > 0 &&
  elements.every(({ key, value }) => key?.kind === 'string' || (key === undefined && value.kind === 'composite'));

/** `append(list, …)` as a value, if one part is a route table. */
export function joinedTable(place: Place, { given, spread }: CallNode, read: ReadValue): Expression | undefined {
  const values = given.map((one) => read(place, one));
  const isSpread = (index: number): boolean => index === 0 || (spread && index === given.length - 1);
  const tells = values.some((value, index) => (isSpread(index) ? isTable(place.source, value) : isRoute(value)));
  if (!tells) return undefined;
  return { kind: 'tuple', items: values.map((value, index) => (isSpread(index) ? { kind: 'spread' as const, value } : value)) };
}

/** Records a route list assigned to a struct field. After a second assignment the content is unknown. */
export function fillTable(source: Source, type: string | undefined, field: string, value: Expression): void {
  const name = `${type}#${field}`;
  const isKnown = source.fieldTables.has(name);
  if (type !== undefined && (isKnown || isTable(source, value)))
    source.fieldTables.set(name, isKnown ? unknown('a list of routes that is changed') : value);
}

/** Getters of a field with a route list return that list. */
export function listFields(source: Source): void {
  for (const [method, name] of source.getters) {
    const [value, callable] = [source.fieldTables.get(name), source.callables.get(method)];
    if (value === undefined || callable === undefined) continue;
    const inferred: Expression = { kind: 'name', name, space: 'value' };
    source.constants.set(name, { kind: 'constant', name, value, at: callable.at });
    source.callables.set(method, { ...callable, inferred });
    source.facts.push({ kind: 'registration', by: 'go/net-http', callable: inferred, given: [], at: callable.at });
  }
}

/** Longer lists are not analysed. */
const MAX_ELEMENTS = 2000;

/**
 * `list = append(list, …)` on a literal list. In a loop, or after any other change, the content is unknown.
 * Undefined: not such a list.
 */
export function appendedTable(place: Place, constant: Constant, value: Node | undefined, read: ReadValue): Constant | undefined {
  const { value: current } = constant;
  // `routes := users.Routes()`, then `routes = append(routes, books.Routes()...)`
  const isJoined = current.kind === 'returns' && value?.kind === 'call' && value.spread && value.given[1]?.kind === 'call';
  const whole: Expression = { kind: 'tuple', items: [{ kind: 'spread', value: current }] };
  const keys = isJoined ? whole : current.kind === 'operator' && current.operator === 'filled' ? current.keys : current;
  if (keys?.kind !== 'tuple' || keys.items.length === 0) return undefined;
  const isAppend = value?.kind === 'call' && value.of.kind === 'name' && value.of.name === 'append';
  const [first, ...more] = isAppend ? value.given : [];
  const isSame = first !== undefined && JSON.stringify(read(place, first)).includes(JSON.stringify(constant.name));
  if (!isSame && !isTable(place.source, current)) return undefined;
  const lost = unknown('what is put into a list is not followed');
  const isFollowed = isSame && place.loops.length === 0 && keys.items.length + more.length <= MAX_ELEMENTS;
  const items = more.map((one, index) => {
    const spread = value?.kind === 'call' && value.spread && index === more.length - 1;
    return spread ? { kind: 'spread' as const, value: read(place, one) } : read(place, one);
  });
  const { type: _, ...rest } = constant;
  return { ...rest, value: { kind: 'tuple', items: [...keys.items, ...(isFollowed ? items : [lost])] } };
}

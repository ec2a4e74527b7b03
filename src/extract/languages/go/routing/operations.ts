import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Forward, Route } from '../../../../facts/fact.js';
import { goSwaggerProfile } from '../frameworks/go-swagger-profile.js';
import { REFUSES } from '../sends/sends.js';
import type { Place, Source } from '../source.js';
import type { FunctionNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { typeNameOf } from './hints.js';

/** Servers that go-swagger generates: https://goswagger.io/go-swagger/generate/server/ */
const RUNTIME = /^github\.com\/go-openapi\/runtime\/middleware$/;

/** `o.handlers["GET"]["/items/{id}"] = item.NewGetItem(o.context, o.ItemGetItemHandler)`: the operation that a field handles. */
export function handlerCached(place: Place, target: Node & { kind: 'index' }, value: Node | undefined): void {
  const [path] = target.keys;
  const { of } = target;
  const [method] = of.kind === 'index' ? of.keys : [];
  const field = value?.kind === 'call' ? value.given.at(-1) : undefined;
  if (of.kind !== 'index' || of.of.kind !== 'member' || of.of.name !== 'handlers') return;
  if (method?.kind !== 'string' || path?.kind !== 'string' || field?.kind !== 'member') return;
  const type = typeNameOf(place, field.of);
  if (type !== undefined) place.source.operations.set(`${type}#${field.name}`, { method: method.value, path: path.value });
}

/** Beside the fields of the API that handlers are put into, which operation each handles; whatever is put into them, that stays. */
const operationOf = (field: string): string => `${field} operation`;

/** The operations of a generated API as members of its type: `method` and `path`. */
export function operationFields({ operations, declarations }: Source): void {
  for (const [name, texts] of operations) {
    const [type = '', field = ''] = name.split('#');
    const declared = declarations.get(type);
    if (declared?.type.kind !== 'object') continue;
    const { at } = declared;
    const members = Object.entries(texts).map(([part, value]): ObjectMember => {
      return { kind: 'property', name: part, value: { kind: 'literal', value }, at };
    });
    const operation: ObjectMember = {
      ...{ kind: 'property', name: operationOf(field), value: { kind: 'object', members }, hidden: true, at },
    };
    declarations.set(type, { ...declared, type: { kind: 'object', members: [...declared.type.members, operation] } });
  }
}

/** `api.ItemGetItemHandler = item.GetItemHandlerFunc(getItem)`, or a value with `Handle`. */
export function handlerSet(place: Place, target: Node & { kind: 'member' }, value: Node): void {
  const { source } = place;
  const isServer = [...source.packages.values()].some((path) => /\/operations(?:\/|$)/.test(path));
  if (!isServer || !/^[A-Z]\w*Handler$/.test(target.name) || isUnimplemented(source, value)) return;
  const operation: Expression = { kind: 'member', of: readValue(place, target.of), name: operationOf(target.name) };
  const part = (name: string): Expression => ({ kind: 'member', of: operation, name });
  const route: Route = {
    ...{ kind: 'route', by: goSwaggerProfile.id, method: 'ANY', methods: part('method'), path: part('path'), responses: [] },
    handler: handlerOf(place, value),
    at: placeOf(source.text, target.end - target.name.length),
  };
  source.facts.push(route);
}

function handlerOf(place: Place, node: Node): Expression {
  const [only] = node.kind === 'call' ? node.given : [];
  const isConversion = node.kind === 'call' && node.of.kind === 'member' && node.of.name.endsWith('HandlerFunc');
  if (isConversion && only !== undefined) return readValue(place, only);
  const value = readValue(place, node);
  return { kind: 'union', options: [value, { kind: 'member', of: value, name: 'Handle' }], readings: true };
}

/** What is generated for an operation that nobody handles yet: it answers that it is not implemented. */
const isUnimplemented = ({ text }: Source, { start, end }: Node): boolean =>
  end - start < MAX_STUB && /\breturn \w+\.NotImplemented\(|NotImplemented(?:Handler)?\)?$/.test(text.bare.slice(start, end));
const MAX_STUB = 1000;

/** Whether a function gives something that answers. */
export function givesResponder({ packages }: Source, { results }: FunctionNode): boolean {
  const [only, ...others] = results;
  const { type } = only ?? {};
  if (type?.kind !== 'member' || others.length > 0 || type.of.kind !== 'name' || type.name !== 'Responder') return false;
  return RUNTIME.test(packages.get(type.of.name) ?? '');
}

/** What a function answers that gives one of these: the runtime calls `WriteResponse` of it. */
export function responderForwards(returned: readonly (readonly Expression[])[]): readonly Forward[] {
  return returned.flatMap(([value]): readonly Forward[] => {
    const isError = value?.kind === 'returns' && value.of.kind === 'name' && /\.(?:NotImplemented|Error)$/.test(value.of.name);
    if (value === undefined || isError) return [];
    const of: Expression = { kind: 'member', of: value, name: 'WriteResponse' };
    const isRefusal = value.kind === 'returns' && value.of.kind === 'name' && REFUSES.test(value.of.name);
    return [
      { call: { kind: 'returns', of }, why: 'what its responder sends could not be read', ...(isRefusal && { lenient: true }) },
    ];
  });
}

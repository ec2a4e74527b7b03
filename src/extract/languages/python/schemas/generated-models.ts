import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { ClassDefinition } from '../scope.js';
import { type Source, unknown } from '../source.js';
import { type Node, plainText } from '../syntax/syntax.js';
import { typeOf } from '../types.js';
import { readValue } from '../values.js';

/**
 * The members of a model that the OpenAPI generator writes for Flask and aiohttp (templates `python-flask`, `python-aiohttp`): its
 * encoder writes each attribute of `openapi_types` under its name in `attribute_map`, and leaves out None. A setter that refuses
 * None marks an attribute that the contract requires. Undefined: another class.
 */
export function generatedMembers(source: Source, definition: ClassDefinition): readonly ObjectMember[] | undefined {
  const { inside } = definition;
  const tables = tablesOf(definition);
  if (tables === undefined) return undefined;
  const { types, names } = tables;
  const attributes = new Set(types.entries.map(({ key }) => plainText(key)));
  const methods = definition.methods.filter(({ name }) => !attributes.has(name));
  const named = new Map(names.entries.map(({ key, value }) => [plainText(key), plainText(value)]));
  const members = types.entries.map(({ key, value }): ObjectMember => {
    const member = plainText(key);
    const name = member === undefined ? undefined : named.get(member);
    if (member === undefined || name === undefined) return { kind: 'spread', value: unknown('the name of a member is not read') };
    const at = source.at(key?.start ?? value.start);
    const type = typeOf(source, inside, value);
    const given: Expression = refusesNone(source, definition, member) ? type : { kind: 'union', options: [type, PERHAPS] };
    return { kind: 'property', name, member, naming: 'explicit', value: given, at };
  });
  return [
    ...members,
    ...methods.map(({ name, fact, start }): ObjectMember => ({ kind: 'method', name, callable: fact, at: source.at(start) })),
  ];
}

const PERHAPS: Expression = {
  kind: 'unknown',
  why: 'whether the model was given a value for it is not known',
  nothing: true,
  asAbsent: true,
};

/** The values of an enumeration of the generator: a model without attributes whose constants are its values. */
export function generatedEnum(source: Source, definition: ClassDefinition): Expression | undefined {
  const { fields, inside } = definition;
  if (tablesOf(definition)?.types.entries.length !== 0) return undefined;
  const options = fields.flatMap(({ value, annotation }) =>
    value === undefined || annotation !== undefined || value.kind === 'dict' ? [] : [readValue(source, inside, value)],
  );
  return options.length === 0 ? undefined : { kind: 'union', options };
}

type Table = Extract<Node, { kind: 'dict' }>;

const EMPTY: Table = { kind: 'dict', entries: [], start: 0, end: 0 };

function tablesOf({ methods, fields }: ClassDefinition): { readonly types: Table; readonly names: Table } | undefined {
  // their base
  if (['openapi_types', 'attribute_map'].every((one) => fields.some(({ name }) => name === one)))
    return { types: EMPTY, names: EMPTY };
  const made = methods.find(({ name }) => name === '__init__')?.inside.ofSelf;
  const [types] = made?.get('openapi_types') ?? made?.get('swagger_types') ?? [];
  const [names] = made?.get('attribute_map') ?? [];
  if (types?.value?.kind !== 'dict' || names?.value?.kind !== 'dict') return undefined;
  return { types: types.value, names: names.value };
}

function refusesNone({ masked: { bare } }: Source, { methods }: ClassDefinition, member: string): boolean {
  const setter = methods.find(
    ({ name, decorators }) => name === member && decorators.some((one) => one.kind === 'attribute' && one.name === 'setter'),
  );
  const body = setter === undefined ? '' : bare.slice(setter.start, Math.min(setter.end, setter.start + 4000));
  return /\bif (\w{1,100}) is None:\s{1,40}raise\b/.exec(body)?.[1] === member;
}

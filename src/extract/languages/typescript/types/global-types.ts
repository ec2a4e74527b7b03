import { ts } from 'ts-morph';
import { ABSENT, type Expression, isNull, NUMBER, type Operator, STRING } from '../../../../facts/expression.js';
import type { Source } from '../source.js';
import type { TypeReader } from './type-members.js';

const EMPTY: Expression = { kind: 'object', members: [] };
const START = { line: 1, column: 1 };

/**
 * The result of JSON.stringify for the language's own types (ECMA-262, `SerializeJSONProperty`; `toJSON` of Date, Buffer and
 * URL). A Map or Set has no own enumerable properties and becomes `{}`; a typed array has its indices as keys. A bigint throws
 * unless the service patches `BigInt.prototype.toJSON`: its form is unknown.
 */
const PLAIN: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['Date', { kind: 'scalar', type: 'string', format: 'date-time' }],
  ['URL', { kind: 'scalar', type: 'string', format: 'uri' }],
  [
    'Buffer',
    {
      kind: 'object',
      members: [
        { kind: 'property', name: 'type', value: { kind: 'literal', value: 'Buffer' }, at: START },
        { kind: 'property', name: 'data', value: { kind: 'array', items: NUMBER }, at: START },
      ],
    },
  ],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'ReadonlyMap', 'ReadonlySet', 'RegExp', 'ArrayBuffer', 'URLSearchParams'].map(
    (name): [string, Expression] => [name, EMPTY],
  ),
  ...['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64'].map(
    (name): [string, Expression] => [`${name}Array`, { kind: 'map', values: NUMBER }],
  ),
  ['String', STRING],
  ['Number', NUMBER],
  ['Boolean', { kind: 'scalar', type: 'boolean' }],
  ['Symbol', ABSENT],
  ['Function', ABSENT],
  ['BigInt', { kind: 'unknown', why: 'JSON has no form for a bigint' }],
  ['Object', { kind: 'unknown', why: 'declared `Object`' }],
  ...['Uppercase', 'Lowercase', 'Capitalize', 'Uncapitalize'].map((name): [string, Expression] => [name, STRING]),
]);

/** The result of JSON.stringify for a type of the language itself, by its name. */
export function plainType(name: string): Expression | undefined {
  return PLAIN.get(name);
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['Partial', 'partial'],
  ['Required', 'required'],
  ['NonNullable', 'non-null'],
  ['Awaited', 'awaited'],
  ['InstanceType', 'instance-type'],
]);

/** A reference to a type of the language itself; undefined when the type has no special meaning here. */
export function globalType(
  source: Source,
  name: string,
  nodes: readonly ts.TypeNode[],
  read: TypeReader,
): Expression | undefined {
  const plain = PLAIN.get(name);
  if (plain !== undefined) return plain;
  const first = nodes[0];
  if (first === undefined) return undefined;
  const operator = OPERATORS.get(name);
  if (operator !== undefined) return { kind: 'operator', operator, of: read(source, first) };
  const second = nodes[1];
  switch (name) {
    case 'Array':
    case 'ReadonlyArray':
      return { kind: 'array', items: read(source, first) };
    case 'Readonly':
    case 'NoInfer':
      return read(source, first);
    case 'ReturnType':
      return returnType(source, first, read);
    case 'Pick':
      return second && { kind: 'operator', operator: 'pick', of: read(source, first), keys: read(source, second) };
    case 'Omit':
      return second && { kind: 'operator', operator: 'omit', of: read(source, first), keys: read(source, second) };
    case 'Record':
      return second && recordOf(read(source, first), read(source, second));
    case 'Exclude':
      return second && filtered(read(source, first), read(source, second), false);
    case 'Extract':
      return second && filtered(read(source, first), read(source, second), true);
    case 'Parameters':
    case 'ConstructorParameters':
      return { kind: 'unknown', why: `\`${name}\` is not followed` };
    default:
      return undefined;
  }
}

/** `Record<K, V>`: a map where the keys are any strings, otherwise one field for each key. */
export function recordOf(keys: Expression, values: Expression): Expression {
  if (keys.kind === 'scalar') return { kind: 'map', values };
  if (keys.kind === 'union' && keys.options.some((key) => key.kind === 'scalar')) return { kind: 'map', values };
  return { kind: 'operator', operator: 'record', of: values, keys };
}

function returnType(source: Source, node: ts.TypeNode, read: TypeReader): Expression {
  if (ts.isFunctionTypeNode(node)) return read(source, node.type);
  // `ReturnType<typeof drizzle<typeof schema>>`
  const given = ts.isTypeQueryNode(node) ? (node.typeArguments ?? []) : [];
  const known = given.map((one) => read(source, one));
  return { kind: 'returns', of: read(source, node), ...(known.length > 0 && { arguments: known }) };
}

/** `Exclude` and `Extract`: evaluated here for literals; of other types, only `null` and `undefined` are filtered. */
function filtered(of: Expression, by: Expression, keep: boolean): Expression {
  const options = optionsOf(of);
  const filter = optionsOf(by);
  if (options.every(isDecided) && filter.every(isDecided)) {
    return { kind: 'union', options: options.filter((option) => filter.some((one) => covers(one, option)) === keep) };
  }
  if (of.kind === 'operator' && of.operator === 'keyof' && filter.every((one) => one.kind === 'literal')) {
    if (keep) return by;
    return { ...of, of: { kind: 'operator', operator: 'omit', of: of.of, keys: by } };
  }
  const nullish = filter.map((one) => (isNull(one) ? 'null' : one.kind)).sort();
  if (!keep && nullish.join() === 'absent,null') return { kind: 'operator', operator: 'non-null', of };
  return { kind: 'unknown', why: `\`${keep ? 'Extract' : 'Exclude'}\` of types that are not literals` };
}

function optionsOf(of: Expression): readonly Expression[] {
  return of.kind === 'union' ? of.options.flatMap(optionsOf) : [of];
}

function isDecided(option: Expression): boolean {
  return option.kind === 'literal' || option.kind === 'scalar' || option.kind === 'absent';
}

/** Whether `filter` includes every value of `option`. */
function covers(filter: Expression, option: Expression): boolean {
  if (filter.kind === 'absent') return option.kind === 'absent';
  if (filter.kind === 'literal') return option.kind === 'literal' && option.value === filter.value;
  if (filter.kind !== 'scalar') return false;
  if (option.kind === 'literal') return typeof option.value === filter.type;
  return option.kind === 'scalar' && option.type === filter.type;
}

import { type Expression, nullable, type ObjectMember, scalar } from '../../../../facts/expression.js';
import type { Fact, Import, Route } from '../../../../facts/fact.js';
import { nullInDoubt } from '../../../../facts/null-in-doubt.js';
import type { Extraction } from '../../../extractor.js';
import { unknown } from '../source.js';
import { KRATOS, PROTO_SERVERS, TYPE } from './names.js';
import { type HttpRule, type ProtoField, type ProtoFile, parseProto, type Rpc } from './parse.js';
import { httpPaths } from './paths.js';

const all = (names: string, type: Expression): readonly [string, Expression][] => names.split(' ').map((name) => [name, type]);
const anything = unknown('a value of any type');

/** JSON mapping: https://protobuf.dev/programming-guides/json/ */
const SCALARS: ReadonlyMap<string, Expression> = new Map([
  ...all('int32 uint32 sint32 fixed32 sfixed32', scalar('integer')),
  ...all('int64 uint64 sint64 fixed64 sfixed64', scalar('string', 'int64')),
  ...all('float double', scalar('number')),
  ['bool', scalar('boolean')],
  ['string', scalar('string')],
  ['bytes', scalar('string', 'byte')],
]);

const KNOWN: ReadonlyMap<string, Expression> = new Map([
  ['Timestamp', scalar('string', 'date-time')],
  ...all('Duration FieldMask', scalar('string')),
  ['Empty', { kind: 'object', members: [] }],
  ['Struct', { kind: 'map', values: anything }],
  ['ListValue', { kind: 'array', items: anything }],
  ...all('Int32Value UInt32Value', nullable(scalar('integer'))),
  ...all('Int64Value UInt64Value', nullable(scalar('string', 'int64'))),
  ...all('FloatValue DoubleValue', nullable(scalar('number'))),
  ['BoolValue', nullable(scalar('boolean'))],
  ...all('StringValue BytesValue', nullable(scalar('string'))),
]);

/**
 * The facts of a .proto file for the servers generated from it: the functions that register each service, which Go code calls,
 * its routes for each framework, and its messages as JSON.
 */
export function readProto(text: string): Extraction {
  const file = parseProto(text);
  const imports = new Map<string, Import>();
  const typeOf = createTypes(file, imports);
  const enums = new Set(file.enums.map(({ name }) => name));
  const facts: Fact[] = [
    ...file.enums.map(
      ({ name, values, at }): Fact => ({
        ...{ kind: 'declaration', name, form: 'enum', at },
        type: { kind: 'union', options: values.map((value): Expression => ({ kind: 'literal', value })) },
      }),
    ),
    ...file.messages.map(({ name, fields, at }): Fact => {
      const members = fields.map((field) => {
        const type = typeOf(field.type, `${name}.`);
        return memberOf(
          field,
          type,
          SCALARS.has(field.type) || type.kind === 'operator' || (type.kind === 'name' && enums.has(type.name)),
        );
      });
      return { kind: 'declaration', name, form: 'interface', type: { kind: 'object', members }, at };
    }),
  ];
  for (const { name, methods, at } of file.services) {
    // the generator may add routes for methods without rules when code registers the service anyway
    const isUnbound = methods.every(({ rules }) => rules.length === 0);
    const unbound = (method: string): HttpRule => ({ method: 'POST', path: `/${file.package}.${name}/${method}` });
    const rules = methods.flatMap((method) =>
      (isUnbound ? [unbound(method.name)] : method.rules).map((rule) => ({ method, rule, type: typeOf(method.result, '') })),
    );
    for (const { id: by, registers, router: index } of PROTO_SERVERS) {
      const router: Expression = { kind: 'name', name: `${by} service ${name}`, space: 'value' };
      facts.push({ kind: 'router', by, name: router.name, root: false, generated: true, at });
      for (const callable of registers(name)) {
        facts.push({ kind: 'callable', name: callable, at });
        const parent: Expression = { kind: 'parameter', callable, index };
        facts.push({ kind: 'mount', by, parent, child: router, same: true, certainty: 'router', at });
      }
      for (const { method, rule, type } of rules) facts.push(routeOf(by, method, rule, type, router));
    }
  }
  return { facts: [...facts, ...imports.values()], gaps: [] };
}

function routeOf(by: string, { result, streams, at }: Rpc, rule: HttpRule, type: Expression, router: Expression): Route {
  const isRaw = /(?:^|\.)google\.api\.HttpBody$/.test(result);
  const body: Expression = streams
    ? unknown('a stream of messages')
    : isRaw
      ? unknown('bytes are sent as they are')
      : rule.responseBody === undefined
        ? type
        : by === KRATOS.id
          ? unknown('a field of a message is not written as the message')
          : { kind: 'member', of: type, name: rule.responseBody };
  return {
    ...{ kind: 'route', by, method: rule.method, router, writer: by, certain: true, at },
    path: { kind: 'tuple', items: httpPaths(rule.path).map((value): Expression => ({ kind: 'literal', value })) },
    responses: [{ status: { kind: 'literal', value: 200 }, body, at }],
  };
}

/** An absent message is null; for most messages the file does not show whether they are always present. */
const perhapsNull = (of: Expression): Expression => ({
  kind: 'union',
  options: [of, nullInDoubt('whether this message is ever left out is not known')],
});

function memberOf({ name, jsonName, label, at }: ProtoField, of: Expression, isPlain: boolean): ObjectMember {
  const single = isPlain || label === 'optional' ? of : perhapsNull(of);
  const value: Expression =
    label === 'repeated' ? { kind: 'array', items: of } : label === 'map' ? { kind: 'map', values: of } : single;
  return {
    kind: 'property',
    name: jsonName ?? camelCased(name),
    member: name,
    value,
    ...(label === 'optional' ? { optional: true } : { defaulted: true }),
    at,
  };
}

/** As protoc derives `json_name`: it removes `_` and capitalises the letter after it. */
const camelCased = (name: string): string => name.replaceAll(/_+([a-z\d]?)/g, (_, letter: string) => letter.toUpperCase());

type TypeOf = (type: string, within: string) => Expression;

/** Resolves type names of a file from the innermost message outwards; unknown names become imports. */
function createTypes({ package: own, messages, enums }: ProtoFile, imports: Map<string, Import>): TypeOf {
  const declared = new Set([...messages, ...enums].map(({ name }) => name));
  const packages = own.split('.').map((_, index, parts) => `${parts.slice(index).join('.')}.`);
  return (type, within) => {
    const plain = type.replace(/^\./, '');
    const known = SCALARS.get(plain) ?? KNOWN.get(/^google\.protobuf\.(\w+)$/.exec(plain)?.[1] ?? '');
    if (known !== undefined) return known;
    for (let outer = within; ; outer = outer.slice(0, outer.slice(0, -1).lastIndexOf('.') + 1)) {
      if (declared.has(`${outer}${plain}`)) return { kind: 'name', name: `${outer}${plain}` };
      if (outer === '') break;
    }
    const prefix = packages.find((one) => plain.startsWith(one) && declared.has(plain.slice(one.length)));
    if (prefix !== undefined) return { kind: 'name', name: plain.slice(prefix.length) };
    const name = `import ${plain}`;
    const imported = plain.slice(/(?:^|\.)(?=[A-Z])/.exec(plain)?.index ?? 0).replace(/^\./, '');
    const at = { line: 1, column: 1 };
    imports.set(name, { kind: 'import', name, specifier: `${TYPE}${plain}#${type.startsWith('.') ? '' : own}`, imported, at });
    return { kind: 'name', name };
  };
}

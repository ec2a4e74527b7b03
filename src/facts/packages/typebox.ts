import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { literals, membersOf } from '../shapes/members.js';
import { operate, unknownOf } from '../values/compose.js';
import { describedBy } from '../values/external.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { PLAIN_FORMS, text } from './schema-forms.js';
import { listIn, type SchemaStep, stepOf } from './schema-step.js';
import { objectBy, requiredOf } from './shape-of.js';
import { composite } from './zod/composites.js';

const PLAIN: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...[...PLAIN_FORMS].map(([name, form]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, form] as const),
  ['TemplateLiteral', text()],
]);

/** TypeBox's names of builders that other packages share. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['Array', 'array'],
  ['Tuple', 'tuple'],
  ['Union', 'union'],
  ['Record', 'record'],
  ['Literal', 'literal'],
  ['Enum', 'enum'],
  ['Optional', 'optional'],
  ['ReadonlyOptional', 'optional'],
  ['Readonly', 'readonly'],
]);

/** The data that a TypeBox schema describes. */
function schema(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const step = stepOf(of);
  if (step === undefined || step.on !== undefined) return undefined;
  const { name, values, file, rest } = step;
  const [first] = values;
  if (rest.length > 0) return rest[0] === 'properties' && rest.length === 2 ? property(resolver, step) : undefined;
  if (name === 'String') return textOf(resolver, file, first);
  const plain = PLAIN.get(name);
  if (plain !== undefined) return { expression: plain, site: { file } };
  if (name === 'Object')
    return objectBy(resolver, file, first, restOf(resolver, file, values[1]), (one) => hasDefault(resolver, one));
  const alike = ALIKE.get(name);
  if (alike !== undefined) return composite(resolver, { ...step, name: alike });
  return first && derived(resolver, name, file, first, values[1]);
}

/** `Type.Optional(Type.String({ default: 'none' }))`: a serializer with this schema sends the default. */
function hasDefault(resolver: Resolver, schema: Lazy, depth = 0): boolean {
  const target = resolver.resolve(resolver, schema, 'value');
  const step = target.kind === 'external' ? stepOf(target) : undefined;
  if (step === undefined || step.on !== undefined) return false;
  const [first, second] = step.values;
  const isWrapper = /^(?:Optional|Readonly|ReadonlyOptional)$/.test(step.name);
  if (isWrapper && first !== undefined && depth < MAX_WRAPPERS && hasDefault(resolver, first, depth + 1)) return true;
  const options = PLAIN.has(step.name) ? first : second;
  return options !== undefined && membersOf(resolver, options)?.named.has('default') === true;
}
const MAX_WRAPPERS = 4;

/** `schema.properties.name`. */
function property(resolver: Resolver, { name, values, rest }: SchemaStep): Lazy | undefined {
  const member = name === 'Object' && values[0] ? membersOf(resolver, values[0])?.named.get(rest[1] ?? '') : undefined;
  return member && describedBy(member.value);
}

function textOf(resolver: Resolver, file: string, options: Lazy | undefined): Lazy {
  const format = options && membersOf(resolver, options)?.named.get('format');
  const [value] = (format && literals(resolver, format.value)) ?? [];
  return { expression: text(typeof value === 'string' ? value : undefined), site: { file } };
}

function restOf(resolver: Resolver, file: string, options: Lazy | undefined): Lazy | undefined {
  const more = options && membersOf(resolver, options)?.named.get('additionalProperties')?.value;
  if (more === undefined) return undefined;
  const [flag] = literals(resolver, more) ?? [];
  if (flag === false) return undefined;
  return flag === true ? unknownOf(file, 'its schema allows other properties') : describedBy(more);
}

function derived(resolver: Resolver, name: string, file: string, first: Lazy, second: Lazy | undefined): Lazy | undefined {
  switch (name) {
    case 'Partial':
      return operate('partial', describedBy(first));
    case 'Required':
      return requiredOf(resolver, file, describedBy(first));
    case 'Pick':
    case 'Omit': {
      const names = second && (literals(resolver, second) ?? literals(resolver, describedBy(second)));
      if (names === undefined) return unknownOf(file, 'the picked names are not known');
      return operate(name === 'Pick' ? 'pick' : 'omit', describedBy(first), names.map(String));
    }
    case 'Intersect':
    case 'Composite': {
      const items = listIn(resolver, first);
      const parts = items?.map(describedBy);
      return parts === undefined ? undefined : parts.reduce((all, one) => joined(file, all, one));
    }
    case 'KeyOf':
      return operate('keyof', describedBy(first));
    case 'Ref': {
      const target = resolver.resolve(resolver, first, 'value');
      return target.kind === 'external' ? describedBy(first) : undefined;
    }
    default:
      return undefined;
  }
}

function joined(file: string, first: Lazy, second: Lazy): Lazy {
  const types = new Map([
    ['|first', first],
    ['|second', second],
  ]);
  const parts: Expression[] = [
    { kind: 'name', name: '|first' },
    { kind: 'name', name: '|second' },
  ];
  return { expression: { kind: 'intersection', parts }, site: { file, types } };
}

/** `Static<typeof schema>`. */
function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  const [argument] = of.arguments;
  return /^Static(?:Encode)?$/.test(of.path.at(-1) ?? '') && argument !== undefined ? describedBy(argument) : undefined;
}

/** https://github.com/sinclairzx81/typebox */
export const typebox: KnownPackage = {
  title: 'TypeBox',
  specifiers: /^(?:@sinclair\/typebox|typebox|@fastify\/type-provider-typebox|elysia)(?:\/|$)/,
  schema,
  type,
};

import type { Lazy } from '../program.js';
import { literals, membersOf } from '../shapes/members.js';
import { compose, operate, unknownOf } from '../values/compose.js';
import { describedBy } from '../values/external.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { safeResult } from './safe-result.js';
import { PLAIN_FORMS, wrapping } from './schema-forms.js';
import { type SchemaStep, stepOf } from './schema-step.js';
import { objectBy } from './shape-of.js';
import { composite } from './zod/composites.js';

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['rfcEmail', 'email'],
  ['uuid', 'uuid'],
  ['url', 'uri'],
  ['isoTimestamp', 'date-time'],
  ['isoDate', 'date'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
  ['base64', 'byte'],
]);

/** Actions of a pipe that do not affect the form of a value. */
const NEUTRAL =
  /^(?:(?:min|max|not)?(?:Length|Value|Size|Bytes|Entries|Graphemes|Words)|length|size|nonEmpty|regex|trim|trimStart|trimEnd|toLowerCase|toUpperCase|normalize|startsWith|endsWith|includes|excludes|check|rawCheck|title|description|metadata|examples|readonly|brand|finite|safeInteger|multipleOf|positive|gtValue|ltValue|toMinValue|toMaxValue|emoji|hexadecimal|cuid2|nanoid|ulid|digits|slug|isoDateTime|isoTime|ip|mac|creditCard|decimal|value|values|forward|partialCheck|everyItem|someItem|checkItems|filterItems|sortItems)$/;

/** The data that a valibot schema describes. */
function schema(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const step = stepOf(of);
  if (step === undefined || step.on !== undefined) return undefined;
  const { values, file, rest } = step;
  const name = step.name.replace(/_$/, '').replace(/Async$/, '');
  const [first, second] = values;
  if (rest.length > 0) return rest[0] === 'entries' && rest.length === 2 ? entry(resolver, step) : undefined;
  const plain = PLAIN_FORMS.get(name);
  if (plain !== undefined) return { expression: plain, site: { file } };
  if (name === 'object' || name === 'strictObject') return objectBy(resolver, file, first);
  if (name === 'looseObject') return objectBy(resolver, file, first, unknownOf(file, 'other keys pass through its schema'));
  if (name === 'objectWithRest') return second && objectBy(resolver, file, first, describedBy(second));
  if (first === undefined) return undefined;
  return name === 'pipe' ? piped(resolver, step) : (derived(resolver, name, first, second) ?? built(resolver, step, name));
}

function entry(resolver: Resolver, { name, values, rest }: SchemaStep): Lazy | undefined {
  const own =
    /^(?:object|strictObject|looseObject)(?:Async)?$/.test(name) && values[0] ? membersOf(resolver, values[0]) : undefined;
  const member = own?.named.get(rest[1] ?? '');
  return member && describedBy(member.value);
}

function built(resolver: Resolver, step: SchemaStep, name: string): Lazy | undefined {
  const alike: Readonly<Record<string, string>> = { picklist: 'enum', variant: 'discriminatedUnion', undefinedable: 'optional' };
  if (name === 'intersect') return undefined;
  return composite(resolver, { ...step, name: alike[name] ?? name });
}

/** Wrappers, and what takes away what they admit: a default does. */
const ADMITTED: Readonly<Record<string, string>> = {
  ...{ optional: 'nonOptional', exactOptional: 'nonOptional', undefinedable: 'nonOptional' },
  ...{ nullable: 'nonNullable', nullish: 'nonNullish' },
};

/** Wrappers with a default, and objects made from objects. */
function derived(resolver: Resolver, name: string, first: Lazy, second: Lazy | undefined): Lazy | undefined {
  const of = describedBy(first);
  const absent = ADMITTED[name];
  if (absent !== undefined && second !== undefined) return wrapping(resolver, absent, of);
  switch (name) {
    case 'partial':
      return second === undefined ? operate('partial', of) : undefined;
    case 'pick':
    case 'omit': {
      const names = second && literals(resolver, second);
      return names && operate(name, of, names.map(String));
    }
    default:
      return undefined;
  }
}

/** `pipe(schema, ...actions)`: the result of the last action. */
function piped(resolver: Resolver, { values, file }: SchemaStep): Lazy | undefined {
  const [first, ...actions] = values;
  let data = first && describedBy(first);
  for (const action of actions) {
    if (data === undefined) return undefined;
    const target = resolver.resolve(resolver, action, 'value');
    const step = target.kind === 'external' ? stepOf(target) : undefined;
    if (step === undefined || step.on !== undefined) return undefined;
    data = acted(file, data, action, step);
  }
  return data;
}

function acted(file: string, data: Lazy, action: Lazy, { name, values }: SchemaStep): Lazy | undefined {
  const format = FORMATS.get(name);
  if (format !== undefined) return { expression: { kind: 'scalar', type: 'string', format }, site: { file } };
  if (name === 'integer') return { expression: { kind: 'scalar', type: 'integer' }, site: { file } };
  if (NEUTRAL.test(name)) return data;
  const [given] = values;
  if (name === 'transform' && given !== undefined)
    return compose(file, (put) => ({ kind: 'returns', of: put(given), values: [put(data)] }));
  return /^(?:to|raw|map|find|reduce|parse|stringify|args|return|await)/.test(name) ? undefined : describedBy(action);
}

/** `v.parse(schema, value)`, and `output` of `v.safeParse`. */
function call(_: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const { expression, site } = made;
  const name = of.path.at(-1) ?? '';
  const [first] = expression.kind === 'returns' ? (expression.values ?? []) : [];
  if (first === undefined || of.path.includes('()') || !/^(?:parse|safeParse)(?:Async)?$/.test(name)) return undefined;
  const data = describedBy({ expression: first, site });
  return name.startsWith('safe') ? safeResult(data, { data: 'output', errors: 'issues', flag: 'success' }) : data;
}

/** `v.InferOutput<typeof schema>`. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  const [argument] = of.arguments;
  if (/^(?:InferOutput|Output)$/.test(name) && argument !== undefined) return describedBy(argument);
  const step = name === 'entries' ? stepOf(of) : undefined;
  return step?.rest.length === 1 && step.on === undefined && /^\w*[oO]bject$/.test(step.name) && step.values[0] !== undefined
    ? membersOf(resolver, step.values[0]) && step.values[0]
    : undefined;
}

/** https://valibot.dev */
export const valibot: KnownPackage = {
  title: 'valibot',
  specifiers: /^valibot$/,
  schema,
  call,
  type,
};

import { type Expression, unknown } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals } from '../../shapes/members.js';
import { unknownOf } from '../../values/compose.js';
import type { ExternalTarget, Resolver } from '../../values/target.js';
import { elementsOf } from '../literal-values.js';
import { doubtful, PLAIN_FORMS, text, withSchemas } from '../schema-forms.js';
import { listIn, type SchemaStep, stepsOf } from '../schema-step.js';
import { ofFields, type YupSchema } from './fields.js';

const FORMS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...PLAIN_FORMS,
  ['bool', { kind: 'scalar', type: 'boolean' }],
  ['mixed', unknown('its schema allows anything')],
  ['object', unknown('its schema allows any object')],
  ['array', { kind: 'array', items: unknown('its schema says nothing of its items') }],
  ['tuple', unknown('its schema says nothing of its items')],
]);
const FORMATS: Readonly<Record<string, string>> = { email: 'email', url: 'uri', uuid: 'uuid', datetime: 'date-time' };

/** Methods that do not affect the form of a value: after all of them it must still have the schema's type. */
const NEUTRAL =
  /^(?:label|meta|typeError|test|clone|transform|length|min|max|matches|trim|lowercase|uppercase|lessThan|moreThan|positive|negative|notOneOf|json|compact|from|camelCase|snakeCase|constantCase)$/;

/** The schema of a value; undefined: none, or unresolved. */
export function yupSchema(resolver: Resolver, value: Lazy): YupSchema | undefined {
  const target = resolver.resolve(resolver, value, 'value');
  return target.kind === 'external' ? yupMade(resolver, target) : undefined;
}

/** Applies the calls that made a schema, in order. */
export function yupMade(resolver: Resolver, of: ExternalTarget): YupSchema | undefined {
  const [first, ...steps] = stepsOf(resolver, of) ?? [];
  let made = first && partOf(resolver, built(resolver, first), first);
  for (const step of steps) made = made && partOf(resolver, changed(resolver, { ...made, file: step.file }, step), step);
  return made;
}

/** `schema.fields.name` is the schema of that field. */
function partOf(resolver: Resolver, made: YupSchema | undefined, { rest }: SchemaStep): YupSchema | undefined {
  const [first, name, ...more] = rest;
  if (first === undefined) return made;
  const field = first === 'fields' && more.length === 0 ? made?.fields.get(name ?? '') : undefined;
  return field && yupSchema(resolver, field.schema);
}

function built(resolver: Resolver, { name, values: [first], file }: SchemaStep): YupSchema | undefined {
  if (name === 'lazy') return first && lazyMade(resolver, first);
  const form = FORMS.get(name);
  if (form === undefined) return undefined;
  const made: YupSchema = {
    file,
    type: name,
    form: { expression: form, site: { file } },
    fields: new Map(),
    values: [],
    nullable: false,
  };
  if (first === undefined) return made;
  if (name === 'object') return { ...made, ...withSchemas(resolver, made, first) };
  if (name === 'array') return { ...made, item: first };
  const items = name === 'tuple' ? listIn(resolver, first) : undefined;
  return items === undefined ? made : { ...made, items };
}

/** `lazy(() => node.default(undefined))` */
function lazyMade(resolver: Resolver, given: Lazy): YupSchema | undefined {
  const made = yupSchema(resolver, { expression: { kind: 'returns', of: given.expression }, site: given.site });
  const target = resolver.resolve(resolver, given, 'value');
  if (made === undefined || target.kind !== 'callable') return made;
  let named = target.callable.inferred;
  while (named?.kind === 'returns' && named.of.kind === 'member' && /^(?:default|optional|defined|nullable)$/.test(named.of.name))
    named = named.of.of;
  return named?.kind === 'name' ? { ...made, lazy: { expression: named, site: { ...target.site, file: target.file } } } : made;
}

/** Applies a method to a schema; after an unknown method only the presence is still known. */
function changed(resolver: Resolver, made: YupSchema, step: SchemaStep): YupSchema {
  const { name, file } = step;
  if (NEUTRAL.test(name)) return made;
  const format = made.type === 'string' ? FORMATS[name] : undefined;
  if (format !== undefined) return { ...made, form: { expression: text(format), site: { file } } };
  const own = ofPresence(resolver, made, step) ?? ofParts(resolver, made, step) ?? ofFields(resolver, made, step);
  return own ?? { ...made, type: 'mixed', form: unknownOf(file, `what ${name} makes of it is not known`), values: [] };
}

function ofPresence(resolver: Resolver, made: YupSchema, { name, values: [first] }: SchemaStep): YupSchema | undefined {
  const [flag] = (first && literals(resolver, first)) ?? [];
  switch (name) {
    case 'required':
      return { ...made, optional: false, nullable: false };
    case 'notRequired':
      return { ...made, optional: true, nullable: true };
    case 'defined':
    case 'optional':
      return { ...made, optional: name === 'optional' };
    case 'nullable':
    case 'nonNullable':
      return { ...made, nullable: name === 'nullable' && flag !== false };
    case 'default':
      return { ...made, fallback: first === undefined ? 'nothing' : fallbackOf(resolver, first) };
    case 'ensure':
      return { ...made, fallback: 'something', nullable: false };
    case 'strip':
      return { ...made, stripped: flag !== false };
    case 'strict':
      return { ...made, strict: flag !== false };
    case 'when':
      return { ...made, unsure: 'a condition decides what its schema is' };
    default:
      return undefined;
  }
}

function fallbackOf(resolver: Resolver, given: Lazy): 'something' | 'nothing' | 'unknown' {
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind === 'unknown' || target.kind === 'choice') return 'unknown';
  return target.kind === 'plain' && target.expression.kind === 'absent' ? 'nothing' : 'something';
}

function ofParts(resolver: Resolver, made: YupSchema, step: SchemaStep): YupSchema | undefined {
  const { name, file } = step;
  const [first] = step.values;
  switch (name) {
    case 'integer':
    case 'truncate':
    case 'round':
      return { ...made, form: { expression: { kind: 'scalar', type: 'integer' }, site: { file } } };
    case 'oneOf':
    case 'equals': {
      const values = first && elementsOf(resolver, first);
      return { ...made, values: values ?? [unknownOf(file, 'not all values of its schema are known')] };
    }
    case 'of':
      return first && { ...made, item: first };
    case 'concat': {
      const other = first && yupSchema(resolver, first);
      return other && joined(made, other);
    }
    default:
      return undefined;
  }
}

/** The other schema's rules take precedence over the first one's; rules that it does not set stay. */
function joined(one: YupSchema, other: YupSchema): YupSchema {
  const fallback = other.fallback ?? one.fallback;
  const closed = other.closed ?? one.closed;
  const item = other.item ?? one.item;
  return {
    ...other,
    fields: new Map([...(other.open === undefined ? one.fields : [...one.fields].map(doubtful)), ...other.fields]),
    values: [...one.values, ...other.values],
    ...(fallback && { fallback }),
    ...(closed && { closed }),
    ...(item && { item }),
    ...(one.open !== undefined && { open: one.open }),
    ...(one.unsure !== undefined && { unsure: one.unsure }),
  };
}

import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { literals, membersOf } from '../shapes/members.js';
import { compose, listOf, objectOf, orNull, type Part, unknownOf } from '../values/compose.js';
import { describedBy } from '../values/external.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { literalsOf } from './literal-values.js';
import { PLAIN_FORMS } from './schema-forms.js';
import { listIn, type SchemaStep, stepsOf } from './schema-step.js';

/** A schema after the calls so far. */
interface Fluent {
  readonly file: string;
  /** The described data, except for its own properties. */
  readonly form: Lazy;
  readonly isObject: boolean;
  readonly fields: ReadonlyMap<string, Field>;
  readonly last?: string;
  /** `required()` on a schema without properties: the property with this schema is required. */
  readonly required: boolean;
  readonly defaulted?: boolean;
  readonly rest?: Lazy;
}
interface Field {
  readonly value: Lazy;
  readonly required: boolean;
  readonly defaulted: boolean;
}

/** Methods that do not affect the type. */
const SILENT =
  /^(?:id|title|description|examples|definition|readOnly|writeOnly|deprecated|ref|min\w*|max\w*|pattern|content\w*|exclusive\w*|multipleOf|uniqueItems|contains|dependencies|dependentRequired|propertyNames)$/;

/** The data that a schema describes. */
function schema(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const made = madeBy(resolver, of);
  return made && dataOf(made);
}

function dataOf({ file, form, isObject, fields, rest }: Fluent): Lazy {
  if (!isObject || (fields.size === 0 && rest === undefined)) return form;
  const parts = [...fields].map(([name, { value, required, defaulted }]): Part => {
    return { name, value, at: { file, line: 1 }, ...(!required && { optional: true, ...(defaulted && { defaulted }) }) };
  });
  return objectOf(file, parts, { rest });
}

/** Applies the calls from the builder to the last method, in order. */
function madeBy(resolver: Resolver, of: ExternalTarget): Fluent | undefined {
  const steps = stepsOf(resolver, of) ?? [];
  const [first, ...rest] = steps.some((step) => step.rest.length > 0) ? [] : steps;
  let made = first && built(resolver, first);
  for (const step of rest) made = made && applied(resolver, made, step);
  return made;
}

function built(resolver: Resolver, { name, values, file }: SchemaStep): Fluent | undefined {
  const start = (form: Lazy): Fluent => ({ file, form, isObject: name === 'object', fields: new Map(), required: false });
  const [first] = values;
  const scalar = PLAIN_FORMS.get(name);
  if (scalar !== undefined) return start({ expression: scalar, site: { file } });
  if (name === 'object') return start(unknownOf(file, 'its schema allows any object'));
  if (name === 'array') return start(listOf(unknownOf(file, 'its schema says nothing of its items')));
  if (name === 'raw' && first !== undefined) return start(describedBy(first));
  if ((name === 'enum' || name === 'const') && first !== undefined) return start(literalsOf(resolver, first) ?? open(file));
  if (/^(?:anyOf|oneOf|allOf)$/.test(name)) return start(combined(resolver, file, name, first));
  return name === 'mixed' || name === 'ref'
    ? start(unknownOf(file, 'its schema refers to another or allows several types'))
    : undefined;
}

const open = (file: string): Lazy => unknownOf(file, 'not all values of its schema are known');

function combined(resolver: Resolver, file: string, name: string, list: Lazy | undefined): Lazy {
  const items = list && listIn(resolver, list);
  if (items === undefined) return unknownOf(file, 'what its schema is combined of is not known');
  return compose(file, (put): Expression => {
    const parts = items.map((item) => put(describedBy(item)));
    return name === 'allOf' ? { kind: 'intersection', parts } : { kind: 'union', options: parts };
  });
}

function applied(resolver: Resolver, made: Fluent, step: SchemaStep): Fluent | undefined {
  const { name, values, file } = step;
  const [first, second] = values;
  if (SILENT.test(name) || name === 'valueOf') return made;
  switch (name) {
    case 'default':
      return withDefault(made);
    case 'prop':
      return withField(resolver, made, first, second);
    case 'required':
      return required(resolver, made, first);
    case 'items': {
      const listed = first && listIn(resolver, first);
      return first === undefined || listed !== undefined ? undefined : { ...made, form: listOf(describedBy(first)) };
    }
    case 'enum':
    case 'const':
      return first && { ...made, form: literalsOf(resolver, first) ?? open(file) };
    case 'format': {
      const [format] = (first && literals(resolver, first)) ?? [];
      return typeof format === 'string' && made.form.expression.kind === 'scalar'
        ? { ...made, form: { ...made.form, expression: { ...made.form.expression, format } } }
        : made;
    }
    case 'raw': {
      const nullable = first && membersOf(resolver, first)?.named.get('nullable')?.value;
      const [flag] = (nullable && literals(resolver, nullable)) ?? [];
      return flag === true && !made.isObject ? { ...made, form: orNull(made.form) } : undefined;
    }
    case 'additionalProperties':
      return withRest(resolver, made, first);
    case 'extend':
      return first && extended(resolver, made, first);
    case 'only':
    case 'without':
      return first && chosen(resolver, made, name, first);
    default:
      return undefined;
  }
}

/** `prop('name', schema)`: a missing schema (`undefined`) allows anything. */
function withField(resolver: Resolver, made: Fluent, key: Lazy | undefined, given: Lazy | undefined): Fluent | undefined {
  const [name] = (key && literals(resolver, key)) ?? [];
  if (typeof name !== 'string') return undefined;
  const target = given && resolver.resolve(resolver, given, 'value');
  const inner = target?.kind === 'external' ? madeBy(resolver, target) : undefined;
  const isOwn = inner !== undefined || (target?.kind === 'plain' && target.expression.kind === 'object');
  const value =
    given !== undefined && isOwn
      ? describedBy(given)
      : unknownOf(made.file, `the schema of ${name} is not known, or allows anything`);
  // an unresolved schema may also be required
  const isUnread = target !== undefined && !isOwn && target.kind !== 'plain';
  const field: Field = { value, required: isUnread || inner?.required === true, defaulted: inner?.defaulted === true };
  return { ...made, fields: new Map([...made.fields, [name, field]]), last: name };
}

/** For an object with properties, the default belongs to the last property; otherwise to the schema itself. */
function withDefault(made: Fluent): Fluent {
  const { last, fields } = made;
  const field = last === undefined ? undefined : fields.get(last);
  if (last === undefined || field === undefined) return { ...made, defaulted: true };
  return { ...made, fields: new Map([...fields, [last, { ...field, defaulted: true }]]) };
}

/** For an object with properties, it makes the last property required; otherwise the schema itself, or the named properties. */
function required(resolver: Resolver, made: Fluent, names: Lazy | undefined): Fluent | undefined {
  const named = names === undefined ? (made.last === undefined ? [] : [made.last]) : literals(resolver, names);
  if (named === undefined) return undefined;
  if (named.length === 0) return { ...made, required: true };
  const fields = [...made.fields].map(([name, field]): [string, Field] => [
    name,
    named.includes(name) ? { ...field, required: true } : field,
  ]);
  return { ...made, fields: new Map(fields) };
}

function withRest(resolver: Resolver, made: Fluent, given: Lazy | undefined): Fluent | undefined {
  if (given === undefined) return undefined;
  const [flag] = literals(resolver, given) ?? [];
  if (flag === false) return made;
  const rest = flag === true ? unknownOf(made.file, 'its schema allows other properties') : describedBy(given);
  return { ...made, rest };
}

function extended(resolver: Resolver, made: Fluent, given: Lazy): Fluent | undefined {
  const target = resolver.resolve(resolver, given, 'value');
  const base = target.kind === 'external' ? madeBy(resolver, target) : undefined;
  return base && { ...made, fields: new Map([...base.fields, ...made.fields]), ...(base.rest && { rest: base.rest }) };
}

function chosen(resolver: Resolver, made: Fluent, how: 'only' | 'without', names: Lazy): Fluent | undefined {
  const listed = literals(resolver, names);
  if (listed === undefined) return undefined;
  const fields = [...made.fields].filter(([name]) => listed.includes(name) === (how === 'only'));
  return { ...made, fields: new Map(fields) };
}

/** https://github.com/fastify/fluent-json-schema */
export const fluentJsonSchema: KnownPackage = {
  title: 'fluent-json-schema',
  specifiers: /^fluent-(?:json-)?schema$/,
  schema,
};

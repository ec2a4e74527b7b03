import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals } from '../../shapes/members.js';
import { compose } from '../../values/compose.js';
import type { ExternalTarget, Resolver } from '../../values/target.js';
import { doubtful } from '../schema-forms.js';
import { listIn, type SchemaStep, stepsOf } from '../schema-step.js';
import { anything, scalar, simplyChanged } from './methods.js';
import { FORMS, type JoiSchema, startOf, withKeys, withOptions } from './schema.js';

const ALIASES: Readonly<Record<string, string>> = { bool: 'boolean', func: 'function', alt: 'alternatives' };
/** Methods that the package itself offers as shortcuts for `any()`. */
const SHORT =
  /^(?:allow|custom|disallow|equal|exist|forbidden|invalid|not|only|optional|options|prefs|preferences|required|strip|valid|when)$/;

/** The schema of a value: a joi type, or the result of `Joi.compile` for an object, a list or a constant; undefined: neither. */
export function schemaFrom(resolver: Resolver, value: Lazy): JoiSchema | undefined {
  const target = resolver.resolve(resolver, value, 'value');
  if (target.kind === 'external') return schemaMade(resolver, target);
  if (target.kind !== 'plain') return undefined;
  const { file } = target.site;
  switch (target.expression.kind) {
    case 'object':
      return withKeys(resolver, startOf('object', file), target);
    case 'tuple': {
      const items = listIn(resolver, target);
      return items && { ...startOf('alternatives', file), items };
    }
    case 'literal':
      return { ...startOf('any', file), values: [target], only: true };
    default:
      return undefined;
  }
}

/** Applies the calls that made a schema, in order. */
export function schemaMade(resolver: Resolver, of: ExternalTarget): JoiSchema | undefined {
  const all = stepsOf(resolver, of) ?? [];
  const [first, ...steps] = all.slice(all.findIndex(({ name }) => name !== 'extend'));
  if (first === undefined || all.some(({ rest }) => !rest.every(isRuleset))) return undefined;
  let made = built(resolver, first);
  for (const step of steps) made = made && changed(resolver, { ...made, file: step.file }, step);
  return made;
}

/** Whether a name starts a set of rules, like `$`. */
const isRuleset = (name: string): boolean => name === '$' || name === 'ruleset';

function built(resolver: Resolver, step: SchemaStep): JoiSchema | undefined {
  const { file, values } = step;
  const name = ALIASES[step.name] ?? step.name;
  const [first] = values;
  if (SHORT.test(name)) return changed(resolver, startOf('any', file), step);
  if (name === 'compile') return first && schemaFrom(resolver, first);
  if (name === 'lazy') return startOf('link', file);
  if (!FORMS.has(name)) return undefined;
  const made = startOf(name, file);
  if (name === 'object') return first === undefined ? made : withKeys(resolver, made, first);
  return name === 'alternatives' ? withOptions(resolver, made, step) : made;
}

/** Applies a method to a schema; after an unknown method only the presence is still known. */
function changed(resolver: Resolver, made: JoiSchema, step: SchemaStep): JoiSchema {
  const own = simplyChanged(resolver, made, step) ?? ofWhole(resolver, made, step);
  return own ?? anything(made, `what ${step.name} makes of it is not known`);
}

function ofWhole(resolver: Resolver, made: JoiSchema, { name, file, values: [first] }: SchemaStep): JoiSchema | undefined {
  switch (name) {
    case 'integer':
    case 'port':
      return { ...made, form: scalar(file, 'integer') };
    case 'cast': {
      const [to] = (first && literals(resolver, first)) ?? [];
      return to === 'string' || to === 'number' ? { ...anything(made, ''), type: to, form: scalar(file, to) } : undefined;
    }
    case 'options':
    case 'prefs':
    case 'preferences':
      return first && { ...made, preferences: [...made.preferences, first] };
    case 'extract': {
      const [path] = (first && literals(resolver, first)) ?? [];
      const key = typeof path === 'string' ? made.keys?.get(path) : undefined;
      return key && schemaFrom(resolver, key.schema);
    }
    case 'concat': {
      const other = first && schemaFrom(resolver, first);
      return other && joined(made, other);
    }
    default:
      return undefined;
  }
}

/** Combines the rules of two schemas; shared keys are combined in turn. */
function joined(one: JoiSchema, other: JoiSchema): JoiSchema | undefined {
  const keys = new Map(other.open === undefined ? one.keys : [...(one.keys ?? [])].map(doubtful));
  for (const [name, key] of other.keys ?? []) {
    const before = keys.get(name);
    const both = (): Lazy =>
      compose(key.at.file, (put): Expression => {
        const of: Expression = { kind: 'member', of: put(before?.schema ?? key.schema), name: 'concat' };
        return { kind: 'returns', of, values: [put(key.schema)] };
      });
    // a key that the first schema may have, too
    const own = one.open === undefined ? key : doubtful([name, key])[1];
    keys.set(name, before === undefined ? own : { ...key, schema: both() });
  }
  const own = other.type === 'any' ? one : other;
  const form = isRefined(one) && !isRefined(other) ? one.form : own.form;
  return {
    ...one,
    ...other,
    type: own.type,
    form,
    patterns: [...one.patterns, ...other.patterns],
    items: [...one.items, ...other.items],
    values: [...one.values, ...other.values],
    preferences: [...one.preferences, ...other.preferences],
    ...((one.keys ?? other.keys) && { keys }),
  };
}

/** Whether it has more rules than its type. */
const isRefined = ({ type, form }: JoiSchema): boolean => form.expression !== FORMS.get(type);

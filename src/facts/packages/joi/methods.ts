import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals } from '../../shapes/members.js';
import { compose, unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { dataGiven, valuesGiven } from '../literal-values.js';
import { doubtful, type SchemaField } from '../schema-forms.js';
import { argumentsOf, listIn, type SchemaStep } from '../schema-step.js';
import { flagGiven, type JoiSchema, startOf, withKeys, withOptions } from './schema.js';

/** Methods that do not affect the form of a value. */
const NEUTRAL =
  /^(?:alter|artifact|cache|description|empty|error|example|id|keep|label|message|messages|meta|note|rule|shared|strict|tag|unit|warn|warning|and|assert|length|max|min|nand|or|oxor|with|without|xor|has|sort|unique|single|encoding|falsy|truthy|sensitive|greater|less|iso|timestamp|multiple|negative|positive|precision|sign|unsafe|alphanum|base64|case|creditCard|dataUri|domain|hex|insensitive|ip|isoDate|isoDuration|lowercase|normalize|pattern|regex|replace|token|trim|truncate|uppercase|maxRecursion|relative)$/;

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  guid: 'uuid',
  uuid: 'uuid',
  uri: 'uri',
  hostname: 'hostname',
};

/** Applies a method that involves no other schema; undefined: the method is none of those. */
export function simplyChanged(resolver: Resolver, made: JoiSchema, step: SchemaStep): JoiSchema | undefined {
  const format = made.type === 'string' ? FORMATS[step.name] : undefined;
  if (format !== undefined) return { ...made, form: scalar(step.file, 'string', format) };
  if (step.name === 'pattern' && made.type === 'object') {
    const schema = step.values[1] ?? unknownOf(step.file, 'its schema names keys by a pattern');
    return { ...made, patterns: [...made.patterns, schema] };
  }
  if (NEUTRAL.test(step.name)) return made;
  return ofPresence(resolver, made, step) ?? ofValues(resolver, made, step) ?? ofParts(resolver, made, step);
}

/** A scalar, as data. */
export const scalar = (file: string, type: 'string' | 'number' | 'integer', format?: string): Lazy => ({
  expression: { kind: 'scalar', type, ...(format !== undefined && { format }) },
  site: { file },
});

/** The schema with an unknown form. */
export function anything(made: JoiSchema, why: string): JoiSchema {
  const { keys: _, only: __, ...rest } = made;
  return { ...rest, type: 'any', form: unknownOf(made.file, why), values: [], items: [], patterns: [] };
}

function ofPresence(resolver: Resolver, made: JoiSchema, { name, values: [first] }: SchemaStep): JoiSchema | undefined {
  switch (name) {
    case 'required':
    case 'exist':
      return { ...made, presence: 'required' };
    case 'optional':
    case 'forbidden':
      return { ...made, presence: name };
    case 'presence': {
      const [mode] = (first && literals(resolver, first)) ?? [];
      const isMode = mode === 'required' || mode === 'optional' || mode === 'forbidden';
      return isMode ? { ...made, presence: mode } : unsure(made, 'whether its schema requires it is not known');
    }
    case 'strip': {
      const flag = flagGiven(resolver, first);
      return flag === undefined ? unsure(made, 'whether it is taken out is not known') : { ...made, stripped: flag };
    }
    case 'when':
      return unsure(made, 'a condition decides what its schema is');
    default:
      return undefined;
  }
}

const unsure = (made: JoiSchema, why: string): JoiSchema => ({ ...made, unsure: why });

function ofValues(resolver: Resolver, made: JoiSchema, step: SchemaStep): JoiSchema | undefined {
  const { name, file } = step;
  const [first] = step.values;
  switch (name) {
    case 'allow':
    case 'valid':
    case 'equal': {
      const given = valuesGiven(resolver, step) ?? [unknownOf(file, 'not all values of its schema are known')];
      const only = name !== 'allow' || made.only === true;
      return { ...made, values: [...made.values, ...given], ...(only && { only }) };
    }
    case 'only':
      return { ...made, only: true };
    case 'invalid':
    case 'disallow':
    case 'not':
      return made.values.length === 0 ? made : anything(made, 'which values of its schema are left is not known');
    case 'default':
      if (first === undefined && made.type !== 'object') return made;
      return { ...made, fallback: (first && dataGiven(resolver, first)) ?? unknownOf(file, 'what is there by default') };
    case 'failover':
      return first && { ...made, values: [...made.values, dataGiven(resolver, first)] };
    case 'custom':
    case 'external':
      return anything(made, `a function that is given to ${name} may change it`);
    default:
      return undefined;
  }
}

function ofParts(resolver: Resolver, made: JoiSchema, step: SchemaStep): JoiSchema | undefined {
  const { name, file } = step;
  const [first, second] = step.values;
  switch (name) {
    case 'keys':
    case 'append':
      if (first === undefined) return name === 'append' ? made : { ...startOf('object', file), ...flagsOf(made) };
      return withKeys(resolver, made, first);
    case 'unknown': {
      const flag = flagGiven(resolver, first);
      return { ...made, passes: flag ?? true };
    }
    case 'rename':
      return renamed(resolver, made, first, second);
    case 'items': {
      const given = argumentsOf(resolver, step) ?? [unknownOf(file, 'not all its items are known')];
      return { ...made, items: [...made.items, ...given.flatMap((one) => listIn(resolver, one) ?? [one])] };
    }
    case 'sparse':
      return { ...made, sparse: flagGiven(resolver, first) ?? true };
    case 'try':
      return withOptions(resolver, made, step);
    case 'match': {
      const [mode] = (first && literals(resolver, first)) ?? [];
      return mode === 'any' || mode === 'one' ? made : undefined;
    }
    case 'fork':
      return first && second && forked(resolver, made, first, second);
    default:
      return undefined;
  }
}

/** The flags of a schema, without its keys. */
function flagsOf({ presence, fallback, stripped, unsure: why, preferences, values }: JoiSchema): Partial<JoiSchema> {
  return {
    preferences,
    values,
    ...(presence && { presence }),
    ...(fallback && { fallback }),
    ...(stripped && { stripped }),
    ...(why !== undefined && { unsure: why }),
  };
}

/** A renamed key is removed, and the other key has a schema of its own. */
function renamed(resolver: Resolver, made: JoiSchema, from: Lazy | undefined, to: Lazy | undefined): JoiSchema | undefined {
  const [source] = (from && literals(resolver, from)) ?? [];
  const [target] = (to && literals(resolver, to)) ?? [];
  if (made.keys === undefined) return made;
  const names = [...made.keys.keys()];
  return typeof target === 'string' && names.includes(target) && (typeof source !== 'string' || !names.includes(source))
    ? made
    : undefined;
}

/** `fork(['id', 'name'], (schema) => schema.required())`. */
function forked(resolver: Resolver, made: JoiSchema, paths: Lazy, adjust: Lazy): JoiSchema {
  const names = literals(resolver, paths)?.map(String);
  const first = new Set(names?.map((path) => path.split('.')[0] ?? ''));
  const keys = [...(made.keys ?? [])].map((entry): [string, SchemaField] => {
    const [name, key] = entry;
    if (names !== undefined && !first.has(name)) return entry;
    if (names === undefined || !names.includes(name)) return doubtful(entry);
    const schema = compose(key.at.file, (put): Expression => ({ kind: 'returns', of: put(adjust), values: [put(key.schema)] }));
    return [name, { ...key, schema }];
  });
  return { ...made, keys: new Map(keys) };
}

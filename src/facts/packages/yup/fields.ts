import type { Lazy } from '../../program.js';
import { literals } from '../../shapes/members.js';
import { callOn } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { type SchemaField, withSchemas } from '../schema-forms.js';
import { argumentsOf, listIn, type SchemaStep } from '../schema-step.js';

/** A yup schema after the calls so far. */
export interface YupSchema {
  /** The file of the last call. */
  readonly file: string;
  readonly type: string;
  /** The described data, except for its fields and items. */
  readonly form: Lazy;
  /** For an object. */
  readonly fields: ReadonlyMap<string, SchemaField>;
  /** Why there may be further fields. */
  readonly open?: string;
  /** Other keys are removed or rejected. */
  readonly closed?: boolean;
  /** For an array. */
  readonly item?: Lazy;
  /** For a tuple. */
  readonly items?: readonly Lazy[];
  /** The allowed values. */
  readonly values: readonly Lazy[];
  /** Absent: not declared, and it may be missing. */
  readonly optional?: boolean;
  readonly nullable: boolean;
  /** Whether a missing value gets a default. Absent: as for its type. */
  readonly fallback?: 'something' | 'nothing' | 'unknown';
  readonly stripped?: boolean;
  readonly strict?: boolean;
  /** The schema that a function returns on use: it may contain itself. */
  readonly lazy?: Lazy;
  /** Why it is unknown, even whether it is present. */
  readonly unsure?: string;
}
/** Applies a method of object schemas to the fields; undefined: it is none of those. */
export function ofFields(resolver: Resolver, made: YupSchema, step: SchemaStep): YupSchema | undefined {
  const { name } = step;
  const [first] = step.values;
  const each = (change: (entry: [string, SchemaField]) => [string, SchemaField]): YupSchema => ({
    ...made,
    fields: new Map([...made.fields].map(change)),
  });
  switch (name) {
    case 'shape':
      return first && { ...made, ...withSchemas(resolver, made, first) };
    case 'pick':
    case 'omit': {
      const names = first && (listIn(resolver, first) ?? argumentsOf(resolver, step))?.map((one) => literals(resolver, one)?.[0]);
      if (names === undefined || names.includes(undefined))
        return { ...made, fields: new Map(), open: 'the picked names are not known' };
      const { open, ...rest } = made;
      const fields = new Map([...made.fields].filter(([one]) => names.includes(one) === (name === 'pick')));
      const isOpen = open !== undefined && !(name === 'pick' && names.every((one) => fields.has(String(one))));
      return { ...rest, fields, ...(isOpen && { open }) };
    }
    case 'partial':
      return each(([one, field]) => [one, { ...field, schema: callOn(field.schema, 'optional') }]);
    case 'deepPartial':
      if (made.type === 'object') return each(([one, field]) => [one, { ...field, schema: callOn(field.schema, 'deepPartial') }]);
      return { ...made, optional: true, ...(made.item && { item: callOn(made.item, 'deepPartial') }) };
    case 'noUnknown':
    case 'stripUnknown':
    case 'exact':
      return { ...made, closed: first === undefined || literals(resolver, first)?.[0] !== false };
    default:
      return undefined;
  }
}

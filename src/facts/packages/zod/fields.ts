import type { Lazy } from '../../program.js';
import { membersOf } from '../../shapes/members.js';
import { callOn, unknownOf } from '../../values/compose.js';
import { describedBy } from '../../values/external.js';
import type { Resolver } from '../../values/target.js';
import type { SchemaField } from '../schema-forms.js';
import { type SchemaStep, stepOf } from '../schema-step.js';

/** The fields of an object schema, each with its own schema. */
export interface Fields {
  readonly named: ReadonlyMap<string, SchemaField>;
  /** Values under other keys, as data. */
  readonly rest?: Lazy;
  /** Why there may be other fields. */
  readonly open?: string;
}

/** Methods that do not change an object schema's fields. */
const NEUTRAL =
  /^(?:describe|openapi|meta|register|refine|superRefine|check|brand|readonly|strip|strict|nonstrict|catch|default|prefault|with|clone)$/;

/** The fields of an object schema: of `z.object` and of the methods on it. */
function fieldsOf(resolver: Resolver, schema: Lazy): Fields | undefined {
  const target = resolver.resolve(resolver, schema, 'value');
  const step = target.kind === 'external' ? stepOf(target) : undefined;
  if (step === undefined) return undefined;
  if (step.rest.length === 0) return fieldsMade(resolver, step);
  const inner = fieldAt(resolver, step);
  return inner === undefined ? undefined : fieldsOf(resolver, inner);
}

/** The schema of `schema.shape.name`. */
export function fieldAt(resolver: Resolver, step: SchemaStep): Lazy | undefined {
  const [first, name, ...more] = step.rest;
  if (first !== 'shape' || name === undefined || more.length > 0) return undefined;
  return fieldsMade(resolver, { ...step, rest: [] })?.named.get(name)?.schema;
}

/** The fields after a step: a builder's own, or its schema's after a method. */
export function fieldsMade(resolver: Resolver, step: SchemaStep): Fields | undefined {
  const [first] = step.values;
  if (step.on === undefined) {
    if (!/^(?:object|strictObject|looseObject|interface)$/.test(step.name)) return undefined;
    const own = first === undefined ? { named: new Map() } : shapeOf(resolver, first);
    return step.name === 'looseObject' ? { ...own, rest: passing(step.file) } : own;
  }
  const of = fieldsOf(resolver, step.on);
  if (of === undefined) return undefined;
  switch (step.name) {
    case 'pick':
    case 'omit':
      return chosen(resolver, of, first, step.name === 'pick');
    case 'partial':
      return changed(resolver, of, first, 'optional');
    case 'required':
      return changed(resolver, of, first, 'nonoptional');
    case 'extend':
    case 'safeExtend':
    case 'augment':
      return first && joined(of, shapeOf(resolver, first));
    case 'merge':
      return first && joined(of, fieldsOf(resolver, first) ?? { named: new Map(), open: 'what is merged into it is not known' });
    case 'passthrough':
    case 'loose':
      return { ...of, rest: passing(step.file) };
    case 'catchall':
      return first && { ...of, rest: describedBy(first) };
    default:
      return NEUTRAL.test(step.name) ? of : undefined;
  }
}

const passing = (file: string): Lazy => unknownOf(file, 'other keys pass through its schema');

/** The fields of `{ name: schema, ... }`, or of another schema's `shape`. */
function shapeOf(resolver: Resolver, shape: Lazy): Fields {
  const members = membersOf(resolver, shape);
  if (members === undefined) return { named: new Map(), open: 'the shape of its schema is not known' };
  const named = [...members.named.values()].map((member) => {
    const getter: Lazy = { expression: { kind: 'returns', of: member.value.expression }, site: member.value.site };
    return [member.name, { schema: member.method === 'getter' ? getter : member.value, at: member.at }] as const;
  });
  const open = members.open ?? (members.rest === undefined ? undefined : 'not all keys of its schema are known');
  return { named: new Map(named), ...(open === undefined ? {} : { open }) };
}

function joined(first: Fields, second: Fields): Fields {
  const open = second.open ?? first.open;
  const certain = second.open === undefined ? first.named : new Map([...first.named].map(([name, one]) => [name, doubtful(one)]));
  return {
    named: new Map([...certain, ...second.named]),
    ...(first.rest === undefined ? {} : { rest: first.rest }),
    ...(open === undefined ? {} : { open }),
  };
}

/** An unknown extension may replace any field. */
function doubtful(field: SchemaField): SchemaField {
  return { ...field, schema: unknownOf(field.at.file, 'what extends its schema is not known') };
}

/** The names in `{ name: true, ... }`; undefined: some are unknown. */
function mask(resolver: Resolver, lazy: Lazy): ReadonlySet<string> | undefined {
  const members = membersOf(resolver, lazy);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const names = new Set<string>();
  for (const member of members.named.values()) {
    const value = resolver.resolve(resolver, member.value, 'value');
    if (value.kind !== 'plain' || value.expression.kind !== 'literal') return undefined;
    if (value.expression.value === true) names.add(member.name);
  }
  return names;
}

function chosen(resolver: Resolver, of: Fields, lazy: Lazy | undefined, keep: boolean): Fields {
  const names = lazy && mask(resolver, lazy);
  if (names === undefined) return { named: new Map(), open: 'the picked names are not known' };
  const named = new Map([...of.named].filter(([name]) => names.has(name) === keep));
  const complete = keep && [...names].every((name) => named.has(name));
  if (complete) return { named };
  return { ...of, named };
}

function changed(resolver: Resolver, of: Fields, lazy: Lazy | undefined, method: 'optional' | 'nonoptional'): Fields {
  const names = lazy === undefined ? undefined : mask(resolver, lazy);
  const named = [...of.named].map(([name, field]) => {
    if (lazy !== undefined && names === undefined) return [name, doubtful(field)] as const;
    if (names !== undefined && !names.has(name)) return [name, field] as const;
    return [name, { ...field, schema: callOn(field.schema, method) }] as const;
  });
  return { ...of, named: new Map(named) };
}

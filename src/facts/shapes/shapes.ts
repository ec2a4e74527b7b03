import { camelized } from '../../model/naming-policy.js';
import { type Field, NULL, type Shape, type UnknownShape, unknown } from '../../model/shape.js';
import type { Expression, OperatorExpression } from '../expression.js';
import { type Declaration, RECEIVER } from '../fact.js';
import type { Lazy, Site, Value } from '../program.js';
import { answered, isAskable } from '../values/answers.js';
import { isNullish } from '../values/elements.js';
import { writesItself } from '../values/elsewhere.js';
import { dataIn, outcome } from '../values/external.js';
import { declaredByPackage, UNREAD_CODE } from '../values/installed.js';
import { resolve } from '../values/resolve.js';
import { optionsLeft } from '../values/surely.js';
import { FUEL, type Resolver, type Target, undeclared } from '../values/target.js';
import { aliasedType, aliasOf, bindTypes, schemaOf } from '../values/type-parameters.js';
import { EMPTY, type Member, type Members, REFERENCE } from './member-list.js';
import { FIELDS_WRITTEN } from './member-writing.js';
import { literals, membersOf, membersOfTarget, namedMembers } from './members.js';
import { nameOfType, referred } from './named-values.js';
import {
  enumType,
  isNullLeftOut,
  mayBeLeftOut,
  nonNull,
  omitsDefaults,
  ownRules,
  withoutEmpty,
  withoutNull,
} from './service-settings.js';
import { referenced } from './shared-schemas.js';
import { formsOfSpread } from './tagged-spreads.js';
import { unionOf } from './unions.js';

/** Anonymous forms nested deeper than this are cyclic or hostile. */
const MAX_DEPTH = 60;
const ABSENT: Value = { absent: true };
const NEVER: Value = { absent: true, never: true };
/** Most options of one value, each of which is examined; a generated list of names has some thousands. */
const MOST_OPTIONS = 5000;
const present = (shape: Shape): Value => ({ shape, absent: false });

/** An expression as data, with named types as refs. */
export function dataOf(resolver: Resolver, lazy: Lazy, depth = 0): Value {
  if (depth > MAX_DEPTH) return present(unknown('it is nested too deeply'));
  const alias = aliasOf(resolver, lazy);
  if (alias !== undefined) {
    return named(resolver, alias.file, [alias.declaration], alias.arguments, depth, (site) =>
      dataOf(resolver, { expression: aliasedType(resolver, alias.file, alias.declaration), site }, depth + 1),
    );
  }
  const shared = referenced(resolver, lazy);
  if (shared !== undefined) return dataOf(resolver, shared, depth + 1);
  const made = (): Value => dataOfTarget(resolver, resolve(resolver, lazy, 'shape'), depth);
  const schema = schemaOf(resolver, lazy);
  return schema === undefined
    ? made()
    : referred(resolver, nameOfType(resolver, schema.file, `${schema.name} (schema)`, []), made);
}

function dataOfTarget(resolver: Resolver, target: Target, depth: number): Value {
  switch (target.kind) {
    case 'type':
      return dataOfType(resolver, target, depth);
    case 'plain':
      return dataOfPlain(resolver, target.expression, target.site, depth);
    case 'choice':
      if (target.options.length > MOST_OPTIONS) return present(unknown('it may be one of too many values'));
      return eitherValue(optionsLeft(resolver, target).map((option) => dataOf(resolver, option, depth + 1)));
    case 'class':
    case 'callable':
      return ABSENT;
    case 'external': {
      const result = outcome(resolver, target, 'shape', FUEL);
      if (result !== target) return dataOfTarget(resolver, result, depth + 1);
      const data = dataIn(resolver, target);
      if (data !== undefined) return dataOf(resolver, data, depth + 1);
      const declared = declaredByPackage(resolver, target);
      if (declared !== undefined) return dataOfTarget(resolver, declared, depth + 1);
      return present(unknown(undeclared(resolver, target)));
    }
    case 'unknown':
      return {
        ...present({
          ...unknown(target.why),
          ...(target.schema !== undefined && { schema: target.schema }),
          ...(target.asNull === true && { asNull: true }),
        }),
        ...(target.asAbsent === true && { perhaps: true }),
      };
    default:
      return present(unknown('it is no data'));
  }
}

function dataOfType(resolver: Resolver, target: Target & { kind: 'type' }, depth: number): Value {
  const first = target.declarations[0];
  const isEnum = first?.form === 'enum';
  const byRules = ownRules(resolver, target.file, `class ${first?.name}`, isEnum ? 'enum' : undefined);
  if (byRules !== undefined) return present(byRules);
  if (isEnum) {
    const values = literals(resolver, {
      expression: enumType(resolver, target.file, first),
      site: { file: target.file },
    });
    return present(values === undefined ? unknown(`not all values of ${first.name} are known`) : { kind: 'enum', values });
  }
  if (writesItself(resolver, target)) return present(unknown(`${first?.name} writes its own JSON`));
  const make = (): Value => {
    const members = membersOfTarget(resolver, target);
    return members === undefined ? present(unknown('its members are not known')) : objectOf(resolver, members, depth);
  };
  // one instance's arguments do not apply to its whole class
  if (target.made !== undefined) return make();
  return named(resolver, target.file, target.declarations, target.arguments, depth, make);
}

/** Evaluates a named type once, and refers to it by name if its content is worth a name. */
function named(
  resolver: Resolver,
  file: string,
  declarations: readonly Declaration[],
  given: readonly Lazy[],
  depth: number,
  make: (site: Site) => Value,
): Value {
  const first = declarations[0];
  const shapes = given.map((one) => dataOf(resolver, one, depth + 1).shape ?? NULL);
  const name = nameOfType(resolver, file, first?.name ?? '', shapes);
  return referred(resolver, name, () => make(bindTypes(first?.parameters, given, { file })));
}

function dataOfPlain(resolver: Resolver, expression: Expression, site: Site, depth: number): Value {
  const inner = (of: Expression): Value => dataOf(resolver, { expression: of, site }, depth + 1);
  const shape = (of: Expression): Shape => inner(of).shape ?? NULL; // JSON writes an undefined item of a list as null
  switch (expression.kind) {
    case 'literal':
      return present(expression.value === null ? NULL : { kind: 'enum', values: [expression.value] });
    case 'scalar': {
      const { type, format } = expression;
      return present(ownRules(resolver, site.file, format ?? type) ?? expression);
    }
    case 'text':
      return present(expression.sum === true ? sumOf(expression.parts.map(shape)) : { kind: 'scalar', type: 'string' });
    case 'absent':
      return ABSENT;
    case 'array':
      return present({ kind: 'array', items: shape(expression.items) });
    case 'tuple': {
      if (expression.items.length === 0) return present({ kind: 'tuple', items: [] });
      const items = expression.items.map((item) =>
        item.kind === 'spread' ? shape({ kind: 'element', of: item.value }) : shape(item),
      );
      return present(
        expression.items.some((item) => item.kind === 'spread')
          ? { kind: 'array', items: unionOf(items) }
          : { kind: 'tuple', items },
      );
    }
    case 'map':
      return present({ kind: 'map', values: inner(expression.values).shape ?? unknown('its values are not known') });
    case 'parameter':
      return present(unknown('a value that a caller passes, without a declared type'));
    case 'object': {
      const forms = formsOfSpread(resolver, expression, site);
      if (forms !== undefined) return eitherValue(forms.map((form) => dataOf(resolver, form, depth + 1)));
      return objectOf(resolver, membersOf(resolver, { expression, site }) ?? EMPTY, depth);
    }
    case 'intersection':
      return intersectionOf(resolver, expression.parts, site, depth);
    case 'operator':
      return operatorOf(resolver, expression, site, depth);
    default: {
      const members = membersOf(resolver, { expression, site });
      return members === undefined ? present(unknown('it is not understood')) : objectOf(resolver, members, depth);
    }
  }
}

/** `a + b`: the common type of both parts; unknown if they do not determine it. */
function sumOf(parts: readonly Shape[]): Shape {
  for (const part of parts) {
    const [first] = part.kind === 'enum' ? part.values : [];
    if (typeof first === 'string') return { kind: 'scalar', type: 'string' };
    if (typeof first === 'number') return { kind: 'scalar', type: Number.isInteger(first) ? 'integer' : 'number' };
    if (part.kind === 'scalar') return part;
  }
  return unknown('what is added up is not known');
}

function operatorOf(resolver: Resolver, expression: Expression & { kind: 'operator' }, site: Site, depth: number): Value {
  const lazy: Lazy = { expression, site };
  if (expression.operator === 'serialized')
    return dataOf({ ...resolver, serializer: 'on' }, { expression: expression.of, site }, depth + 1);
  if (expression.operator === 'nulls-omitted')
    return dataOf({ ...resolver, omitsNulls: true }, { expression: expression.of, site }, depth + 1);
  if (expression.operator === 'fields-written')
    return dataOf({ ...resolver, omitsNulls: true, writesFields: true }, { expression: expression.of, site }, depth + 1);
  if (expression.operator === 'camel-cased')
    return dataOf({ ...resolver, camelNames: true }, { expression: expression.of, site }, depth + 1);
  if (expression.operator === 'possible')
    return possibly(dataOf(resolver, { expression: expression.of, site }, depth + 1), expression.keys);
  if (expression.operator === 'unset-omitted') return unsetOmitted(resolver, expression, site, depth);
  if (expression.operator === 'encoded') return present({ kind: 'scalar', type: 'string' });
  if (expression.operator === 'keyof') {
    const values = literals(resolver, lazy);
    return present(values === undefined ? { kind: 'scalar', type: 'string' } : { kind: 'enum', values });
  }
  if (expression.operator === 'values-of') {
    const members = namedMembers(resolver, { expression: expression.of, site });
    const values = members.map((member) => dataOf(resolver, member.value, depth + 1));
    return values.length === 0 ? present(unknown('its values are not known')) : eitherValue(values);
  }
  const members = membersOf(resolver, lazy);
  return members === undefined
    ? dataOf(resolver, { expression: expression.of, site }, depth + 1)
    : objectOf(resolver, members, depth, lazy);
}

/** A value that may be sent, or else another option beside it. */
function possibly({ shape, absent }: Value, keys: Expression | undefined): Value {
  if (shape?.kind === 'unknown' && shape.possibly !== undefined && !absent) return present(shape);
  const doubt = unknown(keys?.kind === 'literal' ? String(keys.value) : 'it is one of several forms');
  return present(shape === undefined || absent || shape.kind === 'unknown' ? doubt : { ...doubt, possibly: shape });
}

/**
 * The members of a model that the code set, if their names are known; otherwise it is unknown whether members with a default are
 * present.
 */
function unsetOmitted(resolver: Resolver, { of, keys }: OperatorExpression, site: Site, depth: number): Value {
  const inner: Resolver = { ...resolver, omitsUnset: true };
  const names = keys && literals(resolver, { expression: keys, site });
  const members = names && membersOf(resolver, { expression: of, site });
  if (names === undefined || members === undefined) return dataOf(inner, { expression: of, site }, depth + 1);
  const isSet = ({ name, wire }: Member): boolean => names.includes(name) || names.includes(wire);
  // a contract that declares the member optional permits its absence
  const named = [...members.named].map(([name, member]): readonly [string, Member] => {
    if (isSet(member) || member.method !== undefined) return [name, { ...member, defaulted: false }];
    // one without a default has another name, or is null by itself (`Optional` of pydantic 1)
    const how = member.defaulted === true ? { optional: true } : { unsure: 'whether it was set is not known' };
    return [name, { ...member, defaulted: false, ...how }];
  });
  return objectOf(inner, { ...members, named: new Map(named) }, depth);
}

/** Most forms of one intersection whose combinations are distinguished. */
const MOST_FORMS = 20;

/**
 * Intersects objects: their members together, for each form of a union. A branded scalar (`string & { brand }`) is the scalar.
 */
function intersectionOf(resolver: Resolver, parts: readonly Expression[], site: Site, depth: number, forms = MOST_FORMS): Value {
  for (const [index, part] of parts.entries()) {
    const target = resolve(resolver, { expression: part, site }, 'shape');
    const plain = target.kind === 'plain' && ['scalar', 'literal', 'array', 'tuple'].includes(target.expression.kind);
    if (plain || (target.kind === 'type' && target.declarations[0]?.form === 'enum'))
      return dataOfTarget(resolver, target, depth + 1);
    if (target.kind !== 'choice') continue;
    const left = Math.floor(forms / target.options.length);
    const name = `|form${index}`;
    const each = parts.with(index, { kind: 'name', name });
    // no value is an object and null at once
    const options = target.options.filter((option) => !isNullish(resolver, option, 'shape', FUEL));
    if (left === 0 || options.length === 0) return present(unknown('an intersection with a union'));
    return eitherValue(
      options.map((option) =>
        intersectionOf(resolver, each, { ...site, types: new Map([...(site.types ?? []), [name, option]]) }, depth + 1, left),
      ),
    );
  }
  const members = membersOf(resolver, { expression: { kind: 'intersection', parts }, site });
  return members === undefined ? present(unknown('it is not understood')) : objectOf(resolver, members, depth);
}

/** One of several values: absent if one of them may be. */
function eitherValue(all: readonly Value[]): Value {
  const values = all.filter(({ never }) => never !== true);
  if (values.length === 0) return NEVER;
  const shapes = values.flatMap((value) => value.shape ?? []);
  const absent = values.some((value) => value.absent);
  const given = values.flatMap((value) => (value.perhaps === true ? [] : (value.given ?? value.shape ?? [])));
  const isInDoubt = given.length > 0 && values.some((value) => value.perhaps === true || value.given !== undefined);
  return shapes.length === 0 ? ABSENT : { shape: unionOf(shapes), absent, ...(isInDoubt && { given: unionOf(given) }) };
}

/** `JSON.stringify` of an object: `toJSON` first, no methods, no undefined. */
function objectOf(resolver: Resolver, members: Members, depth: number, self?: Lazy): Value {
  const custom = members.named.get('toJSON');
  if (custom?.method === 'method') {
    const { expression: of, site } = custom.value;
    const given = of.kind === 'name' && self && new Map([...(site.passed ?? []), [`${of.name}:${RECEIVER}`, self]]);
    return dataOf(
      resolver,
      { expression: { kind: 'returns', of }, site: { ...site, ...(given && { passed: given }) } },
      depth + 1,
    );
  }
  if (members.open?.endsWith(UNREAD_CODE) === true) return present(unknown(members.open));
  const fields = new Map<string, Field>();
  for (const member of members.named.values()) {
    const field = fieldOf(resolver, member, depth);
    if (field !== undefined) fields.set(field.name, field);
  }
  const rest =
    members.open !== undefined
      ? unknown(members.open)
      : members.rest === undefined
        ? false
        : (dataOf(resolver, members.rest, depth + 1).shape ?? false);
  if (fields.size === 0 && typeof rest === 'object' && members.open === undefined) return present({ kind: 'map', values: rest });
  if (fields.size === 0 && typeof rest === 'object') return present(rest);
  return present({ kind: 'object', fields: [...fields.values()], rest });
}

/** A field as it is sent; undefined: it is never sent. */
function fieldOf(resolver: Resolver, member: Member, depth: number): Field | undefined {
  const { name, hidden, value: sent } = member.serialized ?? {};
  const serialized = name === undefined && hidden === undefined && sent === undefined ? undefined : member.serialized;
  if (serialized !== undefined && resolver.serializer === 'maybe') return undefined;
  const applied = resolver.serializer === 'on' ? serialized : undefined;
  const shown = applied?.hidden === false || (applied?.value !== undefined && applied.hidden !== true);
  if (resolver.writesFields === true && member.computed === true) return undefined;
  if (applied?.hidden === true || member.access === 'write' || ((member.method !== undefined || member.hidden) && !shown))
    return undefined;
  const written = applied?.name ?? member.wire;
  const wire = resolver.camelNames === true ? camelized(written) : written;
  const unsure =
    member.unsure ?? (resolver.omitsUnset === true && member.defaulted === true ? 'it is left out unless it was set' : undefined);
  if (unsure !== undefined)
    return {
      ...{ name: wire, naming: 'declared', required: true, unsure: true, at: member.at },
      shape: { ...unknown(unsure), ...perhaps(resolver, member, depth) },
    };
  const read: Lazy =
    member.method === 'getter'
      ? { expression: { kind: 'returns', of: member.value.expression }, site: member.value.site }
      : member.value;
  const value = dataOf(resolver, applied?.value ?? read, depth + 1);
  const known = applied?.value === undefined ? knownOf(resolver, member, value, depth) : value;
  const shape = known.given ?? known.shape;
  if (shape === undefined || isNullLeftOut(resolver, member, shape)) return undefined;
  if (resolver.writesFields === true && shape.kind === 'scalar' && /^date/.test(shape.format ?? ''))
    return { name: wire, naming: 'declared', required: false, at: member.at, shape: unknown(FIELDS_WRITTEN) };
  const omitted = member.defaulted === true ? omitsDefaults(resolver, member.at.file) : false;
  const nullOmitted = withoutNull(resolver, member.at.file, shape);
  const nullAsDefault = member.blank === true ? nonNull(shape) : undefined;
  if (omitted === undefined && nullOmitted === undefined && nullAsDefault !== undefined)
    return {
      ...{ name: wire, naming: 'declared', required: true, unsure: true, at: member.at },
      shape: { ...unknown('whether its serializer omits defaults is not known'), possibly: shape },
    };
  const unlessNull = omitted === true ? (nullAsDefault ?? nullOmitted) : nullOmitted;
  return {
    name: wire,
    ...(wire === member.name ? {} : { member: member.name }),
    naming: namingOf(member, applied?.name !== undefined, wire !== written),
    shape: mayBeLeftOut(resolver, member.at.file, unlessNull ?? shape),
    required: !member.optional && !known.absent && unlessNull === undefined && omitted !== true,
    ...(member.defaulted === true && { defaulted: true }),
    ...(omitted === undefined && unlessNull === undefined && { leftOut: 'if its serializer omits defaults' }),
    ...(((member.loose === true && member.optional) || known.given !== undefined) && { leftOut: 'where it was not given' }),
    ...(withoutEmpty(resolver, member.at.file, unlessNull ?? shape) && { leftOut: 'while it is empty' }),
    at: member.at,
  };
}

function namingOf({ explicit, policy }: Member, isNamed: boolean, isRenamed: boolean): Field['naming'] {
  if (isRenamed) return 'policy';
  return explicit || isNamed ? 'explicit' : policy === true ? 'policy' : 'declared';
}

/** The shape of a relation once it is loaded; a relation without a value is null then. */
function perhaps(resolver: Resolver, { unsure, optional, method, value }: Member, depth: number): Pick<UnknownShape, 'possibly'> {
  if (unsure === REFERENCE || method !== undefined) return {};
  const { shape } = dataOf(resolver, value, depth + 1);
  if (shape === undefined || shape.kind === 'unknown') return {};
  return { possibly: optional && (shape.kind === 'ref' || shape.kind === 'object') ? unionOf([shape, NULL]) : shape };
}

/** A member's value according to facts; if that is empty or leaves something open, the answer of inference. */
function knownOf(resolver: Resolver, member: Member, value: Value, depth: number): Value {
  if (!isOpen(value.shape) || member.ask === undefined || !isAskable(resolver, member.value)) return value;
  const target = answered(resolver, member.ask, '', 'shape', FUEL);
  return target.kind === 'unknown' ? value : dataOfTarget(resolver, target, depth + 1);
}

function isOpen(shape: Shape | undefined): boolean {
  if (shape?.kind === 'array') return isOpen(shape.items);
  return shape?.kind === 'unknown' || (shape?.kind === 'union' && shape.options.some(isOpen));
}

import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import type { NamingPolicy } from '../../../model/naming-policy.js';
import { annotation, argument, classIn, ID, isWrittenAsId, jsonSerialize, stringsOf, wordsOf } from './annotations.js';
import { constants } from './constants.js';
import { importOf } from './names.js';
import { ignoredNames, isIgnored, type Property, propertiesOf } from './properties.js';
import { at, literal, type Scope, type Source, scopeOf, unknown, value } from './source.js';
import { tokenAt } from './tokens.js';
import { namedType, typeOf } from './types.js';
import type { Annotation, TypeDecl } from './unit.js';
import { readValue } from './values.js';
import { strategyOf } from './wire-names.js';
import { writtenBy } from './written-types.js';

/** The members of a class that Jackson writes. https://github.com/FasterXML/jackson-annotations/wiki/Jackson-Annotations */
export function membersOf(source: Source, decl: TypeDecl): readonly ObjectMember[] {
  const scope = scopeOf(decl);
  const ignored = new Set(ignoredNames(source, decl));
  const members: ObjectMember[] = [];
  const anyGetters = decl.methods.filter(({ annotations }) => annotation(annotations, 'JsonAnyGetter') !== undefined);
  const others = new Set(anyGetters.map(({ name }) => name));
  for (const one of propertiesOf(source, decl)) {
    if (has(one, 'JsonBackReference') || others.has(one.member)) continue;
    const member = memberOf(source, decl, scope, one);
    const isLeftOut = isIgnored(one) || (member.kind === 'property' && ignored.delete(member.name));
    if (!isLeftOut) members.push(member);
    // it hides what a base class declares
    else if (member.kind === 'property') members.push({ ...member, hidden: true });
  }
  for (const name of ignored)
    members.push({ kind: 'property', name, value: { kind: 'absent' }, hidden: true, at: at(source, decl.index) });
  for (const method of anyGetters) {
    const [, values] = method.type?.arguments ?? [];
    const of = values === undefined ? unknown('any other members') : typeOf(source, scope, values);
    members.push({ kind: 'rest', values: of });
  }
  return members;
}

const has = ({ annotations }: Property, name: string): boolean =>
  annotations.some((one) => one.name === name && one.arguments.length === 0);

function memberOf(source: Source, decl: TypeDecl, scope: Scope, property: Property): ObjectMember {
  const { annotations, index } = property;
  const value = sentValue(source, scope, property);
  if (annotation(annotations, 'JsonUnwrapped') !== undefined) {
    const isPlain = annotation(annotations, 'JsonUnwrapped')?.arguments.length === 0;
    if (!isPlain) return { kind: 'spread', value: unknown('its members get other names as it is unwrapped') };
    // Jackson does not unwrap values that it writes as texts or lists
    const whole: Expression = { kind: 'operator', operator: 'named', of: value, keys: literal(property.name) };
    const keys: Expression = { kind: 'tuple', items: [literal('.'), value, whole] };
    return { kind: 'spread', value: { kind: 'operator', operator: 'having', of: value, keys } };
  }
  const explicit = explicitName(source, decl, annotations);
  // a name for Gson: it is unknown here which library writes the class
  if (explicit === undefined && annotation(annotations, 'SerializedName') !== undefined)
    return { kind: 'spread', value: unknown('an annotation of Gson names a member') };
  const inclusion = inclusionOf(source, decl, annotations);
  const access = accessOf(source, annotations);
  const sent = inclusion !== 'always' ? nonNull(value) : isDefault(source, property) ? orPerhapsNull(nonNull(value)) : value;
  if (explicit !== undefined && typeof explicit !== 'string') {
    const one: Expression = { kind: 'operator', operator: 'named', of: sent, keys: explicit };
    const isOptional = isLeftOut(source, inclusion, property, annotations);
    return { kind: 'spread', value: isOptional ? { kind: 'operator', operator: 'partial', of: one } : one };
  }
  const name = explicit ?? property.name;
  return {
    kind: 'property',
    name,
    // a naming strategy uses the property name, whatever the field or getter is called
    ...(name !== property.name && { member: property.name }),
    ...(explicit !== undefined && { naming: 'explicit' as const }),
    value: sent,
    ...(isLeftOut(source, inclusion, property, annotations) && { optional: true }),
    ...(access !== undefined && { access }),
    ...(property.field?.value !== undefined && { defaulted: true }),
    ...(isComputed(decl, property) && { computed: true }),
    at: at(source, index),
  };
}

/** Is it a getter without a field of its name? What implements an interface may have one. */
const isComputed = ({ form, fields }: TypeDecl, { name, field }: Property): boolean =>
  field?.computed === true || (field === undefined && form !== 'interface' && !fields.some((one) => one.name === name));

/** The name in an annotation: a text, or a constant from another file. */
function explicitName(source: Source, decl: TypeDecl, annotations: readonly Annotation[]): string | Expression | undefined {
  for (const one of annotations) {
    if (one.name !== 'JsonProperty' && one.name !== 'JsonGetter') continue;
    const written = argument(one, 'value');
    if (written === undefined) continue;
    const name = readValue({ source, scope: scopeOf(decl), local: constantOf(source, decl) }, written);
    if (name.kind !== 'literal') return name;
    if (typeof name.value === 'string' && name.value !== '') return name.value;
  }
  return undefined;
}

/** A constant of the class or its base class, by its simple name; others are imported. */
function constantOf(source: Source, decl: TypeDecl): (name: string) => Expression | undefined {
  const own = constants(source, decl);
  const [base] = decl.extends.filter((one) => one.interface !== true);
  return (name) => {
    const found = own(name);
    const isImported = source.unit.imports.some(({ path }) => path.endsWith(`.${name}`));
    if (found !== undefined || isImported || base === undefined || !/^[A-Z0-9_]+$/.test(name)) return found;
    const type = namedType(source, scopeOf(decl), base.name);
    return type.kind === 'own' || type.kind === 'imported' ? { kind: 'member', of: value(type.name), name } : undefined;
  };
}

/** The policy of a class's `@JsonNaming`; linking applies it. */
export function namingOf(source: Source, decl: TypeDecl): NamingPolicy | undefined {
  const strategy = wordsOf(source, argument(annotation(decl.annotations, 'JsonNaming'), 'value'))[0];
  return strategy === undefined ? undefined : strategyOf(strategy);
}

type Inclusion = 'always' | 'not-null' | 'not-empty';

export function inclusionOf(source: Source, decl: TypeDecl, own: readonly Annotation[]): Inclusion {
  const found = annotation(own, 'JsonInclude') ?? annotation(decl.annotations, 'JsonInclude');
  const words = wordsOf(source, argument(found, 'value'));
  if (words.includes('NON_NULL') || words.includes('NON_ABSENT')) return 'not-null';
  return words.includes('NON_EMPTY') || words.includes('NON_DEFAULT') ? 'not-empty' : 'always';
}

/**
 * May the member be missing because null is left out? It may if the code declares it nullable, or annotates this member itself.
 */
function isLeftOut(source: Source, inclusion: Inclusion, { type }: Property, annotations: readonly Annotation[]): boolean {
  if (inclusion === 'always' || type === undefined) return false;
  if (type.nullable || type.name === 'Optional' || annotation(annotations, 'Nullable') !== undefined) return true;
  if (inclusion === 'not-empty') return /^(?:List|Set|Map|Collection|String)$/.test(type.name);
  return annotation(annotations, 'JsonInclude') !== undefined && source.unit.tokens.dialect === 'java';
}

const nonNull = (of: Expression): Expression => (of.kind === 'operator' && of.operator === 'nullable' ? of.of : of);

/** Is null the default (Kotlin)? Then code may omit the argument; it does not show that any code does. */
function isDefault({ unit: { tokens } }: Source, { type, field }: Property): boolean {
  const { value } = field ?? {};
  if (value === undefined || value.to !== value.from + 1 || tokenAt(tokens, value.from).text !== 'null') return false;
  return type?.nullable === true && tokens.dialect === 'kotlin';
}
const orPerhapsNull = (of: Expression): Expression => ({ kind: 'union', options: [of, PERHAPS] });
const PERHAPS: Expression = nullInDoubt('whether it is ever made without a value is not seen');

function accessOf(source: Source, annotations: readonly Annotation[]): 'read' | 'write' | undefined {
  const words = annotations.flatMap((one) => wordsOf(source, argument(one, 'access')));
  return words.includes('WRITE_ONLY') ? 'write' : words.includes('READ_ONLY') ? 'read' : undefined;
}

function sentValue(source: Source, scope: Scope, { type, field, annotations }: Property): Expression {
  if (isWrittenAsId(source, annotations)) return ID;
  const serializer = jsonSerialize(annotations);
  const using = argument(serializer, 'using');
  if (wordsOf(source, using)[0] === 'ToStringSerializer') return { kind: 'scalar', type: 'string' };
  const writer = argument(serializer, 'converter') ?? (serializer?.arguments.length === 1 ? using : undefined);
  // Jackson's own date serializers write the same as without them:
  // https://github.com/FasterXML/jackson-modules-java8/tree/2.17/datetime
  const isOwn = OF_DATES.test(importOf(source, classIn(source, writer) ?? '')?.path ?? '');
  if (writer !== undefined && !isOwn) {
    const of = writtenBy(source, scope, classIn(source, writer));
    return using !== undefined && type?.nullable === true ? { kind: 'operator', operator: 'nullable', of } : of;
  }
  const content = serializer?.arguments.length === 1 ? argument(serializer, 'contentUsing') : undefined;
  if (content !== undefined && type !== undefined && /^(?:\[\]|(?:Mutable)?(?:List|Set|Collection))$/.test(type.name))
    return { kind: 'array', items: writtenBy(source, scope, classIn(source, content)) };
  if ((serializer !== undefined && !isOwn) || annotation(annotations, 'JsonRawValue') !== undefined)
    return unknown('a serializer of its own writes it');
  const format = annotation(annotations, 'JsonFormat');
  if (format !== undefined) return formatted(source, scope, format, type);
  const declared = type === undefined ? undefined : typeOf(source, scope, type);
  const isNullable = annotation(annotations, 'Nullable') !== undefined && type?.nullable !== true;
  if (declared !== undefined && isNeverNull(source, annotations)) return { kind: 'operator', operator: 'non-null', of: declared };
  if (declared !== undefined) return isNullable ? { kind: 'operator', operator: 'nullable', of: declared } : declared;
  if (field?.value === undefined) return unknown('its type is not declared');
  return widened(readValue({ source, scope, local: () => undefined }, field.value));
}

/** `@Column(nullable = false)`, `@NotNull`: a test for null never finds it. */
function isNeverNull(source: Source, annotations: readonly Annotation[]): boolean {
  if (source.unit.tokens.dialect !== 'java') return false;
  const column = annotation(annotations, 'Column', 'JoinColumn');
  const isColumn = wordsOf(source, argument(column, 'nullable'))[0] === 'false';
  return isColumn || annotation(annotations, 'NotNull', 'NonNull', 'Nonnull', 'NotBlank', 'NotEmpty', 'Id') !== undefined;
}

const OF_DATES = /^(?:com\.fasterxml|tools)\.jackson\.datatype\.jsr310\.ser\./;

/** The type of a literal: a member with the initial value `""` is a text, whatever value it gets later. */
export function widened(of: Expression): Expression {
  if (of.kind !== 'literal' || of.value === null) return of;
  const { value } = of;
  const type =
    typeof value === 'number'
      ? Number.isInteger(value)
        ? 'integer'
        : 'number'
      : typeof value === 'boolean'
        ? 'boolean'
        : 'string';
  return { kind: 'scalar', type };
}

/** `@JsonFormat(shape = STRING, pattern = "yyyy-MM-dd")` */
function formatted(source: Source, scope: Scope, format: Annotation, type: Property['type']): Expression {
  const shape = wordsOf(source, argument(format, 'shape'))[0];
  const pattern = stringsOf(source, argument(format, 'pattern'))?.[0];
  if (pattern !== undefined) {
    const isDate = pattern === 'yyyy-MM-dd';
    return { kind: 'scalar', type: 'string', ...(isDate && { format: 'date' }) };
  }
  if (shape === 'STRING') return { kind: 'scalar', type: 'string' };
  if (shape !== undefined && shape !== 'ANY') return unknown('its form is given by an annotation');
  return type === undefined ? unknown('its type is not declared') : typeOf(source, scope, type);
}

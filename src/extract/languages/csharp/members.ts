import type { Expression, ObjectMember, PropertyMember } from '../../../facts/expression.js';
import { camelCase } from '../../../model/naming-policy.js';
import { argumentText, attributeOf, namedArgument, plainArgument } from './attributes.js';
import { converted, type Written } from './converters.js';
import { byNewtonsoft, fieldByNewtonsoft, originOf } from './newtonsoft.js';
import type { Scope } from './source.js';
import type { Attribute, Member, Parameter, TypeNode } from './syntax/syntax.js';
import { find, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { isReference, typeExpression, typeMade, unknown } from './types.js';

/** Every property after its attributes are applied. Members that are not public are hidden, but code may still read them. */
export function dataMembers(scope: Scope, node: TypeNode): readonly ObjectMember[] {
  const fromRecord = node.form === 'record' ? node.primary.flatMap((one) => ofParameter(scope, one)) : [];
  return [...fromRecord, ...node.members.flatMap((member) => ofMember(scope, node, member))];
}

function ofParameter(scope: Scope, { name, type, attributes, at }: Parameter): readonly ObjectMember[] {
  if (type === undefined) return [];
  const own = attributes.filter(({ target }) => target === 'property');
  return [property(scope, { name, type, attributes: own, at })];
}

function ofMember(scope: Scope, node: TypeNode, member: Member): readonly ObjectMember[] {
  const { name, type, attributes, at, modifiers } = member;
  if (type === undefined || (member.kind !== 'property' && member.kind !== 'field')) return [];
  if (modifiers.has('static') || modifiers.has('const')) return [];
  const made = property(scope, { name, type, attributes, at, ...(member.initial !== undefined && { initial: member.initial }) });
  const isPublic = modifiers.has('public') || (node.form === 'interface' && !modifiers.has('private'));
  const isIncluded = attributeOf(attributes, 'JsonInclude') !== undefined;
  const isWritten = isIncluded || (isPublic && member.kind === 'property' && isReadable(scope.source.tokens, member));
  if (isWritten || made.kind !== 'property') return [made];
  const serialized = fieldByNewtonsoft(made, member);
  return [{ ...made, hidden: true, ...(serialized !== undefined && { serialized }) }];
}

/** `{ get; set; }`, `=> x`; not `{ private get; set; }` and `{ set { … } }`. */
function isReadable(tokens: Tokens, { body }: Member): boolean {
  if (body === undefined) return true;
  const get = find(tokens, body, new Set(['get']));
  return get >= 0 && !/^(?:private|protected|internal)$/.test(textAt(tokens, get - 1));
}

function property(scope: Scope, written: Written): ObjectMember {
  const { name, type, attributes, at } = written;
  const { tokens } = scope.source;
  if (attributeOf(attributes, 'JsonExtensionData') !== undefined)
    return { kind: 'rest', values: unknown('what `[JsonExtensionData]` holds') };
  const explicit = nameOf(tokens, attributeOf(attributes, 'JsonPropertyName'));
  const wire = explicit ?? camelCase(name);
  const origin = originOf(scope.source);
  const isOther = origin === 'newtonsoft';
  const isRequired = type.kind === 'nullable' && attributeOf(attributes, 'Required') !== undefined;
  const declared = typeExpression(scope, isRequired ? type.of : type);
  const value = (isOther ? undefined : converted(scope, written)) ?? declared;
  const ignored = isOther ? undefined : ignoring(scope, written);
  const serialized = byNewtonsoft(scope, written, { wire, explicit, declared });
  const base: PropertyMember = {
    kind: 'property',
    name: wire,
    member: name,
    naming: explicit === undefined ? 'policy' : 'explicit',
    value: ignored === 'unsure' ? unknown(DEFAULTS) : ignored === 'null' ? withoutNull(value) : value,
    ...(ignored === 'null' && { optional: true }),
    ...(ignored === 'always' && { hidden: true }),
    ...(ignored === 'null' &&
      isUndocumented(attributes) && { unsure: 'it is left out while it has its default, which documents hide' }),
    ...(serialized !== undefined && { serialized }),
    at: tokens.at(at),
  };
  return base;
}

function nameOf(tokens: Tokens, attribute: Attribute | undefined): string | undefined {
  if (attribute === undefined) return undefined;
  return argumentText(tokens, namedArgument(attribute, 'name') ?? plainArgument(attribute, 0));
}

/** `[JsonIgnore]`, `[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]`. */
function ignoring(scope: Scope, written: Written): 'always' | 'null' | 'never' | 'unsure' | undefined {
  const { tokens } = scope.source;
  const attribute = attributeOf(written.attributes, 'JsonIgnore');
  if (attribute === undefined) return undefined;
  const condition = namedArgument(attribute, 'Condition');
  const word = condition === undefined ? 'Always' : textAt(tokens, condition.to - 1);
  if (word === 'WhenWritingNull') return 'null';
  if (word === 'WhenWritingDefault') return ignoringDefault(scope, written);
  return word === 'Always' || word === 'WhenWriting' ? 'always' : 'never';
}

/** `[SwaggerIgnore]`: a member that only the API document omits; services use it mostly for input. */
const isUndocumented = (attributes: readonly Attribute[]): boolean =>
  attributes.some(({ name }) => /^(?:Swagger|OpenApi|Schema)Ignore$/.test(name));

/**
 * When is the member left out as default? For a reference the default is null, so one with an initial value is written. For a
 * number it is zero.
 */
function ignoringDefault(scope: Scope, { type, initial }: Written): 'null' | 'never' | 'unsure' {
  const isNullable = type.kind === 'nullable' ? true : isReference(scope, type);
  if (isNullable === undefined) return 'unsure';
  const isGiven = initial !== undefined && !/^(?:null|default)$/.test(textAt(scope.source.tokens, initial.from));
  return isGiven && type.kind !== 'nullable' && isNullable ? 'never' : 'null';
}
const DEFAULTS = 'whether its default is null, which is left out, is not seen';

function withoutNull(value: Expression): Expression {
  return { kind: 'operator', operator: 'non-null', of: value };
}

/** Constants of a type: `public const string Users = "users"`. */
export function constantMembers(scope: Scope, node: TypeNode, read: (range: Range) => Expression): readonly ObjectMember[] {
  return node.members.flatMap((member): ObjectMember[] => {
    const { kind, name, type, initial, expression, modifiers, at } = member;
    const value = initial ?? expression;
    const { tokens } = scope.source;
    if ((kind !== 'field' && kind !== 'property') || value === undefined) return [];
    const isConstant = modifiers.has('const') || modifiers.has('static');
    if (!isConstant) return [];
    // `new(…)` makes what the member is declared as
    const isOfType = type !== undefined && textAt(tokens, value.from) === 'new' && textAt(tokens, value.from + 1) === '(';
    const made = isOfType ? typeExpression(scope, type) : read(value);
    // any code may change the entries and members of the value of a field
    return [{ kind: 'property', name, value: initial === undefined ? made : typeMade(made), at: tokens.at(at) }];
  });
}

import type { Expression, PropertyMember } from '../../../facts/expression.js';
import { camelCase } from '../../../model/naming-policy.js';
import { argumentText, attributeOf, namedArgument, plainArgument, typeofArgument } from './attributes.js';
import { converted, convertedBy, type Written } from './converters.js';
import { rewritten } from './rewritten.js';
import type { Scope, Source } from './source.js';
import type { Attribute, Member } from './syntax/syntax.js';
import { textAt } from './syntax/tokens.js';
import { nullable } from './types.js';

type Serialized = NonNullable<PropertyMember['serialized']>;

/** Which serializer a file means by an attribute that both have: `[JsonIgnore]`, `[JsonConverter]`. */
export function originOf({ tree }: Source): Origin {
  const known = origins.get(tree) ?? { origin: originBy(tree) };
  origins.set(tree, known);
  return known.origin;
}

type Origin = 'newtonsoft' | 'platform' | undefined;
const origins = new WeakMap<Source['tree'], { readonly origin: Origin }>();

function originBy(tree: Source['tree']): Origin {
  const uses = (space: string): boolean => tree.usings.some(({ name }) => name === space || name.startsWith(`${space}.`));
  const isNewtonsoft = uses('Newtonsoft.Json');
  const isPlatform = uses('System.Text.Json');
  return isNewtonsoft === isPlatform ? undefined : isNewtonsoft ? 'newtonsoft' : 'platform';
}

/**
 * How Newtonsoft.Json serializes a member (https://www.newtonsoft.com/json/help/html/SerializationAttributes.htm), for services
 * that write with it; undefined if there is no difference.
 */
export function byNewtonsoft(
  scope: Scope,
  written: Written,
  { wire, explicit, declared }: { readonly wire: string; readonly explicit: string | undefined; readonly declared: Expression },
): Serialized | undefined {
  const { attributes } = written;
  const { tokens } = scope.source;
  const origin = originOf(scope.source);
  const attribute = attributeOf(attributes, 'JsonProperty');
  const member = isOptIn(scope) ? attributeOf(attributes, 'DataMember') : undefined;
  const named =
    (attribute && argumentText(tokens, namedArgument(attribute, 'PropertyName') ?? plainArgument(attribute, 0))) ??
    (member && argumentText(tokens, namedArgument(member, 'Name')));
  const name = named ?? (explicit === undefined ? undefined : camelCase(written.name));
  const hidden = hiddenBy(scope, written, origin);
  const value = valueBy(scope, written, declared, origin);
  const made: Serialized = {
    ...(name !== undefined && name !== wire && { name }),
    ...(hidden !== undefined && { hidden }),
    ...(value !== undefined && { value }),
  };
  return Object.keys(made).length === 0 ? undefined : made;
}

function hiddenBy(scope: Scope, { attributes }: Written, origin: ReturnType<typeof originOf>): boolean | undefined {
  const ignored = attributeOf(attributes, 'JsonIgnore');
  if (attributeOf(attributes, 'IgnoreDataMember') !== undefined) return true;
  if (ignored !== undefined) {
    const hasCondition = namedArgument(ignored, 'Condition') !== undefined;
    if (origin === 'newtonsoft') return true;
    return hasCondition || origin === 'platform' ? false : undefined;
  }
  const isMember = attributes.some(({ name }) => name === 'DataMember' || name === 'JsonProperty');
  return isOptIn(scope) && !isMember ? true : undefined;
}

/** The value after `[JsonConverter]`, optional where nulls are left out. */
function valueBy(
  scope: Scope,
  written: Written,
  declared: Expression,
  origin: ReturnType<typeof originOf>,
): Expression | undefined {
  const attribute = attributeOf(written.attributes, 'JsonProperty');
  const handling = attribute && namedArgument(attribute, 'NullValueHandling');
  const made = itemsBy(scope, written, attribute) ?? (origin === 'newtonsoft' ? converted(scope, written) : undefined);
  if (handling === undefined || textAt(scope.source.tokens, handling.to - 1) !== 'Ignore') return made;
  return { kind: 'union', options: [{ kind: 'operator', operator: 'non-null', of: made ?? declared }, { kind: 'absent' }] };
}

/** `[JsonProperty(ItemConverterType = typeof(X))]`: list items or dictionary values after the converter. */
function itemsBy(scope: Scope, { type }: Written, attribute: Attribute | undefined): Expression | undefined {
  const given = attribute && namedArgument(attribute, 'ItemConverterType');
  if (given === undefined) return undefined;
  const of = type.kind === 'nullable' ? type.of : type;
  const item = of.kind === 'array' ? of.of : of.kind === 'named' ? of.arguments.at(-1) : undefined;
  if (item === undefined) return rewritten('the converter of its items decides what is written');
  const items = convertedBy(scope, typeofArgument(scope.source.tokens, given) ?? 'unread', item);
  const isMap = of.kind === 'named' && of.arguments.length > 1;
  const made: Expression = isMap ? { kind: 'map', values: items } : { kind: 'array', items };
  return type.kind === 'nullable' ? nullable(made) : made;
}

/** `[DataContract]`, `[JsonObject(MemberSerialization.OptIn)]`: only explicitly marked members are written. */
function isOptIn({ source: { tokens }, type }: Scope): boolean {
  return (type?.attributes ?? []).some(({ name, arguments: given }) => {
    if (name === 'DataContract') return true;
    return name === 'JsonObject' && given.some(({ to }) => textAt(tokens, to - 1) === 'OptIn');
  });
}

/** A public field, which System.Text.Json does not write but Newtonsoft.Json does. */
export function fieldByNewtonsoft({ serialized }: PropertyMember, { kind, modifiers }: Member): Serialized | undefined {
  const isField = kind === 'field' && modifiers.has('public');
  return isField && serialized?.hidden !== true ? { ...serialized, hidden: false } : serialized;
}

import type { Expression } from '../../../facts/expression.js';
import { attributeOf, plainArgument, typeofArgument } from './attributes.js';
import { typeNamed } from './names.js';
import type { Scope } from './source.js';
import type { Attribute } from './syntax.js';
import type { Tokens } from './tokens.js';
import { simpleName, type TypeSyntax } from './type-syntax.js';
import { nullable, unknown } from './types.js';

/** Something that a serializer may write: a property, a field, or a parameter of a record. */
export interface Written {
  readonly name: string;
  readonly type: TypeSyntax;
  readonly attributes: readonly Attribute[];
  readonly at: number;
}

/** What `[JsonConverter]` makes of it; undefined: it has none. */
export function converted(scope: Scope, { attributes, type }: Written): Expression | undefined {
  const converter = converterOf(scope.source.tokens, attributes);
  if (converter === undefined) return undefined;
  const isNullable = type.kind === 'nullable';
  const of = isNullable ? type.of : type;
  if (!/^JsonStringEnumConverter$|^StringEnumConverter$/.test(converter) || of.kind !== 'named')
    return unknown(`the converter ${converter || 'of it'} decides what is written`);
  const names: Expression = {
    kind: 'operator',
    operator: 'keyof',
    of: { kind: 'name', name: typeNamed(scope, of.name), space: 'value' },
  };
  return isNullable ? nullable(names) : names;
}

/** The name of the class of `[JsonConverter(typeof(X))]`, `[JsonConverter<X>]`. */
export function converterOf(tokens: Tokens, attributes: readonly Attribute[]): string | undefined {
  const attribute = attributeOf(attributes, 'JsonConverter');
  if (attribute === undefined) return undefined;
  const [given] = attribute.typeArguments;
  const type = given ?? typeofArgument(tokens, plainArgument(attribute, 0));
  return type === undefined ? '' : simpleName(type);
}

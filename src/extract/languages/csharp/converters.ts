import type { Expression } from '../../../facts/expression.js';
import { attributeOf, plainArgument, typeofArgument } from './attributes.js';
import { typeNamed } from './names.js';
import { rewritten } from './rewritten.js';
import { type Scope, valueNamed } from './source.js';
import type { Attribute } from './syntax/syntax.js';
import type { Range, Tokens } from './syntax/tokens.js';
import { simpleName, type TypeSyntax } from './syntax/type-syntax.js';
import { nullable } from './types.js';

/** A member that a serializer may write: a property, a field, or a parameter of a record. */
export interface Written {
  readonly name: string;
  readonly type: TypeSyntax;
  readonly attributes: readonly Attribute[];
  /** The initial value; absent: the type's default, or, for a parameter, the value that the caller passes. */
  readonly initial?: Range;
  readonly at: number;
}

/** The value after `[JsonConverter]` has converted it; undefined if there is no such attribute. */
export function converted(scope: Scope, { attributes, type }: Written): Expression | undefined {
  const converter = converterType(scope.source.tokens, attributes);
  return converter === undefined ? undefined : convertedBy(scope, converter, type);
}

const ENUMS = /^(?:Json)?StringEnum(?:Member)?Converter$/;

/** The value of a type after a converter has converted it. */
export function convertedBy(scope: Scope, converter: TypeSyntax | 'unread', type: TypeSyntax): Expression {
  const isNullable = type.kind === 'nullable';
  const of = isNullable ? type.of : type;
  if (converter === 'unread') return rewritten('the converter of it decides what is written');
  if (!ENUMS.test(simpleName(converter)) || of.kind !== 'named') {
    const made = writtenBy(scope, converter);
    return isNullable ? nullable(made) : made;
  }
  const names: Expression = {
    kind: 'operator',
    operator: 'keyof',
    of: { kind: 'name', name: typeNamed(scope, of.name), space: 'value' },
  };
  return isNullable ? nullable(names) : names;
}

/** Name of the function of a converter class that returns what the converter writes. */
export const WRITTEN = '(written)';

/** What a converter of this repository writes; unknown for all other converters. */
function writtenBy({ source, ...scope }: Scope, converter: TypeSyntax): Expression {
  const name = simpleName(converter);
  const unread: Expression = { kind: 'unknown', why: `the converter ${name} decides what is written`, written: true };
  if (converter.kind !== 'named') return unread;
  const at = source.tokens.at(converter.at);
  const of: Expression = { kind: 'name', name: typeNamed({ source, ...scope }, converter.name), space: 'value' };
  const constant = `written@${at.line}:${at.column}`;
  const type: Expression = { kind: 'returns', of: { kind: 'member', of, name: WRITTEN } };
  source.facts.push({ kind: 'constant', name: constant, type, value: unread, loose: true, at });
  return valueNamed(constant);
}

/** The class of `[JsonConverter(typeof(X))]`, `[JsonConverter<X>]`. */
function converterType(tokens: Tokens, attributes: readonly Attribute[]): TypeSyntax | 'unread' | undefined {
  const attribute = attributeOf(attributes, 'JsonConverter');
  if (attribute === undefined) return undefined;
  return attribute.typeArguments[0] ?? typeofArgument(tokens, plainArgument(attribute, 0)) ?? 'unread';
}

/** The class name of a converter; `''` if the attribute does not show it. */
export function converterOf(tokens: Tokens, attributes: readonly Attribute[]): string | undefined {
  const type = converterType(tokens, attributes);
  return type === undefined ? undefined : type === 'unread' ? '' : simpleName(type);
}

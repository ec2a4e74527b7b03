import { literalText } from './literals.js';
import type { Argument, Attribute } from './syntax/syntax.js';
import { type Tokens, textAt } from './syntax/tokens.js';
import { readType, type TypeSyntax } from './syntax/type-syntax.js';

export function attributeOf(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((one) => one.name === name);
}

/** The argument with this name, compared without case (`template:`, `Template =`). */
export function namedArgument(attribute: Attribute, name: string): Argument | undefined {
  return attribute.arguments.find((one) => one.name?.toLowerCase() === name.toLowerCase());
}

/** The argument at this position among the unnamed arguments. */
export function plainArgument(attribute: Attribute, index: number): Argument | undefined {
  return attribute.arguments.filter((one) => one.name === undefined)[index];
}

/** The text of an argument that is a plain string literal; undefined for every other argument. */
export function argumentText(tokens: Tokens, argument: Argument | undefined): string | undefined {
  if (argument === undefined || argument.to !== argument.from + 1) return undefined;
  const token = tokens.list[argument.from];
  return token?.kind === 'string' ? literalText(tokens, token) : undefined;
}

/** The type `T` in `typeof(T)`. */
export function typeofArgument(tokens: Tokens, argument: Argument | undefined): TypeSyntax | undefined {
  if (argument === undefined || textAt(tokens, argument.from) !== 'typeof') return undefined;
  return readType(tokens, argument.from + 2, argument.to)?.type;
}

import { literalText } from './literals.js';
import type { Argument, Attribute } from './syntax/syntax.js';
import { type Tokens, textAt } from './syntax/tokens.js';
import { readType, type TypeSyntax } from './syntax/type-syntax.js';

export function attributeOf(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((one) => one.name === name);
}

/** An argument by its name, whatever its case (`template:`, `Template =`). */
export function namedArgument(attribute: Attribute, name: string): Argument | undefined {
  return attribute.arguments.find((one) => one.name?.toLowerCase() === name.toLowerCase());
}

/** The argument at a place among those without a name. */
export function plainArgument(attribute: Attribute, index: number): Argument | undefined {
  return attribute.arguments.filter((one) => one.name === undefined)[index];
}

/** The text that an argument is written as, if it is a plain literal. */
export function argumentText(tokens: Tokens, argument: Argument | undefined): string | undefined {
  if (argument === undefined || argument.to !== argument.from + 1) return undefined;
  const token = tokens.list[argument.from];
  return token?.kind === 'string' ? literalText(tokens, token) : undefined;
}

/** The type of `typeof(T)`. */
export function typeofArgument(tokens: Tokens, argument: Argument | undefined): TypeSyntax | undefined {
  if (argument === undefined || textAt(tokens, argument.from) !== 'typeof') return undefined;
  return readType(tokens, argument.from + 2, argument.to)?.type;
}

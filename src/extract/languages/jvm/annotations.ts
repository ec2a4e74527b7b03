import type { Expression } from '../../../facts/expression.js';
import { stringValue } from './literals.js';
import type { Source } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { tokenAt } from './tokens.js';
import type { Annotation, Argument, Range } from './unit.js';

/** The first annotation with one of these names. */
export function annotation(of: readonly Annotation[], ...names: readonly string[]): Annotation | undefined {
  return of.find((one) => names.includes(one.name));
}

/** The argument with one of these names; `value` also means the argument without a name. */
export function argument(of: Pick<Annotation, 'arguments'> | undefined, ...names: readonly string[]): Argument | undefined {
  return of?.arguments.find((one) => names.includes(one.name ?? 'value'));
}

/** `@JsonSerialize` with arguments; without any, Jackson ignores it. */
export function jsonSerialize(of: readonly Annotation[]): Annotation | undefined {
  return of.find(({ name, arguments: given }) => name === 'JsonSerialize' && given.length > 0);
}

/** `@JsonIdentityReference(alwaysAsId = true)`: Jackson writes the id of an object in its place. */
export function isWrittenAsId(source: Source, of: readonly Annotation[]): boolean {
  return wordsOf(source, argument(annotation(of, 'JsonIdentityReference'), 'alwaysAsId'))[0] === 'true';
}
export const ID: Expression = { kind: 'unknown', why: 'Jackson writes its id in its place' };

/** All values of an argument; Kotlin lists those of an array one by one: `@GetMapping("/a", "/b")`. */
export function argumentsNamed(of: Annotation | undefined, ...names: readonly string[]): readonly Argument[] {
  return of?.arguments.filter((one) => names.includes(one.name ?? 'value')) ?? [];
}

/** The elements of `{ a, b }`, `[a, b]` or `arrayOf(a, b)`; any other range is its own single element. */
export function elementsOf({ unit: { tokens } }: Source, range: Range): readonly Range[] {
  const first = tokenAt(tokens, range.from).text;
  if (first === '{' || first === '[') return argumentsOf(tokens, range.from);
  return first === 'arrayOf' ? argumentsOf(tokens, range.from + 1) : [range];
}

/** The last word of each element: `GET` of `{RequestMethod.GET}`. */
export function wordsOf(source: Source, range: Range | undefined): readonly string[] {
  if (range === undefined) return [];
  return elementsOf(source, range).map(({ from, to }) => {
    const { tokens } = source.unit;
    let at = to - 1;
    // `Strategy.class`, `Strategy::class`
    while (at > from && (tokenAt(tokens, at).text === 'class' || tokenAt(tokens, at).kind === 'symbol')) at -= 1;
    return tokenAt(tokens, at).text;
  });
}

/** The texts of string literals in an argument; undefined if any element is not a literal. */
export function stringsOf(source: Source, range: Range | undefined): readonly string[] | undefined {
  if (range === undefined) return undefined;
  const { tokens } = source.unit;
  const all = elementsOf(source, range).map(({ from, to }) => {
    const token = tokenAt(tokens, from);
    return to === from + 1 && token.kind === 'string' ? stringValue(token.text, tokens.dialect) : undefined;
  });
  const found = all.filter((one) => one !== undefined);
  return found.length === all.length ? found : undefined;
}

/** The class that an argument names: `Outer.Inner` of `Outer.Inner.class`. */
export function classIn({ unit: { tokens } }: Source, range: Range | undefined): string | undefined {
  if (range === undefined) return undefined;
  const words = tokens.list.slice(range.from, Math.min(range.to, range.from + MAX_NAME)).map(({ text }) => text);
  const end = words.findIndex((word, index) => word === '::' || (word === '.' && words[index + 1] === 'class'));
  return end > 0 ? words.slice(0, end).join('') : undefined;
}
const MAX_NAME = 20;

import type { Source } from '../source.js';
import { closingOf, tokenAt } from '../tokens.js';
import type { Field, Method, Range, TypeDecl } from '../unit.js';

/** All functions of a source, with their classes. */
export function functionsOf({ unit }: Source): readonly (readonly [TypeDecl | undefined, Method])[] {
  const ofTypes = unit.types.flatMap((decl) => decl.methods.map((method) => [decl, method] as const));
  return [...unit.functions.map((method) => [undefined, method] as const), ...ofTypes];
}

/** The name that the facts use for a function. */
export const callableName = (decl: TypeDecl | undefined, { name, modifiers }: Pick<Method, 'name' | 'modifiers'>): string =>
  decl === undefined ? name : `${decl.qualified}${modifiers.has('static') ? '.' : '#'}${name}`;

/** Ends the names of callables for handlers that a field has or a method makes. */
export const HANDLER = ' handler';

/** Fields that have a handler of a context library, and methods that make one. */
export const handlersOf = ({ fields, methods }: TypeDecl): readonly (Field | Method)[] =>
  [...fields, ...methods].filter(({ type }) => /^(?:Handler|Route)$/.test(type?.name ?? ''));

/** Code outside functions is read as the body of this function. */
export const NAMELESS = { name: '', annotations: [], modifiers: new Set<string>(), typeParameters: [], parameters: [] };

/** The function whose body holds a token, with its class. */
export function functionAround(source: Source, index: number): readonly [TypeDecl | undefined, Method] | undefined {
  return functionsOf(source).find(([, { body, expression }]) => {
    const own = body ?? expression;
    return own !== undefined && own.from <= index && index < own.to;
  });
}

/** The range between the braces of a class. */
export function bracesOf({ unit: { tokens } }: Source, { index }: TypeDecl): Range {
  let open = index;
  while (open < tokens.list.length && tokenAt(tokens, open).text !== '{') {
    if (tokenAt(tokens, open).text === '(') open = closingOf(tokens, open);
    open += 1;
  }
  return { from: open + 1, to: closingOf(tokens, open) };
}

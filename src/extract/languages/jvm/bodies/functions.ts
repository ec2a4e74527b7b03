import type { Source } from '../source.js';
import type { Method, TypeDecl } from '../unit.js';

/** All functions of a source, with their classes. */
export function functionsOf({ unit }: Source): readonly (readonly [TypeDecl | undefined, Method])[] {
  const ofTypes = unit.types.flatMap((decl) => decl.methods.map((method) => [decl, method] as const));
  return [...unit.functions.map((method) => [undefined, method] as const), ...ofTypes];
}

/** The name that the facts use for a function. */
export const callableName = (decl: TypeDecl | undefined, { name, modifiers }: Method): string =>
  decl === undefined ? name : `${decl.qualified}${modifiers.has('static') ? '.' : '#'}${name}`;

/** Code outside functions is read as the body of this function. */
export const NAMELESS = { name: '', annotations: [], modifiers: new Set<string>(), typeParameters: [], parameters: [] };

import type { ts } from 'ts-morph';
import type { Source } from './source.js';

/** Per file: the declarations whose facts were asked for, in that order. A set, so that each is taken once. */
const wanted = new WeakMap<Source, Set<ts.Node>>();

/**
 * Asks for the facts of a declaration (variable, function, class, ...) that an expression names. They are recorded later, by
 * `drain`: that is how values, types, functions and classes may name each other without their modules importing each other.
 */
export function want(source: Source, declaration: ts.Node): void {
  const asked = wanted.get(source);
  if (asked === undefined) wanted.set(source, new Set([declaration]));
  else asked.add(declaration);
}

/** Gives every declaration asked for to `record`, also those that are asked for meanwhile. */
export function drain(source: Source, record: (declaration: ts.Node) => void): void {
  // A set's iterator also visits what is added while it runs.
  for (const declaration of wanted.get(source) ?? []) record(declaration);
}

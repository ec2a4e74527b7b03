import type { At, Expression } from '../../../facts/expression.js';
import type { Callable, Constant, Import } from '../../../facts/fact.js';
import { RAW_TEXT } from '../../../model/shape.js';
import { readJava } from './syntax/java.js';
import { readKotlin } from './syntax/kotlin.js';
import { placeOf, tokenize } from './tokens.js';
import type { TypeDecl, Unit } from './unit.js';

/** The file that is read, and the imports that its facts need. */
export interface Source {
  readonly path: string;
  readonly unit: Unit;
  /** By their qualified names. */
  readonly types: ReadonlyMap<string, TypeDecl>;
  readonly imports: Map<string, Import>;
  /** Variables of functions that the facts need, by the names they have in the facts. */
  readonly locals: Map<string, Constant | Callable>;
  /** Parameters whose arguments are functions. */
  readonly functions: WeakSet<Expression>;
}

/** The context in which a name is read. */
export interface Scope {
  /** Qualified name of the surrounding class. */
  readonly owner?: string;
  readonly parameters: ReadonlySet<string>;
}

export function openSource(path: string, text: string): Source {
  const dialect = path.endsWith('.java') ? 'java' : 'kotlin';
  const tokens = tokenize(path, text, dialect);
  const unit = dialect === 'java' ? readJava(tokens) : readKotlin(tokens);
  const types = new Map(unit.types.map((one) => [one.qualified, one]));
  return { path, unit, types, imports: new Map(), locals: new Map(), functions: new WeakSet() };
}

/** The place of a token. */
export function at(source: Source, index: number): At {
  return placeOf(source.unit.tokens, index);
}

export function scopeOf(decl: TypeDecl | undefined, more: readonly string[] = []): Scope {
  const parameters = new Set([...(decl?.typeParameters ?? []), ...more]);
  return decl === undefined ? { parameters } : { owner: decl.qualified, parameters };
}

/** Imports a name of another file; `name` is its name in the facts of this file. */
export function importing(source: Source, name: string, specifier: string, imported: string): void {
  if (!source.imports.has(name))
    source.imports.set(name, { kind: 'import', name, specifier, imported, at: { line: 1, column: 1 } });
}

export const value = (name: string): Expression => ({ kind: 'name', name, space: 'value' });
export const literal = (of: string | number | boolean | null): Expression => ({ kind: 'literal', value: of });
export const unknown = (why: string): Expression => ({ kind: 'unknown', why });
/** A text that is sent as it is. */
export const rawText: Expression = unknown(RAW_TEXT);

/**
 * An expression that others use more than once, as a constant of the file; otherwise a chain of calls would double in size with
 * each of them. `index`: a token near the expression.
 */
export function writtenOnce(source: Source, of: Expression, index: number): Expression {
  if (of.kind !== 'operator' && of.kind !== 'returns') return of;
  const name = `part ${source.locals.size}`;
  source.locals.set(name, { kind: 'constant', name, value: of, at: at(source, index) });
  return value(name);
}

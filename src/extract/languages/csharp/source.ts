import type { Expression } from '../../../facts/expression.js';
import type { Fact, FileGap } from '../../../facts/fact.js';
import { mask } from './syntax/mask.js';
import { parse } from './syntax/parse.js';
import type { Tree, TypeNode } from './syntax/syntax.js';
import { type Range, type Tokens, tokenize } from './syntax/tokens.js';

/** One C# file with the facts and gaps found so far. */
export interface Source {
  readonly path: string;
  readonly tokens: Tokens;
  readonly tree: Tree;
  /** Types of the file by their path (`Create.Command`). */
  readonly types: ReadonlyMap<string, TypeNode>;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** Names that already have an import fact. */
  readonly imported: Set<string>;
}

/** Opens a file: masks it, splits it into tokens and finds its declarations. */
export function openSource(path: string, text: string): Source {
  const tokens = tokenize(mask(text));
  const tree = parse(tokens);
  const types = new Map<string, TypeNode>();
  for (const type of tree.types) if (!types.has(type.path)) types.set(type.path, type);
  return { path, tokens, tree, types, facts: [], gaps: [], imported: new Set() };
}

/** The context of a position: what names mean there. */
export interface Scope {
  readonly source: Source;
  /** The surrounding type. */
  readonly type?: TypeNode;
  readonly namespace: string;
  readonly typeParameters: ReadonlySet<string>;
  /** Local variables and parameters. */
  readonly variables: Variables;
  /** In a filter: the value of `result.Value`, which is the body that the filter receives. */
  readonly payload?: Expression;
  /** The types that type parameters stand for, where the arguments determine them. */
  readonly typeValues?: ReadonlyMap<string, Expression>;
  /** Chains of names (`result.Value`) that code compares with null, and where the values are then not null. */
  readonly tested?: ReadonlyMap<string, readonly Range[]>;
  /** Code may set members of the value that is read here, so what a call returns has its declared type alone. */
  readonly lent?: true;
  /** The value of `x.GetType().Name`, if it is known. */
  readonly typeName?: Expression;
}

/** Whether code has asked for null of a chain of names, so that it is not null at this place; at its end: in all of the body. */
export const isThere = ({ tested }: Scope, chain: string, at: number): boolean =>
  tested?.get(chain)?.some(({ from, to }) => from <= at && at < to) === true;

/** Reads the value of an expression. */
export type ReadValue = (scope: Scope, range: Range) => Expression;

/** A local variable or parameter. */
export interface Variable {
  readonly read: () => Expression;
  /** The value of a variable that is declared once and never set again. */
  readonly range?: Range;
  /** Whether code only reads that value: it sets no member of it. */
  readonly isRead?: () => boolean;
}

/** Variables of a function, with a link to those of the outer function, because one function may contain thousands of lambdas. */
export class Variables {
  readonly #own = new Map<string, Variable>();
  readonly #outer: Variables | undefined;

  constructor(outer?: Variables) {
    this.#outer = outer;
  }

  get(name: string): Variable | undefined {
    return this.#own.get(name) ?? this.#outer?.get(name);
  }

  set(name: string, variable: Variable): this {
    this.#own.set(name, variable);
    return this;
  }
}

/** The scope inside a type. */
export function scopeOf(source: Source, type: TypeNode | undefined): Scope {
  const names: string[] = [];
  for (let at = type; at !== undefined; at = at.outer) names.push(...at.typeParameters);
  const [first] = source.tree.types;
  return {
    source,
    ...(type === undefined ? {} : { type }),
    namespace: type?.namespace ?? first?.namespace ?? '',
    typeParameters: new Set(names),
    variables: new Variables(),
  };
}

/** The source text of a range. */
export function writtenAs({ tokens }: Source, { from, to }: Range): string {
  const start = tokens.list[from]?.start ?? 0;
  return tokens.masked.text.slice(start, tokens.list[to - 1]?.end ?? start);
}

/** A value by the name that the facts use for it. */
export const valueNamed = (name: string): Expression => ({ kind: 'name', name, space: 'value' });

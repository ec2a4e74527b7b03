import type { Range } from './tokens.js';
import type { TypeSyntax } from './type-syntax.js';

/** `[Name(…)]`; the name is without namespace and `Attribute`. */
export interface Attribute {
  readonly name: string;
  /** `property:`, `return:`. */
  readonly target?: string;
  readonly typeArguments: readonly TypeSyntax[];
  readonly arguments: readonly Argument[];
  /** Index of the first token. */
  readonly at: number;
}

/** `value`, `name: value`, in attributes also `Name = value`. */
export interface Argument extends Range {
  readonly name?: string;
}

export interface Parameter {
  readonly name: string;
  readonly type: TypeSyntax | undefined;
  readonly isThis: boolean;
  readonly attributes: readonly Attribute[];
  readonly at: number;
}

/** A member of a type, a top-level function or a local function. */
export interface Member {
  readonly kind: 'property' | 'field' | 'method' | 'constructor' | 'value';
  readonly name: string;
  readonly modifiers: ReadonlySet<string>;
  readonly attributes: readonly Attribute[];
  /** Type of a property or field, or return type of a method. */
  readonly type: TypeSyntax | undefined;
  readonly typeParameters: readonly string[];
  readonly parameters: readonly Parameter[];
  /** `{ get; set; }`, or the body of a method; an expression after `=>` is `expression`. */
  readonly body?: Range;
  readonly expression?: Range;
  /** After `=`. */
  readonly initial?: Range;
  /** Index of the name token. */
  readonly at: number;
}

export interface TypeNode {
  readonly form: 'class' | 'record' | 'struct' | 'interface' | 'enum';
  readonly name: string;
  /** Name with the outer types: `Create.Command`. */
  readonly path: string;
  readonly namespace: string;
  readonly modifiers: ReadonlySet<string>;
  readonly attributes: readonly Attribute[];
  readonly typeParameters: readonly string[];
  /** `record Point(int X)`, `class Service(Db db)`. */
  readonly primary: readonly Parameter[];
  readonly bases: readonly TypeSyntax[];
  readonly members: readonly Member[];
  readonly outer?: TypeNode;
  readonly at: number;
}

/** `using X.Y`, `using A = X.Y`, `using static X.Y`. */
export interface Using {
  readonly name: string;
  readonly alias?: string;
  readonly isStatic: boolean;
  readonly isGlobal: boolean;
}

/** The declarations of a file. */
export interface Tree {
  readonly usings: readonly Using[];
  /** In source order; nested types after their outer types. */
  readonly types: readonly TypeNode[];
  /** Top-level statements, which one file of a program may have. */
  readonly statements: readonly Range[];
  /** Offsets of tokens that begin no recognised declaration. */
  readonly skipped: readonly number[];
}

import type { Range } from './tokens.js';
import type { TypeSyntax } from './type-syntax.js';

/** `[Name(…)]`: the name without namespace and `Attribute`. */
export interface Attribute {
  readonly name: string;
  /** `property:`, `return:`. */
  readonly target?: string;
  readonly typeArguments: readonly TypeSyntax[];
  readonly arguments: readonly Argument[];
  /** Index of its first token. */
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

/** A member of a type, or a function at the top of a file or inside of another. */
export interface Member {
  readonly kind: 'property' | 'field' | 'method' | 'constructor' | 'value';
  readonly name: string;
  readonly modifiers: ReadonlySet<string>;
  readonly attributes: readonly Attribute[];
  /** Of a property or field; of a method what it returns. */
  readonly type: TypeSyntax | undefined;
  readonly typeParameters: readonly string[];
  readonly parameters: readonly Parameter[];
  /** `{ get; set; }`, or the body of a method; an expression after `=>` is `expression`. */
  readonly body?: Range;
  readonly expression?: Range;
  /** After `=`. */
  readonly initial?: Range;
  /** Index of the token of its name. */
  readonly at: number;
}

export interface TypeNode {
  readonly form: 'class' | 'record' | 'struct' | 'interface' | 'enum';
  readonly name: string;
  /** With the types around it: `Create.Command`. */
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

/** A file as a tree of its declarations. */
export interface Tree {
  readonly usings: readonly Using[];
  /** In the order of the file, nested ones after those around them. */
  readonly types: readonly TypeNode[];
  /** Statements outside of any type, as one file of a program may have. */
  readonly statements: readonly Range[];
  /** Offsets of tokens at which no declaration was understood. */
  readonly skipped: readonly number[];
}

import type { Tokens } from './tokens.js';

/** A range of tokens that includes `from` and excludes `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A type as written in the source. `?` is a wildcard, `->` a function type, `[]` an array of its argument. */
export interface TypeRef {
  readonly name: string;
  readonly arguments: readonly TypeRef[];
  readonly nullable: boolean;
  /** Set for a base type that is surely an interface. */
  readonly interface?: boolean;
  /** Kotlin: the receiver of a function type, `Route.() -> Unit`. */
  readonly receiver?: string;
}

/** An argument of an annotation or call. */
export interface Argument extends Range {
  readonly name?: string;
}

export interface Annotation {
  /** The last part of the written name: `GetMapping`. */
  readonly name: string;
  /** Kotlin's `@get:`, `@field:`. */
  readonly target?: string;
  readonly arguments: readonly Argument[];
  readonly index: number;
}

interface Member {
  readonly name: string;
  readonly annotations: readonly Annotation[];
  readonly modifiers: ReadonlySet<string>;
  /** Index of the name token. */
  readonly index: number;
}

/** A field, a property, a record component or a parameter. */
export interface Field extends Member {
  readonly type?: TypeRef;
  readonly value?: Range;
  /** Kotlin: it has a getter of its own. */
  readonly computed?: boolean;
  /** Kotlin: a parameter of the primary constructor that is a property. */
  readonly property?: boolean;
  /** Kotlin: a delegate supplies the value (`by lazy { … }`). */
  readonly delegated?: boolean;
}

export interface Method extends Member {
  readonly type?: TypeRef;
  readonly typeParameters: readonly string[];
  readonly parameters: readonly Field[];
  /** Kotlin: the receiver type of an extension function. */
  readonly receiver?: TypeRef;
  /** The range between the braces. */
  readonly body?: Range;
  /** Kotlin: `= expression`. */
  readonly expression?: Range;
}

export interface Constructor {
  readonly parameters: readonly Field[];
  readonly body: Range;
}

/** A class, record, interface, enum, annotation or object. */
export interface TypeDecl extends Member {
  /** The name with its outer types: `Outer.Inner`. */
  readonly qualified: string;
  readonly form: 'class' | 'record' | 'interface' | 'enum' | 'annotation' | 'object' | 'alias';
  readonly typeParameters: readonly string[];
  readonly extends: readonly TypeRef[];
  /** Components of a record, or parameters of a Kotlin primary constructor. */
  readonly components: readonly Field[];
  readonly fields: readonly Field[];
  readonly methods: readonly Method[];
  /** The explicit constructors; in Kotlin, the secondary ones. */
  readonly constructors?: readonly Constructor[];
  /** Code that may change what a constructor was given: Kotlin's `init`, and compact constructors of records. */
  readonly initializers?: readonly Range[];
  /** Constants of an enum. */
  readonly constants: readonly Field[];
  readonly nested: readonly TypeDecl[];
  readonly outer?: string;
}

export interface ImportDecl {
  /** Fully qualified, without `.*`. */
  readonly path: string;
  readonly all: boolean;
  readonly static: boolean;
  readonly alias?: string;
  readonly index: number;
}

/** The declarations of a source. */
export interface Unit {
  readonly tokens: Tokens;
  readonly package: string;
  readonly imports: readonly ImportDecl[];
  /** All types, including nested ones. */
  readonly types: readonly TypeDecl[];
  /** Kotlin: top-level functions. */
  readonly functions: readonly Method[];
  readonly properties: readonly Field[];
}

/** The class name without its package and outer classes. */
export const simpleName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A qualified name; the default package adds nothing. */
export const inPackage = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);

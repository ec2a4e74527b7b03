import type { Tokens } from './tokens.js';

/** A piece of the tokens: from `from` up to, not including, `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A type as it is written. `?` is a wildcard; a function type is `->`; an array is `[]` of its items. */
export interface TypeRef {
  readonly name: string;
  readonly arguments: readonly TypeRef[];
  readonly nullable: boolean;
  /** Of what a class extends: it is surely an interface. */
  readonly interface?: boolean;
  /** Kotlin: what a function type extends: `Route.() -> Unit`. */
  readonly receiver?: string;
}

/** An argument of an annotation or call. */
export interface Argument extends Range {
  readonly name?: string;
}

export interface Annotation {
  /** As written, its last part: `GetMapping`. */
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
  /** Index of the token of its name. */
  readonly index: number;
}

/** A field, a property, a component of a record, a parameter. */
export interface Field extends Member {
  readonly type?: TypeRef;
  readonly value?: Range;
  /** Kotlin: it has a getter of its own. */
  readonly computed?: boolean;
  /** Kotlin: a parameter of the primary constructor that is a property. */
  readonly property?: boolean;
  /** A getter's or lazy value's expression. */
  readonly delegated?: boolean;
}

export interface Method extends Member {
  readonly type?: TypeRef;
  readonly typeParameters: readonly string[];
  readonly parameters: readonly Field[];
  /** Kotlin: the type it extends. */
  readonly receiver?: TypeRef;
  /** Between the braces. */
  readonly body?: Range;
  /** Kotlin: `= expression`. */
  readonly expression?: Range;
}

/** A class, record, interface, enum, annotation or object. */
export interface TypeDecl extends Member {
  /** With those around it: `Outer.Inner`. */
  readonly qualified: string;
  readonly form: 'class' | 'record' | 'interface' | 'enum' | 'annotation' | 'object' | 'alias';
  readonly typeParameters: readonly string[];
  readonly extends: readonly TypeRef[];
  /** Of a record; of a Kotlin class those of its primary constructor. */
  readonly components: readonly Field[];
  readonly fields: readonly Field[];
  readonly methods: readonly Method[];
  /** Java: the parameters of each constructor that is written out. */
  readonly constructors?: readonly (readonly Field[])[];
  /** Of an enum. */
  readonly constants: readonly Field[];
  readonly nested: readonly TypeDecl[];
  readonly outer?: string;
}

export interface ImportDecl {
  /** Fully qualified; without `.*`. */
  readonly path: string;
  readonly all: boolean;
  readonly static: boolean;
  readonly alias?: string;
  readonly index: number;
}

/** A source as its declarations. */
export interface Unit {
  readonly tokens: Tokens;
  readonly package: string;
  readonly imports: readonly ImportDecl[];
  /** All of them, nested ones too. */
  readonly types: readonly TypeDecl[];
  /** Kotlin: at the top level. */
  readonly functions: readonly Method[];
  readonly properties: readonly Field[];
}

/** A name of a package; the default package has none. */
export const inPackage = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);

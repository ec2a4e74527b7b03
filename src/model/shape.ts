import type { Location } from './location.js';

/** The types of scalars in JSON. */
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** Limits on a value, named as in JSON Schema. */
export interface Constraints {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export type EnumValue = string | number | boolean | null;

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  /** A format of OpenAPI or JSON Schema: `date-time`, `uuid`, `int64`, ... */
  readonly format?: string;
  readonly constraints?: Constraints;
}
/** One of a closed list of values; a constant is an enum of one. */
export interface EnumShape {
  readonly kind: 'enum';
  readonly values: readonly EnumValue[];
}
export interface ArrayShape {
  readonly kind: 'array';
  /** A shape that each item fits. */
  readonly items: Shape;
  /** The shapes of the first items, if they have their own (JSON Schema, `prefixItems`), and of the items after them. */
  readonly places?: { readonly first: readonly Shape[]; readonly rest: Shape };
  readonly constraints?: Constraints;
}
export interface TupleShape {
  readonly kind: 'tuple';
  readonly items: readonly Shape[];
}
/** An object with any keys, whose values all have one shape. */
export interface MapShape {
  readonly kind: 'map';
  readonly values: Shape;
}
export interface ObjectShape {
  readonly kind: 'object';
  readonly fields: readonly Field[];
  /**
   * The fields besides the named ones: `false` none, `true` any (a contract that does not restrict them), a shape: of that shape.
   * On the code's side, `unknown` means that there may be further fields.
   */
  readonly rest: boolean | Shape;
}
export interface Discriminator {
  readonly field: string;
  /** Value of the field -> name of the option's definition. */
  readonly mapping: Readonly<Record<string, string>>;
}
/** Any of the options. A nullable value is a union with the scalar `null`. */
export interface UnionShape {
  readonly kind: 'union';
  readonly options: readonly Shape[];
  readonly discriminator?: Discriminator;
  /** Exactly one of the options fits a value (`oneOf`), and some values may fit several. Only `diff` uses it. */
  readonly exclusive?: true;
}
/** A named shape of the same side: of a contract's `definitions` or of a codebase's `types`. It expresses recursion. */
export interface RefShape {
  readonly kind: 'ref';
  readonly name: string;
}
/** An unknown value, and why it is unknown. It fits everything and proves nothing. */
export interface UnknownShape {
  readonly kind: 'unknown';
  readonly why: string;
  /** In a contract: it allows any value, so nothing is in doubt. */
  readonly any?: true;
  /** In a contract: two parts that apply together have different JSON types, so each value violates one of them. */
  readonly conflict?: readonly Demand[];
  /** In code that is generated from a contract: the place of its schema, as {@link schemaPlace} names it. */
  readonly schema?: string;
  /** Beside other options: only its nullability is unknown. */
  readonly asNull?: true;
  /** It is this shape, or another option beside it. */
  readonly possibly?: Shape;
}

/** One of the parts that apply together, and its location. */
export interface Demand {
  readonly shape: Shape;
  readonly at?: Location | undefined;
}

/** The form of a JSON value, from a contract or from code. */
export type Shape =
  | ScalarShape
  | EnumShape
  | ArrayShape
  | TupleShape
  | MapShape
  | ObjectShape
  | UnionShape
  | RefShape
  | UnknownShape;

/** Where a field's name comes from: the member's name, an annotation on it, or a naming policy. */
export type Naming = 'declared' | 'explicit' | 'policy';

export interface Field {
  /** The name in JSON. */
  readonly name: string;
  /** The name in the source, if it differs. */
  readonly member?: string;
  readonly naming: Naming;
  readonly shape: Shape;
  readonly required: boolean;
  /** In code: it is unknown whether the field is sent at all; its shape says why. */
  readonly unsure?: boolean;
  /** In code: when it is left out although its type requires it. */
  readonly leftOut?:
    | 'while it is empty'
    | 'where it was not given'
    | 'unless its handler gives it'
    | 'if its serializer omits defaults';
  /** In code: its type provides a value if the payload has none. */
  readonly defaulted?: boolean;
  /** Only in responses (`read`) or only in requests (`write`). */
  readonly access?: 'read' | 'write';
  readonly at?: Location;
}

/** Named shapes that `ref`s point to. */
export type Definitions = ReadonlyMap<string, Shape>;

/** A place within a schema of a document: `api.yaml#Item|owner.tags[]`. */
export const schemaPlace = (document: string, schema: string, path: string): string =>
  `${document}#${schema}|${path.startsWith('.') ? path.slice(1) : path}`;

export const unknown = (why: string): UnknownShape => ({ kind: 'unknown', why });
/** Why the content of a text that is sent as it is stays unknown: it may be any text, also one of JSON. */
export const RAW_TEXT = 'a text is sent as it is';
export const NULL: ScalarShape = { kind: 'scalar', type: 'null' };

/** An object with fields or keys of any name. */
export const isKeyed = (shape: Shape): shape is ObjectShape | MapShape => shape.kind === 'object' || shape.kind === 'map';
export const isListed = (shape: Shape): shape is ArrayShape | TupleShape => shape.kind === 'array' || shape.kind === 'tuple';
export const asObject = (shape: ObjectShape | MapShape): ObjectShape =>
  shape.kind === 'map' ? { kind: 'object', fields: [], rest: shape.values } : shape;

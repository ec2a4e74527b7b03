import type { Location } from './location.js';

/** The JSON types that a scalar has on the wire. */
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
  /** A format as OpenAPI and JSON Schema name it: `date-time`, `uuid`, `int64`, ... */
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
  /** Any of its items. */
  readonly items: Shape;
  /** Where the first items have shapes of their own (JSON Schema, `prefixItems`): those, and what follows them. */
  readonly places?: { readonly first: readonly Shape[]; readonly rest: Shape };
  readonly constraints?: Constraints;
}
export interface TupleShape {
  readonly kind: 'tuple';
  readonly items: readonly Shape[];
}
/** An object with any keys, all values alike. */
export interface MapShape {
  readonly kind: 'map';
  readonly values: Shape;
}
export interface ObjectShape {
  readonly kind: 'object';
  readonly fields: readonly Field[];
  /**
   * What fields there may be beside the named ones: `false` none, `true` any (a contract that does not say otherwise),
   * a shape: such ones. On the actual side `unknown` means that more fields may be there than could be seen.
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
  /** Exactly one of the options fits a value (`oneOf`), and some values may fit several. Only `diff` asks for it. */
  readonly exclusive?: true;
}
/** A named shape of the same side: of a contract's `definitions` or of a codebase's `types`. The way recursion is written. */
export interface RefShape {
  readonly kind: 'ref';
  readonly name: string;
}
/** What could not be determined, and why. It fits everything and proves nothing. */
export interface UnknownShape {
  readonly kind: 'unknown';
  readonly why: string;
  /** Of a promise: it allows any value, so nothing is in doubt. */
  readonly any?: true;
  /** Of a promise: two parts that are demanded together, of different JSON types: whatever is sent breaks one of them. */
  readonly conflict?: readonly Demand[];
  /** Of code that is generated from a contract: the place of its schema, as {@link schemaPlace} names it. */
  readonly schema?: string;
  /** Beside other options: all that is unknown is whether it may be null. */
  readonly asNull?: true;
  /** All that is unknown is whether it is this, or another option beside it. */
  readonly possibly?: Shape;
}

/** A part of what is demanded, and where. */
export interface Demand {
  readonly shape: Shape;
  readonly at?: Location | undefined;
}

/** The form of a JSON value, promised by a contract or sent by code. */
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

/** How a field got its wire name: as the member is called, by an annotation on it, or by a naming policy. */
export type Naming = 'declared' | 'explicit' | 'policy';

export interface Field {
  /** The name on the wire. */
  readonly name: string;
  /** The name in the source, where it differs. */
  readonly member?: string;
  readonly naming: Naming;
  readonly shape: Shape;
  readonly required: boolean;
  /** Of an actual field: it is not known whether it is sent at all; its shape says why. */
  readonly unsure?: boolean;
  /** Of an actual field: when it is left out though its type says that it is there. */
  readonly leftOut?: 'while it is empty' | 'where it was not given' | 'unless its handler gives it';
  /** Of an actual field: its type gives it a value where a payload has none. */
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
export const NULL: ScalarShape = { kind: 'scalar', type: 'null' };

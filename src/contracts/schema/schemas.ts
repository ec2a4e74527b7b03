import type { GapReason } from '../../model/gap.js';
import type { RefShape, Shape } from '../../model/shape.js';
import type { Place } from '../place.js';

/**
 * The dialect of a schema: OpenAPI 2.0, OpenAPI 3.0, JSON Schema of draft 4, of drafts 6 and 7 (AsyncAPI too), or of 2019-09 and
 * 2020-12 (OpenAPI 3.1 and 3.2).
 */
export type Dialect = 'openapi-2' | 'openapi-3.0' | 'json-schema-4' | 'json-schema-7' | 'json-schema';

/** Reads the schemas of one contract, each once. */
export interface Schemas {
  readonly dialect: Dialect;
  /** The shape of the schema at a place. */
  readonly shape: (place: Place) => Shape;
  /** The same; `undefined` if the schema says nothing and so allows any value. */
  readonly stated: (place: Place) => Shape | undefined;
  /** A reference to the definition that the `$ref` of this place leads to. */
  readonly link: (place: Place) => Shape;
  /** The same for a reference in another notation (a discriminator's mapping). */
  readonly linkTo: (place: Place, ref: string) => Shape;
  /** The shape of a definition; `unknown` while it is being read. */
  readonly definition: (name: string) => Shape;
  /** The intersections of two definitions, by both names; `shape` is `undefined` if nothing fits both. */
  readonly merged: Map<string, { readonly shape: Shape | undefined }>;
  /** Cached: whether a schema says more than its shape. */
  readonly saysMore: WeakMap<object, boolean>;
  /** Adds a definition that no schema of the document has, under a similar name. */
  readonly define: (name: string, shape: Shape) => RefShape;
  /** The place at the end of the `$ref`s from here, or `undefined` if it is out of reach. */
  readonly target: (place: Place) => Place | undefined;
  /** Why the reference at this place leads nowhere; undefined: it leads somewhere, or out of reach. */
  readonly broken: (place: Place) => string | undefined;
  /** Records a part of the document that is not compared, under this name: `diff` reports whether it changed. */
  readonly lookAt: (place: Place | undefined, name: string) => void;
  readonly gap: (reason: GapReason, detail: string, at: Place) => void;
}

/** A schema that allows every value. */
export const ANY: Shape = { kind: 'unknown', why: 'the contract allows any value here', any: true };

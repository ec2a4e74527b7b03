import type { GapReason } from '../../model/gap.js';
import type { RefShape, Shape } from '../../model/shape.js';
import type { Place } from '../place.js';

/**
 * Which words a schema is written in: OpenAPI 2.0, OpenAPI 3.0, JSON Schema of draft 4, of drafts 6 and 7 (AsyncAPI too), or of
 * 2019-09 and 2020-12 (OpenAPI 3.1 and 3.2).
 */
export type Dialect = 'openapi-2' | 'openapi-3.0' | 'json-schema-4' | 'json-schema-7' | 'json-schema';

/** Reads the schemas of one contract, each once. */
export interface Schemas {
  readonly dialect: Dialect;
  /** The shape of the schema at a place. */
  readonly shape: (place: Place) => Shape;
  /** The same; `undefined` where the schema says nothing at all and so allows any value. */
  readonly said: (place: Place) => Shape | undefined;
  /** A link to the definition that the `$ref` of this place leads to. */
  readonly link: (place: Place) => Shape;
  /** The same for a reference that is written otherwise (a discriminator's mapping). */
  readonly linkTo: (place: Place, ref: string) => Shape;
  /** The shape of a definition; `unknown` while it is being read. */
  readonly definition: (name: string) => Shape;
  /** What fits two definitions, by both their names; `shape` is `undefined` where nothing does. */
  readonly merged: Map<string, { readonly shape: Shape | undefined }>;
  /** Schemas of which it is known whether they say more than their shapes. */
  readonly saysMore: WeakMap<object, boolean>;
  /** Adds a definition that no schema of the document has, under a name like this. */
  readonly define: (name: string, shape: Shape) => RefShape;
  /** The place at the end of the `$ref`s from here, or `undefined` where it is out of reach. */
  readonly target: (place: Place) => Place | undefined;
  /** Why the reference that was followed from this place leads nowhere; undefined: it leads somewhere, or out of reach. */
  readonly broken: (place: Place) => string | undefined;
  /** Notes a part of the document that is not compared, under this name: `diff` tells whether it says something else. */
  readonly lookAt: (place: Place | undefined, name: string) => void;
  readonly gap: (reason: GapReason, detail: string, at: Place) => void;
}

/** A schema that allows every value. */
export const ANY: Shape = { kind: 'unknown', why: 'the contract allows any value here', any: true };

import type { Location } from '../../../model/location.js';
import type { Lazy } from '../../program.js';

/** One path of a schema, as documents store it. */
export interface StoredPath {
  readonly name: string;
  readonly at: Location;
  /** Undefined: unknown. */
  readonly holds: Stored;
  /** Documents may lack it. */
  readonly optional: boolean;
  /** Documents have it only because validation demands it, which an upsert does not run. */
  readonly demanded?: boolean;
  /** Only read if a query requests it (`select: false`). */
  readonly aside: boolean;
}
export type Stored =
  | { readonly kind: 'value'; readonly value: Lazy }
  /** Ids of documents of another model; `to` names it. `nullable`: it begins as null. */
  | { readonly kind: 'reference'; readonly value: Lazy; readonly to: Lazy; readonly nullable?: boolean }
  /** A subdocument, of this schema or of a literal's paths. */
  | { readonly kind: 'schema'; readonly schema: Lazy }
  /** A plain object in the document: no `_id`. `apart`: a subdocument after all. */
  | { readonly kind: 'nested'; readonly definition: Lazy; readonly apart: boolean }
  | { readonly kind: 'list'; readonly of: Stored }
  | { readonly kind: 'map'; readonly of: Stored };

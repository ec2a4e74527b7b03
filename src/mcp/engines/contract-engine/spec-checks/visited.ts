import type { Place } from '../../../../contracts/place.js';
import { pointerSegment } from '../../../../model/json-pointer.js';

/** An operation of a document. */
export interface Visited {
  readonly place: Place;
  /** Its path item. */
  readonly item: Place;
  readonly path: string;
  readonly pointer: string;
}

/** A JSON pointer (RFC 6901). */
export function pointerTo(...keys: readonly string[]): string {
  return keys.map((key) => `/${pointerSegment(key)}`).join('');
}

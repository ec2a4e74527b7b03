import type { Contract, ContractKind } from '../contract.js';
import type { Place } from '../place.js';
import type { Reader } from '../reader.js';

/** A contract format. */
export interface Format {
  readonly kind: ContractKind;
  /** Its name for readers. */
  readonly title: string;
  /** The supported versions, for readers. */
  readonly versions: string;
  /**
   * Whether the document has this format; `unsupported` with the reason: it has, but in a version or form that cannot be read.
   */
  readonly recognise: (root: Place) => 'readable' | { readonly unsupported: string; readonly at: Place } | undefined;
  /** @throws UserError if the document is broken; the message names file and line */
  readonly read: (root: Place, reader: Reader) => Contract;
}

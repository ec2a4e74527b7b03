import type { Contract, ContractKind } from '../contract.js';
import type { Place } from '../place.js';
import type { Reader } from '../reader.js';

/** A kind of document that promises something. */
export interface Format {
  readonly kind: ContractKind;
  /** Its name for people. */
  readonly title: string;
  /** The versions that are read, for people. */
  readonly versions: string;
  /** Whether the document is of this kind; `unsupported` with the reason: it is, but of a version or form that cannot be read. */
  readonly recognise: (root: Place) => 'readable' | { readonly unsupported: string; readonly at: Place } | undefined;
  /** @throws UserError when the document is broken; the sentence names file and line. */
  readonly read: (root: Place, reader: Reader) => Contract;
}

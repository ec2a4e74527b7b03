/** A place in a file of the repository. */
export interface Location {
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column?: number;
}
